import { failure, type Result, success } from '../../../shared/ipc/result'
import type { UpdateSettings, UpdateStatus, UpdateView } from '../../../shared/updates'
import type { AuditLog } from '../audit-log/audit-log'
import type { Clock } from '../clock'
import type { Log } from '../diagnostics/log'
import { checkServiceAddress } from '../service'
import type { SettingsKeeper } from '../storage/settings'
import { installerOf, type PackageKind } from './package-kind'
import { UpdateRefused } from './refusal'
import type { Updater, UpdateSource } from './update-source'

/** How soon after the start the first question may be, and how often it is considered, ms. */
const firstAfter = 60_000
const again = 10 * 60_000
/** By itself the till asks once a day, and after a payment broke a download off not before an hour. */
const askedEvery = 24 * 3_600_000
const brokenOffFor = 3_600_000
/** So long no payment changed: then the till counts as idle, ms. */
const quietFor = 10 * 60_000
/** A server that says nothing for so long, ms. */
const silentFor = 60_000

/** Newer versions: asked for, fetched and installed only while no payment is open. */
export interface Updates {
  view(isLocked: boolean): UpdateView
  save(typed: UpdateSettings): Result<null>
  check(): Promise<Result<null>>
  choose(install: 'now' | 'at-close' | 'not'): Promise<Result<null>>
  showInFolder(): Result<null>
  /** A payment began or changed: nothing goes on while one is open. */
  saleChanged(): void
  start(): void
  stop(): void
  /** Asked when the till begins to stop, while its payments can be read; null: nothing is installed. */
  toInstall(): (() => Promise<void>) | null
}

export interface UpdatesDeps {
  settings: SettingsKeeper
  auditLog: Pick<AuditLog, 'writeIfPossible'>
  /** True where it is known that no payment is open. */
  isIdle: () => boolean
  /** False while nothing vouches for the settings. */
  isVouched: () => boolean
  clock: Clock
  log: Log
  version: string
  folder: string
  /** What this computer needs of Electron. */
  computer: UpdateComputer
  showItemInFolder: (file: string) => void
  /** Ends the till and starts it again. */
  restart: () => void
  changed: () => void
}

/** What updates need of Electron and of the computer. */
export interface UpdateComputer {
  kind: PackageKind
  /** Loads electron-updater: a till without an address never does. */
  open: (source: UpdateSource) => Promise<Updater>
  /** Closes the till. */
  quit: () => void
}

/** Nothing is asked before `start`, nor while there is no address. */
export function createUpdates(deps: UpdatesDeps): Updates {
  const { settings, clock, log } = deps
  const by = installerOf(deps.computer.kind)
  let status: UpdateStatus = { name: 'unasked' }
  let updater: Updater | null = null
  let working: AbortController | null = null
  let cancelTimer: (() => void) | null = null
  let nextAt = 0
  let quietSince = clock.monotonic()

  const isOn = () => settings.get().updates.address !== '' && deps.isVouched()

  function show(next: UpdateStatus): void {
    status = next
    deps.changed()
  }

  function refuse(error: unknown): void {
    const refused =
      error instanceof UpdateRefused ? error : new UpdateRefused('unreachable', String(error))
    log.warn('update-refused', { reason: refused.why })
    const before = status
    show({ name: 'refused', why: refused.why, at: clock.wall() })
    // A shop without network is not news; a list or package that is not the publisher's is.
    const isNews = before.name !== 'refused' || before.why !== refused.why
    if (refused.why !== 'unreachable' && isNews)
      deps.auditLog.writeIfPossible('update-refused', null, { why: refused.why })
  }

  /** Ends what runs when the server is silent for too long. */
  function watchSilence(controller: AbortController) {
    let cancel = () => {}
    const heard = () => {
      cancel()
      cancel = clock.after(silentFor, () => controller.abort('silent'))
    }
    heard()
    return { heard, end: () => cancel() }
  }

  async function run(): Promise<void> {
    const controller = new AbortController()
    const silence = watchSilence(controller)
    working = controller
    nextAt = clock.monotonic() + askedEvery
    let version: string | null = null
    show({ name: 'checking' })
    try {
      updater ??= await open()
      version = await updater.check(controller.signal)
      if (controller.signal.aborted) throw new UpdateRefused('unreachable', 'Ended')
      if (version === null) return show({ name: 'current', at: clock.wall() })
      const found = version
      show({ name: 'downloading', version: found, percent: 0 })
      const file = await updater.download(percent => {
        silence.heard()
        if (working === controller) show({ name: 'downloading', version: found, percent })
      }, controller.signal)
      if (controller.signal.aborted) throw new UpdateRefused('unreachable', 'Ended')
      show({ name: 'ready', version, by, file, chosen: false })
    } catch (error) {
      if (controller.signal.reason === 'payment') {
        nextAt = clock.monotonic() + brokenOffFor
        show(version === null ? { name: 'unasked' } : { name: 'available', version })
      } else if (controller.signal.reason === 'silent')
        refuse(new UpdateRefused('unreachable', 'The server says nothing'))
      // Switched off or stopped: there is nothing to say.
      else if (!controller.signal.aborted) refuse(error)
    } finally {
      silence.end()
      if (working === controller) working = null
    }
  }

  function open(): Promise<Updater> {
    const { computer, version, folder } = deps
    return computer.open({ ...settings.get().updates, kind: computer.kind, version, folder })
  }

  function plan(delay: number): void {
    cancelTimer = clock.after(delay, () => {
      plan(again)
      const isQuiet = clock.monotonic() - quietSince >= quietFor
      const isDue = clock.monotonic() >= nextAt && status.name !== 'ready'
      if (isOn() && isDue && isQuiet && working === null && deps.isIdle()) void run()
    })
  }

  return {
    view(isLocked) {
      const { address, publicKey } = settings.get().updates
      return {
        address: isLocked ? '' : address,
        publicKey: isLocked ? '' : publicKey,
        status: address === '' ? { name: 'off' } : status,
      }
    },
    save({ address, publicKey }) {
      if (address !== '' && !checkServiceAddress(address).ok)
        return failure('update-address-bad', 'HTTPS, without a name, a password or a query')
      if (address !== '' && publicKey === '') return failure('update-key-missing', '')
      settings.update(all => ({ ...all, updates: { address, publicKey } }))
      // What was fetched was judged with the other key.
      working?.abort('off')
      working = null
      updater = null
      nextAt = 0
      show({ name: 'unasked' })
      return success(null)
    },
    async check() {
      if (!isOn()) return failure('update-not-ready', 'No address is set')
      if (!deps.isIdle()) return failure('update-waits', 'A payment is open')
      if (working === null) await run()
      return success(null)
    },
    async choose(install) {
      if (!readyForTill()) return failure('update-not-ready', status.name)
      if (install === 'now' && !deps.isIdle()) return failure('update-waits', 'A payment is open')
      if (install !== 'not' && !(await isPackageIntact())) {
        refuse(new UpdateRefused('download', 'The package was changed after it was fetched'))
        return success(null)
      }
      // Asked again: it may have been switched off while the package was read.
      const ready = readyForTill()
      if (!ready) return failure('update-not-ready', status.name)
      show({ ...ready, chosen: install !== 'not' })
      if (install === 'now') deps.computer.quit()
      return success(null)
    },
    showInFolder() {
      if (status.name !== 'ready') return failure('update-not-ready', status.name)
      deps.showItemInFolder(status.file)
      return success(null)
    },
    saleChanged() {
      quietSince = clock.monotonic()
      if (working && !deps.isIdle()) working.abort('payment')
    },
    start: () => plan(firstAfter),
    stop() {
      cancelTimer?.()
      working?.abort('stopped')
    },
    toInstall() {
      const wanted = readyForTill()?.chosen && isOn() && deps.isIdle()
      return wanted ? install : null
    },
  }

  /** A version that the till itself can install. */
  function readyForTill() {
    return status.name === 'ready' && status.by === 'till' ? status : null
  }

  /** The till has stopped. Where the installer does not start, the person gets the old version back. */
  async function install(): Promise<void> {
    try {
      await updater?.install()
    } catch (error) {
      log.error('update-not-installed', { error })
      deps.restart()
    }
  }

  async function isPackageIntact(): Promise<boolean> {
    return (await updater?.isIntact().catch(() => false)) ?? false
  }
}
