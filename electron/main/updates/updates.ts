import { failure, type Result, success } from '../../../shared/ipc/result'
import type { UpdateSettings, UpdateView } from '../../../shared/updates'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import { checkServiceAddress } from '../service'
import type { AuditLog } from '../store/audit-log'
import type { SettingsKeeper } from '../store/settings'
import { UpdateRefused } from './refusal'
import { createUpdateSearch, type UpdateComputer } from './update-search'
import { createUpdateStatus } from './update-status'

/** How soon after the start the first question may be, and how often it is considered, ms. */
const firstAfter = 60_000
const again = 10 * 60_000
/** So long no payment changed: then the till counts as idle, ms. */
const quietFor = 10 * 60_000

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

/** Nothing is asked before `start`, nor while there is no address. */
export function createUpdates(deps: UpdatesDeps): Updates {
  const { settings, clock } = deps
  const status = createUpdateStatus(deps)
  const search = createUpdateSearch({ ...deps, status })
  let cancelTimer: (() => void) | null = null
  let quietSince = clock.monotonic()

  const isOn = () => settings.get().updates.address !== '' && deps.isVouched()
  const notReady = () => failure('update-not-ready', status.get().name)

  function plan(delay: number): void {
    cancelTimer = clock.after(delay, () => {
      plan(again)
      const isQuiet = clock.monotonic() - quietSince >= quietFor
      const isDue = search.isDue() && status.get().name !== 'ready'
      if (isOn() && isDue && isQuiet && !search.isRunning() && deps.isIdle()) void search.run()
    })
  }

  return {
    view(isLocked) {
      const { address, publicKey } = settings.get().updates
      return {
        address: isLocked ? '' : address,
        publicKey: isLocked ? '' : publicKey,
        status: address === '' ? { name: 'off' } : status.get(),
      }
    },
    save({ address, publicKey }) {
      if (address !== '' && !checkServiceAddress(address).ok)
        return failure('update-address-bad', 'HTTPS, without a name, a password or a query')
      if (address !== '' && publicKey === '') return failure('update-key-missing', '')
      settings.update(all => ({ ...all, updates: { address, publicKey } }))
      search.reset()
      return success(null)
    },
    async check() {
      if (!isOn()) return failure('update-not-ready', 'No address is set')
      if (!deps.isIdle()) return failure('update-waits', 'A payment is open')
      if (!search.isRunning()) await search.run()
      return success(null)
    },
    async choose(install) {
      if (!readyForTill()) return notReady()
      if (install === 'now' && !deps.isIdle()) return failure('update-waits', 'A payment is open')
      if (install !== 'not' && !(await search.isPackageIntact())) {
        status.refuse(new UpdateRefused('download', 'The package was changed after it was fetched'))
        return success(null)
      }
      // Asked again: it may have been switched off while the package was read.
      const ready = readyForTill()
      if (!ready) return notReady()
      status.show({ ...ready, chosen: install !== 'not' })
      if (install === 'now') deps.computer.quit()
      return success(null)
    },
    showInFolder() {
      const now = status.get()
      if (now.name !== 'ready') return notReady()
      deps.showItemInFolder(now.file)
      return success(null)
    },
    saleChanged() {
      quietSince = clock.monotonic()
      if (search.isRunning() && !deps.isIdle()) search.end('payment')
    },
    start: () => plan(firstAfter),
    stop() {
      cancelTimer?.()
      search.end('stopped')
    },
    toInstall() {
      const wanted = readyForTill()?.chosen && isOn() && deps.isIdle()
      return wanted ? install : null
    },
  }

  /** A version that the till itself can install. */
  function readyForTill() {
    const now = status.get()
    return now.name === 'ready' && now.by === 'till' ? now : null
  }

  /** The till has stopped. Where the installer does not start, the person gets the old version back. */
  async function install(): Promise<void> {
    try {
      await search.install()
    } catch (error) {
      deps.log.error('update-not-installed', { error })
      deps.restart()
    }
  }
}
