import type { Handlers } from '../../shared/ipc/handlers'
import './no-electron'
import { join } from 'node:path'
import type { IpcMain } from 'electron'
import { finishRestore } from '../../electron/main/backup/finish-restore'
import { registerHandlers } from '../../electron/main/ipc/register'
import { type Clock, systemClock } from '../../electron/main/platform/clock'
import type { Log } from '../../electron/main/platform/log'
import { systemRandom } from '../../electron/main/platform/random'
import type { KeychainSealer } from '../../electron/main/store/keychain-sealer'
import { createTill } from '../../electron/main/till'
import type { ClosingView } from '../../shared/day/closing-page'
import { channelOf, type TillCalls } from '../../shared/ipc/bridge'
import type { Result } from '../../shared/ipc/result'
import { directly, listeningLog, startPlainWorker } from './parts'
import { fakePrinter } from './printing'
import { fakeSafeStorage, keychainOf } from './till-store'

// Before all else: what follows imports Electron.

type Parts = Parameters<typeof createTill>[0]
type Listener = Parameters<IpcMain['handle']>[1]

interface TestTillStart
  extends Pick<Parts, 'dataFolder' | 'exportFolder' | 'startWorker'>,
    Partial<Pick<Parts, 'push' | 'random'>> {
  log: Log
  /** The wall clock, in place of the computer's. */
  wall?: Clock['wall']
  /** Its own waits pass so many times faster. */
  faster: number
  /** Whose window asks on a channel. */
  senderOf: (channel: string) => 'till' | 'customer'
  /** Puts a fault into the till, to see that it is found. */
  plant?: (handlers: Handlers) => Handlers
}

/** A whole till without windows: what electron/main/index.ts composes, behind the real table of channels. */
export function createTestTill({
  faster,
  senderOf,
  plant,
  wall = systemClock.wall,
  ...start
}: TestTillStart) {
  const clock: Clock = {
    wall,
    monotonic: () => systemClock.monotonic() * faster,
    after: (delay, action) => systemClock.after(delay / faster, action),
  }
  const till = createTill({ ...replacedParts(), ...start, clock })
  let calling = ''
  const ask = openChannels({
    handlers: plant ? plant(till.handlers) : till.handlers,
    senderOf: () => senderOf(calling),
    guard: till.guard,
    log: start.log,
  })
  return {
    till,
    /** A call of the contract, as a window makes it. The sender is asked for before this returns. */
    ask(channel: string, argument?: unknown): Promise<Result<unknown>> {
      calling = channel
      return ask(channel, argument)
    },
  }
}

/** Calls through the table of channels. */
function openChannels(parts: Omit<Parameters<typeof registerHandlers>[0], 'ipcMain'>) {
  const listeners = new Map<string, Listener>()
  registerHandlers({
    ...parts,
    ipcMain: { handle: (channel, listener) => void listeners.set(channel, listener) },
  })
  return (channel: string, argument?: unknown): Promise<Result<unknown>> => {
    const listener = listeners.get(channel)
    if (!listener) throw new Error(`No handler for ${channel}`)
    // Sound: nothing but `senderOf` looks at the event.
    return listener({} as Parameters<Listener>[0], argument)
  }
}

/** A till's calls as its own window makes them, with every check of main. */
export function windowCalls({ handlers, guard }: ReturnType<typeof createTill>): TillCalls {
  const { log } = listeningLog()
  const ask = openChannels({ handlers, guard, log, senderOf: () => 'till' })
  const callsOf = (group: string) =>
    new Proxy(
      {},
      { get: (_, name) => (argument?: unknown) => ask(channelOf(group, String(name)), argument) },
    )
  return new Proxy({} as TillCalls, { get: (_, group) => callsOf(String(group)) })
}

/** A whole till of a folder without its windows, as at a start. */
export async function startWindowless(
  dataFolder: string,
  keychain: KeychainSealer | null,
  more: Partial<Parts> = {},
) {
  finishRestore(dataFolder)
  const till = createTill({
    ...replacedParts(),
    dataFolder,
    keychain: () => keychain,
    log: listeningLog().log,
    exportFolder: join(dataFolder, 'exports'),
    startWorker: startPlainWorker,
    ...more,
  })
  await till.start()
  return till
}

/** What stands in for windows, desktop and paper in every till that is built here, and for the computer's keychain. */
function replacedParts() {
  return {
    clock: systemClock,
    random: systemRandom,
    keychain: fakeKeychain,
    version: '0.0.0-test',
    push: () => undefined,
    chooseCertificateFile: async () => null,
    chooseBackupFolder: async () => null,
    chooseBackupFile: async () => null,
    builtAt: 0,
    keepDisplayOn: () => undefined,
    restart: () => undefined,
    resolveProxy: directly,
    shopBeatMs: null,
    updateComputer: {
      kind: 'deb' as const,
      open: () => Promise.reject(new Error('No updates here')),
      quit: () => undefined,
    },
    tillWindows: {
      isInFront: () => true,
      sound: () => undefined,
      notify: () => undefined,
      showPayment: () => undefined,
    },
    customerWindow: { displays: () => [], place: () => undefined },
    showItemInFolder: () => undefined,
    openExternal: async () => undefined,
    copyText: () => undefined,
    useReceiptWindow: fakePrinter().usePrintWindow,
    useClosingWindow: fakePrinter<ClosingView>().usePrintWindow,
  }
}

/**
 * The till's own keychain sealer over a fake of the operating system's: one fixed key, so that
 * every start, and every salvage of the ledger, opens what an earlier one sealed.
 */
export const fakeKeychain = () => keychainOf(fakeSafeStorage(Buffer.alloc(16, 'key')))
