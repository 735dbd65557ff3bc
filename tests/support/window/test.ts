import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'
import type { ServiceKind } from '../../../shared/connection'
import { type PracticeService, startPracticeService } from '../practice/start'
import { connectFirst, connectFolder, expectSelling, unlock } from './connection'
import { sealsWithPassphrase } from './electron-switches'
import { startTill, type Till, type TillStart } from './till'

/** A session of its own with a real, unlocked keychain in it. */
export interface Keychain {
  /** What a till needs to find it. */
  start: Pick<TillStart, 'args' | 'env'>
  stop(): Promise<void>
}

/**
 * The daemon goes to the background once it is unlocked; then the session's address is printed, and
 * the session lives as long as its standard input is open.
 */
const script = `
printf %s test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 || exit 1
printf '%s\\n' "$DBUS_SESSION_BUS_ADDRESS"
exec cat >/dev/null
`
const startLimit = 15_000

/** Playwright starts Electron without a keychain and has the last word; this runs in main after it. */
const useKeychain =
  "require('electron').app.commandLine.appendSwitch('password-store', 'gnome-libsecret')\n"

/** Starts gnome-keyring in a D-Bus session of its own (Linux). */
async function startKeychain(): Promise<Keychain> {
  const home = await mkdtemp(path.join(tmpdir(), 'kaunta-keychain-'))
  const folders = {
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 })
  const session = spawn('sh', ['-c', 'exec dbus-run-session -- sh -c "$0"', script], {
    env: { ...process.env, ...folders },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(session, 'exit')
  const stop = async () => {
    session.stdin.end()
    await ended
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const lines = createInterface(session.stdout)
    const [address] = await once(lines, 'line', { signal: AbortSignal.timeout(startLimit) })
    const module = path.join(home, 'use-keychain.cjs')
    await writeFile(module, useKeychain)
    const env = { ...folders, DBUS_SESSION_BUS_ADDRESS: String(address) }
    return { start: { args: ['-r', module], env }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Fixtures {
  /** Switches of every till that the test starts: `test.use({ switches: […] })`. */
  switches: readonly string[]
  /** Fresh, and gone after the test. */
  dataFolder: string
  /** The service: a practice service with a world that hurries. Its control is what really happened. */
  service: PracticeService
  /** Starts a real keychain, which outlives the test's tills. Skips the test where none can be brought along. */
  newKeychain: () => Promise<Keychain>
  /** Starts a till on this test's data folder. */
  launch: (start?: Omit<TillStart, 'dataFolder'>) => Promise<Till>
  /** Starts a till that is connected to `service`, and unlocked. */
  launchConnected: (start?: Omit<TillStart, 'dataFolder'>, kind?: ServiceKind) => Promise<Till>
  /** A till that is connected to `service`, ready to sell. */
  till: Till
}

/** Ten times as fast as practised by people. A session of under 30 seconds is not believed: see `passTime`. */
export const quickService = { speed: 10, approvalSeconds: 0.5 }

export const test = base.extend<Fixtures>({
  switches: [[], { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kaunta-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  service: async ({}, use) => {
    const service = await startPracticeService({ ...quickService, webhooks: 'off' })
    await use(service)
    await service.stop()
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  newKeychain: async ({}, use, testInfo) => {
    const keychains: Keychain[] = []
    await use(async () => {
      testInfo.skip(process.platform !== 'linux', 'Only Linux takes a keychain of the test’s own')
      const keychain = await startKeychain()
      keychains.push(keychain)
      return keychain
    })
    await Promise.all(keychains.map(keychain => keychain.stop()))
  },

  // Hazard: Chromium aborts when the session of its keychain ends first, so this one is torn down before.
  launch: async ({ dataFolder, switches, newKeychain: _keychainsOutliveTills }, use, testInfo) => {
    const tills: Till[] = []
    await use(async start => {
      const args = [...switches, ...(start?.args ?? [])]
      const till = await startTill({ ...start, args, dataFolder })
      tills.push(till)
      return till
    })
    if (testInfo.status !== testInfo.expectedStatus)
      for (const { output } of tills)
        await testInfo.attach('console', { body: output(), contentType: 'text/plain' })
    await Promise.all(tills.map(till => till.close()))
  },

  launchConnected: async ({ dataFolder, launch, service }, use) => {
    await use((start, kind = 'sandbox') => launchOn(dataFolder, service, kind, () => launch(start)))
  },

  till: async ({ launchConnected }, use) => use(await launchConnected()),
})

export { expect } from '@playwright/test'

/** Launches a till on this folder, which is connected to the service, and unlocked. */
export async function launchOn(
  dataFolder: string,
  service: PracticeService,
  kind: ServiceKind,
  launch: () => Promise<Till>,
): Promise<Till> {
  // Elsewhere the computer's own keychain seals, which only the till comes to.
  if (sealsWithPassphrase) await connectFolder(dataFolder, service, kind)
  const till = await launch()
  if (sealsWithPassphrase) await unlock(till.page)
  else await connectFirst(till.page, service, { kind })
  await expectSelling(till.page)
  return till
}

/** The same service, there again after it was stopped; without a file its books are empty. The caller stops it. */
export function comeBack(gone: PracticeService, booksFile?: string): Promise<PracticeService> {
  const { port, pathPrefix, apiKey, apiSecret } = gone
  const same = { port, pathPrefix, apiKey, apiSecret, webhooks: 'off' } as const
  return startPracticeService({
    ...quickService,
    ...same,
    ...(booksFile !== undefined && { booksFile }),
  })
}
