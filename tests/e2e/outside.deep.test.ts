import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PracticeService } from '../support/practice/start'
import { calls, recentPayments } from '../support/window/bridge'
import { connectFirst } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { test as base } from '../support/window/outputs'
import { phones, sellCard, sellMobile } from '../support/window/payment'
import { expect } from '../support/window/test'
import type { Till } from '../support/window/till'

/** `netLog` is where Chromium writes what it asks for. */
const test = base.extend<{ netLog: string }>({
  netLog: async ({ dataFolder }, use) => use(path.join(dataFolder, 'net-log.json')),
})

/** Every address that Chromium asked for: pages, updates, dictionaries, reports, all of it. */
async function askedFor(netLog: string): Promise<string[]> {
  const { events } = JSON.parse(await readFile(netLog, 'utf8')) as {
    events: { params?: { url?: string; host?: string } }[]
  }
  const addresses = events.map(({ params }) => params?.url ?? params?.host)
  return [...new Set(addresses.filter(address => address !== undefined))]
}

test('no window, and nothing in Chromium, asks anybody for anything', async ({
  launch,
  service,
  netLog,
}) => {
  const till = await launch({ args: [`--log-net-log=${netLog}`] })
  await connectFirst(till.page, service)
  await sellMobile(till.page, { phone: phones.approves, firstName: 'Misspeled', lastName: 'Naem' })
  await expectState(till.page, 'Paid')
  await till.close()
  const asked = await askedFor(netLog)
  expect(asked.filter(address => !address.startsWith('app://kaunta/'))).toEqual([])
})

test('what is asked for is seen', async ({ launch, outside, netLog }) => {
  const till = await launch({ args: [`--log-net-log=${netLog}`] })
  await till.app.evaluate(
    ({ session }, address) => session.fromPartition('not-ours').fetch(address),
    outside.address,
  )
  await till.close()
  expect(await askedFor(netLog)).toContain(outside.address)
})

test('what a window may do, what it opens, and what it leaves when it crashes', async ({
  till,
  service,
  dataFolder,
}) => {
  await test.step('the browser is opened for the practice service’s own page, and for nothing else', () =>
    openCheckouts(till, service))
  const { app, page } = till
  await test.step('no spelling is checked and no dictionary is kept', async () => {
    const enabled = await app.evaluate(({ session, webContents }) =>
      [session.defaultSession, ...webContents.getAllWebContents().map(each => each.session)].map(
        each => each.isSpellCheckerEnabled(),
      ),
    )
    expect(new Set(enabled)).toEqual(new Set([false]))
    expect(await readdir(path.join(dataFolder, 'Dictionaries')).catch(() => [])).toEqual([])
  })
  await test.step('every window is sandboxed, isolated, without Node and with its protections on', async () => {
    const preferences = await app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        // Not in the typings: what a window was really made with.
        .map(contents =>
          (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences(),
        ),
    )
    expect(preferences.length).toBeGreaterThan(0)
    for (const each of preferences) {
      expect(each).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
      })
      for (const name of ['enableBlinkFeatures', 'nodeIntegrationInWorker', 'preloadURL'])
        expect(each).not.toHaveProperty(name, true)
    }
  })
  await test.step('a page gets no permission, not even one that is granted unasked elsewhere', async () => {
    const granted = await page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'clipboard-read',
        'midi',
      ]
      const states = await Promise.all(
        names.map(name => navigator.permissions.query({ name: name as PermissionName })),
      )
      return names.filter((_name, at) => states[at]?.state === 'granted')
    })
    expect(granted).toEqual([])
  })
  await test.step('a window that crashes leaves no dump and sends no report', async () => {
    const gone = await till.app.evaluate(async ({ app, BrowserWindow, crashReporter }) => {
      const [window] = BrowserWindow.getAllWindows()
      const reason = new Promise<string>(resolve =>
        app.once('render-process-gone', (_event, _contents, details) => resolve(details.reason)),
      )
      window?.webContents.forcefullyCrashRenderer()
      return { reason: await reason, uploads: uploads(), folder: app.getPath('crashDumps') }

      /** Throws where no reporter was ever started. */
      function uploads(): boolean {
        try {
          return crashReporter.getUploadToServer()
        } catch {
          return false
        }
      }
    })
    expect(gone).toMatchObject({ reason: expect.stringMatching(/crashed|killed/), uploads: false })
    expect(gone.folder.startsWith(dataFolder)).toBe(true)
    await till.close()
    const files = await readdir(dataFolder, { recursive: true })
    expect(files.filter(file => file.endsWith('.dmp'))).toEqual([])
  })
})

async function openCheckouts({ app, page }: Till, service: PracticeService): Promise<void> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async address => void opened.push(address)
  })
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
  const openLast = async () => {
    const [last] = await recentPayments(page)
    return calls(page, 'kaunta:practice.openCheckout', [{ paymentId: last?.id }])
  }

  await sellCard(page)
  await expectState(page, 'Waiting for customer')
  expect(service.control.payments()).toHaveLength(1)
  expect(await openLast()).toMatchObject([{ ok: false, code: 'action-not-possible' }])
  expect(await opened()).toEqual([])

  // A connection with an open payment is not left.
  service.control.decide(service.control.payments()[0]?.reference ?? '', 'completed')
  await expectState(page, 'Paid')
  await calls(page, 'kaunta:connection.choose', [{ kind: 'practice' }])
  await sellCard(page)
  await expectState(page, 'Waiting for customer')
  expect(await openLast()).toMatchObject([{ ok: true }])
  expect(await opened()).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\//)])
}
