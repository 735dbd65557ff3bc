import { z } from 'zod'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { UpdateSettings, UpdateStatus, UpdateView } from '../../../shared/updates'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import { checkServiceAddress } from '../service'
import type { DocumentStore } from '../store/files/document-store'
import type { SettingsKeeper } from '../store/settings'
import type { TillStore } from '../store/till-store'
import {
  compareVersions,
  installerOf,
  type PackageKind,
  UpdateRefused,
  type UpdateSource,
  type VersionFetcher,
} from './release'

/** How soon after the start the first question may be, and how often it is considered, ms. */
const firstAfter = 60_000
const again = 10 * 60_000
/** So long no payment changed: then the till counts as idle, ms. */
const quietFor = 10 * 60_000
/** By itself the till asks once a day, and not before an hour after a payment broke a download off. */
const askedEvery = 24 * 3_600_000
const brokenOffFor = 3_600_000
/** A server that says nothing for so long, ms. */
const silentFor = 60_000

const choiceSchema = z.object({ version: z.string().max(40).nullable() })

/** What updates need of Electron and of the computer. */
export interface UpdateComputer {
  kind: PackageKind
  /** Loads electron-updater: a till without an address never does. */
  open: (source: UpdateSource) => Promise<VersionFetcher>
  /** Closes the till. */
  quit: () => void
}

interface UpdatesDeps {
  settings: Pick<SettingsKeeper, 'get' | 'update'>
  auditLog: Pick<TillStore, 'recordIfPossible'>
  /** True where it is known that no payment is open. */
  isIdle: () => boolean
  /** False while nothing confirms that the settings are this till's. */
  isVouched: () => boolean
  clock: Clock
  log: Log
  version: string
  folder: string
  /** Keeps which version was chosen: Windows ends programs at a shutdown without letting them install it. */
  chosen: DocumentStore
  computer: UpdateComputer
  showItemInFolder: (file: string) => void
  /** Ends the till and starts it again. */
  restart: () => void
  changed: () => void
}

/**
 * Newer versions: asked for, fetched and installed only while no payment is open. Nothing is asked before `start`,
 * nor while there is no address. One search runs at a time.
 */
export class Updates implements HandlersOf<'updates'> {
  #status: UpdateStatus = { name: 'unasked' }
  #updater: VersionFetcher | null = null
  #running: AbortController | null = null
  #nextAt = 0
  #quietSince: number
  #cancelTimer = () => {}

  constructor(private readonly deps: UpdatesDeps) {
    this.#quietSince = deps.clock.monotonic()
  }

  view(isLocked: boolean): UpdateView {
    const { address, publicKey } = this.deps.settings.get().updates
    return {
      address: isLocked ? '' : address,
      publicKey: isLocked ? '' : publicKey,
      status: address === '' ? { name: 'off' } : this.#status,
    }
  }

  save({ address, publicKey }: UpdateSettings): Result<null> {
    if (address !== '' && !checkServiceAddress(address).ok)
      return failure('update-address-bad', 'HTTPS, without a name, a password or a query')
    if (address !== '' && publicKey === '') return failure('update-key-missing', '')
    this.deps.settings.update(all => ({ ...all, updates: { address, publicKey } }))
    // What was fetched was judged with the old address and key.
    this.#running?.abort('off')
    this.#running = null
    this.#updater = null
    this.#nextAt = 0
    this.#keepChoice(null)
    this.#show({ name: 'unasked' })
    return success(null)
  }

  async check(): Promise<Result<null>> {
    if (!this.#isOn()) return failure('update-not-ready', 'No address is set')
    if (!this.deps.isIdle()) return failure('update-waits', 'A payment is open')
    if (!this.#running) await this.#search()
    return success(null)
  }

  choose({ install }: { install: 'now' | 'at-close' | 'not' }): Result<null> {
    const { isIdle, computer } = this.deps
    const ready = this.#readyForTill()
    if (!ready) return this.#notReady()
    if (install === 'now' && !isIdle()) return failure('update-waits', 'A payment is open')
    this.#keepChoice(install === 'not' ? null : ready.version)
    this.#show({ ...ready, chosen: install !== 'not' })
    if (install === 'now') computer.quit()
    return success(null)
  }

  showInFolder(): Result<null> {
    if (this.#status.name !== 'ready') return this.#notReady()
    this.deps.showItemInFolder(this.#status.file)
    return success(null)
  }

  /** A payment began or changed: nothing goes on while one is open. */
  paymentChanged(): void {
    this.#quietSince = this.deps.clock.monotonic()
    if (this.#running && !this.deps.isIdle()) this.#running.abort('payment')
  }

  start(): void {
    this.#plan(firstAfter)
  }

  stop(): void {
    this.#cancelTimer()
    this.#running?.abort('stopped')
  }

  /** Asked when the till begins to stop, while its payments can be read; null: nothing is installed. */
  toInstall(): (() => Promise<void>) | null {
    const isWanted = this.#readyForTill()?.chosen && this.#isOn() && this.deps.isIdle()
    return isWanted ? () => this.#install() : null
  }

  #plan(delay: number): void {
    const { clock, isIdle } = this.deps
    this.#cancelTimer = clock.after(delay, () => {
      this.#plan(again)
      const isQuiet = clock.monotonic() - this.#quietSince >= quietFor
      const isDue = clock.monotonic() >= this.#nextAt && this.#status.name !== 'ready'
      // What a person chose before the computer was switched off is found again at once.
      const isWanted = isQuiet || this.#chosenVersion() !== null
      if (this.#isOn() && isDue && isWanted && !this.#running && isIdle()) void this.#search()
    })
  }

  /** Asks the owner's address for a newer version and fetches it. */
  async #search(): Promise<void> {
    const { clock } = this.deps
    const controller = new AbortController()
    const { signal } = controller
    const silence = watchSilence(controller, clock)
    this.#running = controller
    this.#nextAt = clock.monotonic() + askedEvery
    let found: string | null = null
    this.#show({ name: 'checking' })
    try {
      this.#updater ??= await this.#open()
      found = await this.#updater.check(signal)
      if (signal.aborted) throw new UpdateRefused('unreachable', 'Ended')
      if (found === null) return this.#show({ name: 'current', at: clock.wall() })
      await this.#fetch(this.#updater, found, controller, silence.heard)
    } catch (error) {
      this.#showWhyEnded(error, signal, found)
    } finally {
      silence.end()
      if (this.#running === controller) this.#running = null
    }
  }

  #open() {
    const { settings, computer, version, folder } = this.deps
    return computer.open({ ...settings.get().updates, kind: computer.kind, version, folder })
  }

  async #fetch(
    from: Pick<VersionFetcher, 'download'>,
    version: string,
    controller: AbortController,
    heard: () => void,
  ): Promise<void> {
    this.#show({ name: 'downloading', version, percent: 0 })
    const file = await from.download(percent => {
      heard()
      if (this.#running === controller) this.#show({ name: 'downloading', version, percent })
    }, controller.signal)
    if (controller.signal.aborted) throw new UpdateRefused('unreachable', 'Ended')
    const by = installerOf(this.deps.computer.kind)
    this.#show({ name: 'ready', version, by, file, chosen: version === this.#chosenVersion() })
  }

  #showWhyEnded(error: unknown, { reason, aborted }: AbortSignal, found: string | null): void {
    if (reason === 'payment') {
      this.#nextAt = this.deps.clock.monotonic() + brokenOffFor
      this.#show(found === null ? { name: 'unasked' } : { name: 'available', version: found })
    } else if (reason === 'silent')
      this.#refuse(new UpdateRefused('unreachable', 'The server says nothing'))
    // Switched off or stopped: there is nothing to say.
    else if (!aborted) this.#refuse(error)
  }

  #show(next: UpdateStatus): void {
    this.#status = next
    this.deps.changed()
  }

  /** Shows and logs why there is no newer version. */
  #refuse(error: unknown): void {
    const { log, clock, auditLog } = this.deps
    const why = error instanceof UpdateRefused ? error.why : 'unreachable'
    log.warn('update-refused', { reason: why })
    const before = this.#status
    this.#show({ name: 'refused', why, at: clock.wall() })
    // A shop without network is not news; a list or package that is not the publisher's is.
    const isNews = before.name !== 'refused' || before.why !== why
    if (why !== 'unreachable' && isNews) auditLog.recordIfPossible('update-refused', null, { why })
  }

  /** The version that a person chose, in this run or one before; null for none, and once it runs. */
  #chosenVersion(): string | null {
    const version = this.#readChoice()
    return version !== null && compareVersions(version, this.deps.version) === 'newer'
      ? version
      : null
  }

  #readChoice(): string | null {
    try {
      return choiceSchema.parse(this.deps.chosen.read() ?? { version: null }).version
    } catch (error) {
      this.deps.log.warn('update-choice-unreadable', { error })
      return null
    }
  }

  /** A disk that does not keep it must not keep the update from this run. */
  #keepChoice(version: string | null): void {
    try {
      this.deps.chosen.write({ version })
    } catch (error) {
      this.deps.log.warn('update-choice-not-kept', { error })
    }
  }

  #isOn(): boolean {
    return this.deps.settings.get().updates.address !== '' && this.deps.isVouched()
  }

  #notReady(): Result<null> {
    return failure('update-not-ready', this.#status.name)
  }

  /** A version that the till itself can install. */
  #readyForTill() {
    const now = this.#status
    return now.name === 'ready' && now.by === 'till' ? now : null
  }

  /** The till has stopped. Where the installer does not start, the person gets the old version back. */
  async #install(): Promise<void> {
    try {
      await this.#updater?.install()
    } catch (error) {
      this.deps.log.error('update-not-installed', { error })
      this.deps.restart()
    }
  }
}

function watchSilence(controller: AbortController, clock: Clock) {
  let cancel = () => {}
  const heard = () => {
    cancel()
    cancel = clock.after(silentFor, () => controller.abort('silent'))
  }
  heard()
  return { heard, end: () => cancel() }
}
