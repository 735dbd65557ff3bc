import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Payment as PracticePayment } from '../../electron/practice/payments/payment'
import {
  choosePractice,
  createPassphrase,
  expectItWorks,
  fillConnection,
  type ServiceDetails,
  saveAndTest,
} from '../support/window/connection'
import { projectFolder, sealsWithPassphrase } from '../support/window/electron-switches'
import { expectState } from '../support/window/expectations'
import { serveWebPage } from '../support/window/outputs'
import { phones, railPayments, sellMobile } from '../support/window/payment'
import { checkScreen } from '../support/window/pictures'
import { expect, test } from '../support/window/test'

/** A port of this computer on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}

/** A practice service in a process of its own, as a developer starts it. */
interface PracticeCommand extends ServiceDetails {
  stop(): Promise<void>
}

const reportSchema = z.object({
  address: z.string(),
  pathPrefix: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
})
const startLimit = 20_000
const windows = process.platform === 'win32'

/** Runs `npm run practice-service` with these options. */
async function startPracticeCommand(options: readonly string[]): Promise<PracticeCommand> {
  const fixed = ['--json', '--approval-seconds', '0.5']
  const words = ['run', '--silent', 'practice-service', '--', ...fixed, ...options]
  const child = spawn('npm', words, {
    cwd: projectFolder,
    // A group of its own: npm's shell and Node in it end together.
    detached: !windows,
    shell: windows,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => endGroup(child)
  try {
    const details = reportSchema.parse(JSON.parse(await firstLine(child)))
    return { ...details, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The command has no output')
  const lines = createInterface(child.stdout)
  const signal = AbortSignal.timeout(startLimit)
  const [line] = await Promise.race([once(lines, 'line', { signal }), failIfClosed(lines)])
  return String(line)
}

async function failIfClosed(lines: ReturnType<typeof createInterface>): Promise<never> {
  await once(lines, 'close')
  throw new Error('The practice service ended without saying where it is')
}

/** The payments in the service's books, each as it is now. */
function paymentsIn(books: string): PracticePayment[] {
  const lines = readFileSync(books, 'utf8').trim().split('\n')
  const payments = lines.map((line): PracticePayment => JSON.parse(line))
  return [...new Map(payments.map(payment => [payment.reference, payment])).values()]
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  if (windows) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else process.kill(-child.pid, 'SIGTERM')
  await ended
}

test('connected in Settings to a service elsewhere, with its own prefix and keys', async ({
  launch,
}, testInfo) => {
  const port = await freePort()
  const books = testInfo.outputPath('books.jsonl')
  const keys = ['--key', 'shop-key-0001', '--secret', 'shop-secret-0001']
  const options = ['--port', String(port), '--prefix', 'pay', '--books', books, ...keys]
  const elsewhere = await startPracticeCommand(options)
  try {
    expect(elsewhere).toMatchObject({ address: `http://127.0.0.1:${port}`, pathPrefix: 'pay' })
    const { page } = await launch()
    await choosePractice(page)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('radio', { name: 'Sandbox' }).click()
    await fillConnection(page, elsewhere)
    await saveAndTest(page)
    if (sealsWithPassphrase) await createPassphrase(page)
    await expectItWorks(page)
    await expect(page.getByRole('banner')).toContainText('SANDBOX')
    await sellMobile(page, { phone: phones.approves, amount: '15000' })
    await expectState(page, 'Paid')
    const payments = paymentsIn(books)
    expect(payments).toHaveLength(1)
    expect(payments[0]).toMatchObject({ status: 'completed', amount: { value: 15_000 } })

    await test.step('of the keys the till shows the last characters and no more', async () => {
      await page.getByRole('button', { name: 'Settings' }).click()
      await expect(page.getByRole('textbox', { name: 'API secret' })).toHaveValue('')
      await expect(page.getByText('••••0001')).toHaveCount(2)
      await expect(page.locator('body')).not.toContainText('shop-secret')
    })
    await test.step('and back to Practice: its own payments, none of the other side', async () => {
      await page.getByRole('radio', { name: 'Practice' }).click()
      await page.getByRole('button', { name: 'Use Practice' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Use Practice' }).click()
      await expect(page.getByRole('banner')).toContainText('PRACTICE')
      await expect(railPayments(page)).toHaveCount(0)
    })
  } finally {
    await elsewhere.stop()
  }
})

test('what is wrong with a connection is said, and nothing wrong is kept', async ({
  launch,
  service,
}) => {
  const webPage = await serveWebPage()
  const unusedAddress = `http://127.0.0.1:${await freePort()}`
  const wrong = [
    [{ ...service, apiSecret: 'not-this-secret' }, 'The keys were rejected'],
    [{ ...service, apiKey: 'not-this-key' }, 'production keys in the sandbox'],
    [{ ...service, address: webPage.address }, 'This is not the payment service'],
    [{ ...service, address: unusedAddress }, 'The service cannot be reached'],
    [{ ...service, address: 'http://pay.example.com' }, 'not a safe one'],
    [{ ...service, address: 'pay example' }, 'cannot be used'],
  ] as const
  try {
    const till = await launch()
    const { page } = till
    await page.getByRole('button', { name: 'Connect to the service' }).click()
    await test.step('fields that are missing are named before anything is sent', async () => {
      await saveAndTest(page)
      for (const name of ['Service address', 'API key', 'API secret'])
        await expect(page.getByRole('textbox', { name })).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByRole('textbox', { name: 'Service address' })).toBeFocused()
      expect(service.control.requests()).toEqual([])
    })
    await fillConnection(page, wrong[0][0])
    await saveAndTest(page)
    if (sealsWithPassphrase) await createPassphrase(page)
    for (const [details, said] of wrong) {
      await fillConnection(page, details)
      await saveAndTest(page)
      await expect(page.getByRole('alert')).toContainText(said)
      await expect(page.getByRole('alert')).toContainText('Nothing was saved')
    }
    expect(webPage.visits()).toBeGreaterThan(0)

    await test.step('a webhook address that the service cannot call', async () => {
      await fillConnection(page, service)
      const webhook = page.getByRole('textbox', { name: 'Webhook address' })
      await webhook.fill('https://localhost:8443/hook')
      await saveAndTest(page)
      await expect(page.getByRole('alert')).toContainText('The webhook address is this computer')
      await expect(webhook).toHaveAttribute('aria-invalid', 'true')
      await webhook.scrollIntoViewIfNeeded()
      await checkScreen(till, 'settings-webhook')
    })

    await fillConnection(page, service)
    await saveAndTest(page)
    await expectItWorks(page)
    expect(service.control.payments(), 'testing charges no one').toEqual([])
  } finally {
    await webPage.stop()
  }
})
