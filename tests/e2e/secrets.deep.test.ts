import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { calls } from '../support/window/bridge'
import { connectFirst, expectItWorks, passphrase } from '../support/window/connection'
import { expectState } from '../support/window/expectations'
import { phones, sellMobile } from '../support/window/payment'
import { filesIn, findSecret, searchFolder } from '../support/window/secret-search'
import { test as base, expect } from '../support/window/test'
import type { Till } from '../support/window/till'

/** Everything that the till's window has in its memory, after the garbage was collected. */
async function windowHeap({ app }: Till, folder: string): Promise<Buffer> {
  const file = path.join(folder, 'window.heapsnapshot')
  await app.evaluate(
    ({ BrowserWindow }, target) =>
      BrowserWindow.getAllWindows()[0]?.webContents.takeHeapSnapshot(target),
    file,
  )
  const heap = await readFile(file)
  await rm(file)
  return heap
}

/** What anybody with the same account sees of a process: how it was started (Linux). */
interface ProcessText {
  /** Chromium's word for what it does. */
  type: string
  args: Buffer
  environment: Buffer
}

/** The till's processes, all that Electron knows of (Linux). */
async function tillProcesses({ app }: Till): Promise<ProcessText[]> {
  const known = await app.evaluate(({ app: electronApp }) =>
    electronApp.getAppMetrics().map(({ pid, type }) => ({ pid, type })),
  )
  return Promise.all(known.map(({ pid, type }) => processText(pid, type)))
}

/** The same of one process. */
async function processText(pid: number, type: string): Promise<ProcessText> {
  const [args, environment] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`),
    readFile(`/proc/${pid}/environ`),
  ])
  return { type, args, environment }
}

/**
 * Runs in the window before the till's own preload, in the same world, and notes what main sends:
 * each answer to a call and each push, also on channels that has no listener.
 */
const recorder = `
const { contextBridge, ipcRenderer } = require('electron')
const seen = []
const binary = (_key, value) =>
  ArrayBuffer.isView(value)
    ? String.fromCharCode(...new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    : value
const note = (channel, value) => seen.push(channel + ' ' + JSON.stringify(value, binary))
const { invoke, emit } = ipcRenderer
ipcRenderer.invoke = async (channel, ...values) => {
  try {
    const answer = await invoke.call(ipcRenderer, channel, ...values)
    note(channel, answer)
    return answer
  } catch (error) {
    note(channel, String(error))
    throw error
  }
}
ipcRenderer.emit = (channel, event, ...values) => {
  note(channel, values)
  return emit.call(ipcRenderer, channel, event, ...values)
}
contextBridge.exposeInMainWorld('ipcTraffic', () => seen)
`

/** From now on everything that main sends to the till's window is noted. Reloads the window. */
async function recordTraffic({ app, page }: Till, folder: string): Promise<void> {
  const file = path.join(folder, 'ipc-recorder.cjs')
  await writeFile(file, recorder)
  await app.evaluate(({ BrowserWindow }, filePath) => {
    const session = BrowserWindow.getAllWindows()[0]?.webContents.session
    if (!session) throw new Error('The till has no window')
    // The newer name; the older one is all that Electron 33 knows.
    if ('registerPreloadScript' in session)
      session.registerPreloadScript({ type: 'frame', filePath })
    else (session as { setPreloads(files: string[]): void }).setPreloads([filePath])
  }, file)
  await page.reload()
}

/** What main has sent since the window was loaded: a line each, the channel first. */
function readTraffic({ page }: Till): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { ipcTraffic: () => string[] }).ipcTraffic())
}

/** `elsewhere` is for the test's own files: the data folder must hold the till's alone. */
const test = base.extend<{ elsewhere: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  elsewhere: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-elsewhere-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

const found = (lines: readonly string[], secret: string) =>
  findSecret(Buffer.from(lines.join('\n')), secret)

/** A day at the till in short: every screen is seen, and a rejected key is part of it. */
async function useTill({ page }: Till, revoke: () => void, restore: () => void): Promise<void> {
  await sellMobile(page, { phone: phones.approves })
  await expectState(page, 'Paid')
  await page.getByRole('button', { name: 'Payments' }).click()
  revoke()
  await sellMobile(page, { phone: phones.declines })
  await expectState(page, 'Waiting to send')
  restore()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expectItWorks(page)
}

test('no key is in the data folder, in the logs, or in what main tells the window', async ({
  launch,
  service,
  dataFolder,
  elsewhere,
}) => {
  const till = await launch()
  await recordTraffic(till, elsewhere)
  await connectFirst(till.page, service)
  const { control } = service
  await useTill(
    till,
    () => control.revokeKeys(),
    () => control.restoreKeys(),
  )
  const traffic = await readTraffic(till)
  // Another screen: the form that the keys were typed into is gone. Held here, as a browser may hold it.
  const secretField = till.page.getByRole('textbox', { name: 'API secret' })
  const held = await secretField.elementHandle()
  await secretField.fill(service.apiSecret)
  await till.page.getByRole('button', { name: 'Payments' }).click()
  await expect(secretField).toBeHidden()
  expect(await held?.evaluate(input => input.outerHTML)).toContain('<input')
  const heap = await windowHeap(till, elsewhere)
  const processes = process.platform === 'linux' ? await tillProcesses(till) : []
  await till.close()

  // That what was looked at is what the till works with: a screen's word, and how it was started.
  expect(findSecret(heap, 'Recent payments')).toContain('utf8')
  if (process.platform === 'linux')
    expect(processes.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['Browser', 'Tab', 'Utility']),
    )

  // That the search looks where things are.
  const files = (await filesIn(dataFolder)).map(file => path.relative(dataFolder, file))
  const own = ['key.json', 'till.db', 'ledger-sandbox.db', path.join('logs', 'main.log')]
  expect(files).toEqual(expect.arrayContaining(own))
  for (const channel of ['kaunta:connection.saveAndTest', 'kaunta-push:paymentChanged'])
    expect(traffic.some(line => line.startsWith(channel))).toBe(true)

  for (const secret of [service.apiSecret, service.apiKey, passphrase]) {
    expect(await searchFolder(dataFolder, secret), 'in the data folder').toEqual([])
    expect(found(traffic, secret), 'from main to the window').toEqual([])
    expect(found([till.output()], secret), 'on the console').toEqual([])
    expect(findSecret(heap, secret), 'in the memory of the window').toEqual([])
    for (const { type, args, environment } of processes) {
      expect(findSecret(args, secret), `among the arguments of ${type}`).toEqual([])
      expect(findSecret(environment, secret), `in the environment of ${type}`).toEqual([])
    }
  }
})

test('the same searches find a key where one has leaked', async ({
  till,
  service,
  dataFolder,
  elsewhere,
}) => {
  const { apiSecret } = service
  await test.step('in the memory of the window', async () => {
    expect(findSecret(await windowHeap(till, elsewhere), apiSecret)).toEqual([])
    await till.page.evaluate(secret => {
      Object.assign(window, { leak: [{ secret }] })
    }, apiSecret)
    expect(findSecret(await windowHeap(till, elsewhere), apiSecret)).toEqual(['utf8'])
  })

  await recordTraffic(till, elsewhere)

  await test.step('in a push that has no listener', async () => {
    await till.app.evaluate(({ BrowserWindow }, secret) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.webContents.send('kaunta-push:leak', { deep: { secret } })
    }, apiSecret)
    await expect.poll(async () => found(await readTraffic(till), apiSecret)).toEqual(['utf8'])
  })

  await test.step('in the answer to a call, in bytes', async () => {
    await till.page.reload()
    await till.app.evaluate(({ ipcMain }, secret) => {
      ipcMain.handle('kaunta:leak.bytes', () => Buffer.from(secret, 'utf16le'))
    }, apiSecret)
    await calls(till.page, 'kaunta:leak.bytes', [undefined])
    const text = (await readTraffic(till)).find(line => line.startsWith('kaunta:leak.bytes'))
    const bytes = Buffer.from(
      JSON.parse(text?.slice('kaunta:leak.bytes '.length) ?? '""'),
      'latin1',
    )
    expect(findSecret(bytes, apiSecret)).toEqual(['utf16le'])
  })

  await test.step('on the console', async () => {
    await till.app.evaluate((_electron, secret) => {
      process.stderr.write(`key ${secret}\n`)
    }, apiSecret)
    await expect.poll(() => found([till.output()], apiSecret)).toEqual(['utf8'])
  })

  await test.step('in arguments and environment of a process', async () => {
    test.skip(process.platform !== 'linux', 'Only Linux shows them as files')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', apiSecret], {
      env: { LEAK: Buffer.from(apiSecret).toString('hex') },
    })
    try {
      await once(child, 'spawn')
      const { args, environment } = await processText(child.pid ?? 0, 'leak')
      expect(findSecret(args, apiSecret)).toEqual(['utf8'])
      expect(findSecret(environment, apiSecret)).toEqual(['hex'])
    } finally {
      child.kill()
    }
  })

  await test.step('in files, whatever they are written in', async () => {
    expect(await searchFolder(dataFolder, apiSecret)).toEqual([])
    const header = { 'x-api-secret': apiSecret }
    const leaks: Record<string, Buffer> = {
      utf8: Buffer.from(JSON.stringify(header)),
      utf16le: Buffer.from(JSON.stringify(header), 'utf16le'),
      hex: Buffer.from(Buffer.from(apiSecret).toString('hex').toUpperCase()),
      'base64+0': Buffer.from(Buffer.from(`abc${apiSecret}xyz`).toString('base64')),
      'base64+1': Buffer.from(Buffer.from(`a${apiSecret}xyz`).toString('base64')),
      reversed: Buffer.from([...apiSecret].reverse().join('')),
      'inflated utf8': Buffer.concat([Buffer.alloc(7, 1), deflateSync(JSON.stringify(header))]),
      'inflated utf16le': gzipSync(Buffer.from(JSON.stringify(header), 'utf16le')),
      'base64+2': Buffer.from(Buffer.from(`ab${apiSecret}xyz`).toString('base64')),
    }
    await mkdir(path.join(dataFolder, 'deep', 'down'), { recursive: true })
    for (const [form, bytes] of Object.entries(leaks))
      await writeFile(path.join(dataFolder, 'deep', 'down', `${form}.tmp`), bytes)
    const finds = await searchFolder(dataFolder, apiSecret)
    for (const form of Object.keys(leaks))
      expect(finds).toContainEqual({ where: path.join('deep', 'down', `${form}.tmp`), form })
  })
})
