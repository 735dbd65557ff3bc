import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { ElectronApplication, Page } from '@playwright/test'
import type { Size } from './pictures'
import { test as base, expect } from './test'
import type { Till } from './till'

const run = promisify(execFile)

/**
 * Why several displays cannot be had here, or null. Electron takes neither Xinerama's
 * screens nor XRandR's monitors of Xvfb for displays; the outputs of Xorg's dummy driver it does. An
 * X server of one's own needs root.
 */
export const displaysImpossible =
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'displays that can be plugged and unplugged need Linux and root'

/** A computer with displays in memory only, which a test plugs and unplugs. */
export interface Displays {
  /** What DISPLAY is set to for a program on it. */
  name: string
  /** The till's own display, which is always there. */
  till: Size
  /** Changes the till's own display to another size. */
  resizeTill(size: Size): Promise<void>
  /** Plugs a second display in, right of the till's, or changes the size of the one that is there. */
  plug(size: Size): Promise<void>
  unplug(): Promise<void>
  /** Ends the X server. */
  stop(): Promise<void>
}

const usualTill: Size = { width: 1280, height: 800 }
const outputs = ['DUMMY0', 'DUMMY1'] as const

const configuration = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "dummy"
  Driver "dummy"
  VideoRam 64000
EndSection
Section "Screen"
  Identifier "screen"
  Device "dummy"
  DefaultDepth 24
EndSection
`

/** Starts an X server with the till's display alone. Its files go into `folder`. */
export async function startDisplays(folder: string, till = usualTill): Promise<Displays> {
  const config = path.join(folder, 'xorg.conf')
  await writeFile(config, configuration)
  const log = path.join(folder, 'xorg.log')
  const options = ['-config', config, '-logfile', log, '-novtswitch', '-sharevts']
  const { name, stop } = await startXServer('Xorg', options, `: see ${log}`)
  const xrandr = (...args: string[]) => run('xrandr', ['-d', name, ...args])
  const known = new Set<string>()

  async function show(output: (typeof outputs)[number], size: Size, place: string[]) {
    const mode = `${size.width}x${size.height}@kaunta`
    if (!known.has(mode)) {
      await xrandr('--newmode', mode, ...modeLine(size))
      for (const each of outputs) await xrandr('--addmode', each, mode)
      known.add(mode)
    }
    await set(output, '--mode', mode, ...place)
  }

  /** Asking makes the driver look again which of its outputs are in use: Chromium does not ask. */
  async function set(output: (typeof outputs)[number], ...how: string[]) {
    await xrandr('--output', output, ...how)
    await xrandr('--query')
  }

  await show('DUMMY0', till, ['--primary', '--pos', '0x0'])
  return {
    name,
    till,
    resizeTill: size => show('DUMMY0', size, ['--primary', '--pos', '0x0']),
    plug: size => show('DUMMY1', size, ['--pos', `${till.width}x0`]),
    unplug: () => set('DUMMY1', '--off'),
    stop,
  }
}

/** Starts an X server on a display that it chooses itself. */
export async function startXServer(program: 'Xorg' | 'Xvfb', options: string[], hint = '') {
  const server = spawn(program, [...options, '-displayfd', '3', '-noreset', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  const died = ended.then(() => Promise.reject(new Error(`${program} did not start${hint}`)))
  const [number] = await Promise.race([once(server.stdio[3] as Readable, 'data'), died])
  const stop = async () => {
    server.kill()
    await ended
  }
  return { name: `:${String(number).trim()}`, stop }
}

/** A mode that no monitor has to keep up with: 60 Hz, with the least of blanking. */
function modeLine({ width, height }: Size): string[] {
  const across = [width, width + 48, width + 80, width + 160]
  const down = [height, height + 3, height + 9, height + 30]
  const megahertz = ((width + 160) * (height + 30) * 60) / 1_000_000
  return [megahertz.toFixed(2), ...across.map(String), ...down.map(String)]
}

interface Fixtures {
  /** A computer whose second display can be plugged and unplugged. */
  displays: Displays
  /** A till on those displays, connected, with the customer's window on the second display. */
  shop: Till & { customer: Page }
}

/** The second display, as most of these tests have it. */
export const usualDisplay = { width: 1024, height: 640 }

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  displays: async ({}, use, testInfo) => {
    testInfo.skip(displaysImpossible !== null, displaysImpossible ?? '')
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-displays-'))
    const displays = await startDisplays(folder)
    await use(displays)
    await displays.stop()
    await rm(folder, { recursive: true, force: true })
  },

  shop: async ({ displays, launchConnected }, use) => {
    await displays.plug(usualDisplay)
    const till = await launchConnected({ env: { DISPLAY: displays.name } })
    await use({ ...till, customer: await customerPage(till.app) })
  },
})

export { expect }

/** The page of the customer's window, once it is there, as large as `size`, and says something. */
export async function customerPage(app: ElectronApplication, size?: Size): Promise<Page> {
  let found: Page | undefined
  // While displays change, the window is closed and opened again: takes the one that is there in the end.
  await expect(async () => {
    found = app.windows().find(page => isCustomer(page) && !page.isClosed())
    await found?.getByRole('heading', { level: 1 }).waitFor({ timeout: 2_000 })
    const shown = await found?.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    expect(shown).toEqual(size ?? shown ?? 'a window')
  }).toPass({ timeout: 20_000 })
  if (!found) throw new Error('There is no window for the customer')
  return found
}

/** The large words in the customer's window. */
export function headline(customer: Page) {
  return customer.getByRole('heading', { level: 1 })
}

function isCustomer(page: Page): boolean {
  return page.url().endsWith('/pages/customer/index.html')
}

/** Where the windows are, as the operating system has them: `till` and `customer`, if there is one. */
export function windowPlaces(app: ElectronApplication) {
  return app.evaluate(({ BrowserWindow }) =>
    Object.fromEntries(
      BrowserWindow.getAllWindows().map(window => [
        window.webContents.getURL().includes('/customer/') ? 'customer' : 'till',
        { ...window.getBounds(), visible: window.isVisible() },
      ]),
    ),
  )
}
