import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { electronSwitches, projectFolder } from './electron-switches'

/** How a till is started. */
export interface TillStart {
  dataFolder: string
  /** Further arguments for Electron. */
  args?: readonly string[]
  /** Graphics have a process of their own, as in a shop's till: for a test of that process. */
  ownGraphics?: boolean
  /** Added to this process' own environment. */
  env?: Record<string, string>
  /** In place of Electron: a program that starts it. */
  executable?: string
}

/** A real till: Electron, its window, and what it wrote to the console. */
export interface Till {
  app: ElectronApplication
  page: Page
  /** Everything on stdout and stderr so far. */
  output(): string
  /** Quits as a person does. May be called again. */
  close(): Promise<void>
  /** The power goes: nothing is written down any more. */
  kill(): Promise<void>
}

const startLimit = 30_000
const closeLimit = 10_000

/** The arguments of the till's command line, after the executable. */
export function tillArguments({ dataFolder, args = [], ownGraphics }: TillStart): string[] {
  const switches = electronSwitches()
  // Without a graphics card its process only draws what another one could: a fifteenth of a test's processor time.
  if (process.platform === 'linux' && !ownGraphics) switches.push('--in-process-gpu')
  return [...switches, ...args, projectFolder, `--user-data-dir=${dataFolder}`]
}

/** Starts the built till and waits for its window. */
export async function startTill(start: TillStart): Promise<Till> {
  const app = await _electron.launch({
    args: tillArguments(start),
    ...(start.executable !== undefined && { executablePath: start.executable }),
    // Nothing in this process' own environment is undefined.
    env: { ...process.env, ...start.env } as Record<string, string>,
    timeout: startLimit,
  })
  const output = collectOutput(app)
  const page = await app.firstWindow({ timeout: startLimit })
  // Playwright says "no preference" over Chromium's switch. A ring that always spins is costly to draw.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return { app, page, output, ...endings(app) }
}

function collectOutput(app: ElectronApplication): () => string {
  const pieces: string[] = []
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', piece => pieces.push(String(piece)))
  return () => pieces.join('')
}

function endings(app: ElectronApplication): Pick<Till, 'close' | 'kill'> {
  // Kept from the start: once the app is gone Playwright knows its process no longer.
  const child = app.process()
  let ended = false
  const closed = new Promise<void>(resolve => {
    app.on('close', () => {
      ended = true
      resolve()
    })
  })
  const kill = async () => {
    if (!ended) child.kill('SIGKILL')
    await closed
  }
  return {
    kill,
    async close() {
      if (ended) return
      let stuck = false
      const timer = setTimeout(() => {
        stuck = true
        child.kill('SIGKILL')
      }, closeLimit)
      await app.close().finally(() => clearTimeout(timer))
      await closed
      if (stuck) throw new Error('The till did not quit, and had to be killed')
    },
  }
}
