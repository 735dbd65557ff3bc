import type { Clock } from '../platform/clock'
import type { SettingsKeeper } from '../store/settings'
import { installerOf, type PackageKind } from './package-kind'
import { UpdateRefused } from './refusal'
import type { Updater, UpdateSource } from './update-source'
import type { UpdateStatusKeeper } from './update-status'

/** By itself the till asks once a day, and not before an hour after a payment broke a download off. */
const askedEvery = 24 * 3_600_000
const brokenOffFor = 3_600_000
/** A server that says nothing for so long, ms. */
const silentFor = 60_000

/** What updates need of Electron and of the computer. */
export interface UpdateComputer {
  kind: PackageKind
  /** Loads electron-updater: a till without an address never does. */
  open: (source: UpdateSource) => Promise<Updater>
  /** Closes the till. */
  quit: () => void
}

/** Asks the owner's address for a newer version and fetches it: one search at a time. */
export interface UpdateSearch {
  run(): Promise<void>
  isRunning(): boolean
  /** The time of the next search has come. */
  isDue(): boolean
  /** A payment takes the network, or the till stops. */
  end(reason: 'payment' | 'stopped'): void
  /** The address or the key changed: what was fetched was judged with the old one. */
  reset(): void
  isPackageIntact(): Promise<boolean>
  install(): Promise<void>
}

export interface UpdateSearchDeps {
  settings: Pick<SettingsKeeper, 'get'>
  status: UpdateStatusKeeper
  clock: Clock
  version: string
  folder: string
  computer: UpdateComputer
}

export function createUpdateSearch(deps: UpdateSearchDeps): UpdateSearch {
  const { status, clock, computer, version, folder } = deps
  let updater: Updater | null = null
  let running: AbortController | null = null
  let nextAt = 0

  async function run(): Promise<void> {
    const controller = new AbortController()
    const silence = watchSilence(controller, clock)
    running = controller
    nextAt = clock.monotonic() + askedEvery
    let found: string | null = null
    status.show({ name: 'checking' })
    try {
      updater ??= await open()
      found = await updater.check(controller.signal)
      if (controller.signal.aborted) throw new UpdateRefused('unreachable', 'Ended')
      if (found === null) return status.show({ name: 'current', at: clock.wall() })
      await fetchPackage(updater, found, controller, silence.heard)
    } catch (error) {
      showWhyEnded(error, controller.signal, found)
    } finally {
      silence.end()
      if (running === controller) running = null
    }
  }

  async function fetchPackage(
    from: Updater,
    found: string,
    controller: AbortController,
    heard: () => void,
  ): Promise<void> {
    status.show({ name: 'downloading', version: found, percent: 0 })
    const file = await from.download(percent => {
      heard()
      if (running === controller) status.show({ name: 'downloading', version: found, percent })
    }, controller.signal)
    if (controller.signal.aborted) throw new UpdateRefused('unreachable', 'Ended')
    const by = installerOf(computer.kind)
    status.show({ name: 'ready', version: found, by, file, chosen: false })
  }

  function showWhyEnded(error: unknown, signal: AbortSignal, found: string | null): void {
    if (signal.reason === 'payment') {
      nextAt = clock.monotonic() + brokenOffFor
      status.show(found === null ? { name: 'unasked' } : { name: 'available', version: found })
    } else if (signal.reason === 'silent')
      status.refuse(new UpdateRefused('unreachable', 'The server says nothing'))
    // Switched off or stopped: there is nothing to say.
    else if (!signal.aborted) status.refuse(error)
  }

  function open(): Promise<Updater> {
    return computer.open({
      ...deps.settings.get().updates,
      kind: computer.kind,
      version,
      folder,
    })
  }

  return {
    run,
    isRunning: () => running !== null,
    isDue: () => clock.monotonic() >= nextAt,
    end: reason => running?.abort(reason),
    reset() {
      running?.abort('off')
      running = null
      updater = null
      nextAt = 0
      status.show({ name: 'unasked' })
    },
    isPackageIntact: async () => (await updater?.isIntact().catch(() => false)) ?? false,
    install: async () => updater?.install(),
  }
}

/** Ends a search whose server is silent for too long. */
function watchSilence(controller: AbortController, clock: Clock) {
  let cancel = () => {}
  const heard = () => {
    cancel()
    cancel = clock.after(silentFor, () => controller.abort('silent'))
  }
  heard()
  return { heard, end: () => cancel() }
}
