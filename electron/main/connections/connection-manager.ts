import type { ConnectionKind } from '../../../shared/connection'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { BlockReason, LedgerExport, Recovery, Stage } from '../../../shared/ipc/till-state'
import type { Settings } from '../../../shared/settings'
import { diskFailure } from '../platform/disk-fault'
import type { LogFacts } from '../platform/log'
import { removeFile } from '../platform/remove'
import { createTaskQueue } from '../platform/task-queue'
import type { SalesEngine } from '../sales/sales-engine'
import { databaseFailure } from '../store/database'
import { renameSurely } from '../store/files/durable-files'
import type { Ledger } from '../store/ledger/ledger'
import { faultReason, openLedger } from '../store/ledger/open-ledger'
import { LedgerDamaged } from '../store/ledger/rows/codec'
import {
  type Building,
  type LedgerAndKey,
  LedgerFiles,
  type LedgerFilesDeps,
} from '../store/recovery/ledger-files'
import { Reopening } from '../store/recovery/reopening'
import { ConnectionOpener, type ConnectionOpenerDeps } from './connection-opener'

interface ConnectionManagerDeps extends LedgerFilesDeps, ConnectionOpenerDeps {}

const connectionChanged = failure('not-selling', 'The connection was changed')
const ledgerFailed = failure('storage-failed', 'The till could not write or read its ledger')
const ledgerInUse = failure('ledger-not-empty', 'The ledger in use has payments in it')

const replacedByAnother: Stage = { name: 'blocked', reason: 'replaced', detail: '' }
const rescuable: readonly BlockReason[] = ['ledger-unreadable', 'ledger-newer', 'ledger-older']

/** Opens the engine of the active connection, and says what prevents it when it cannot. Nothing is open until `reopen`. */
export class ConnectionManager implements HandlersOf<'ledger'> {
  readonly #queue = createTaskQueue()
  readonly #reopening: Reopening
  readonly #ledgers: LedgerFiles
  readonly #opener: ConnectionOpener
  #stage: Stage = { name: 'first-run' }
  #kind: ConnectionKind = 'practice'
  #faulted: boolean = false
  #closed: boolean = false

  constructor(private readonly deps: ConnectionManagerDeps) {
    const { settings, log } = deps
    this.#reopening = new Reopening(deps.clock, () => void this.#openInTurn())
    this.#ledgers = new LedgerFiles({
      ...deps,
      book: {
        shop: () => settings.get().shop,
        damaged: () => log.error('customer-entry-damaged'),
      },
    })
    this.#opener = new ConnectionOpener({
      ...deps,
      ledgers: this.#ledgers,
      reopening: this.#reopening,
      fault: error => this.fault(error),
    })
  }

  stage(): Stage {
    return this.#stage
  }

  /** The engine that sells, or null in any other stage. */
  engine(): SalesEngine | null {
    return this.#stage.name === 'selling' ? (this.#opener.current()?.engine ?? null) : null
  }

  /** Closes the engine that is open and opens that of the active connection. One at a time. */
  reopen(): Promise<void> {
    this.#reopening.startOver()
    return this.#openInTurn()
  }

  /**
   * Changes the settings, then opens the active connection where another one is active or the till does
   * not sell. `payments-open`, with nothing changed, while payments of the real connection in use are
   * open. Throws what the settings throw.
   */
  async choose(how: (settings: Settings) => Settings): Promise<Result<null>> {
    const { settings } = this.deps
    // What is being opened has to be open before its payments can be counted.
    await this.#queue.idle()
    const before = settings.get().active
    const next = how(settings.get()).active
    const refused = next === before ? null : this.#whyNotLeave(before)
    if (refused) return refused
    settings.update(how)
    // A till that sells would only end its calls in flight.
    if (next !== before || this.#stage.name !== 'selling') await this.reopen()
    return success(null)
  }

  /**
   * Stops selling, visibly: a part of the payment path has failed. If the cause is a disk or a lock, the
   * ledger is opened again automatically, and `recovery` says what was found of the interrupted payments.
   */
  fault(error: unknown): void {
    const { log } = this.deps
    log.error('payment-path-failed', { error })
    this.#reopening.stopped(this.#kind, error)
    // Later failures are often caused by the first, and would only hide it.
    if (!this.#faulted) this.#show(stoppedBy(error))
    this.#faulted = true
    const closing = this.#opener
      .close()
      .catch(cause => log.error('shutting-failed', { error: cause }))
    // The next opening waits: two engines must never have the same ledger open.
    void this.#queue.run(() => closing)
  }

  /**
   * Work that a call did on this engine failed: a fault, unless the engine was closed meanwhile for another
   * connection. Then the error says nothing about the ledger in use. Returns what the call is answered.
   */
  workFailed(engine: SalesEngine, error: unknown): Failure {
    const isLeft = !this.#faulted && this.#opener.current()?.engine !== engine
    if (isLeft) this.deps.log.warn('closed-engine-asked', { error })
    else this.fault(error)
    return isLeft ? connectionChanged : ledgerFailed
  }

  /** Another machine has this till's place: nothing is sold here, and what is not shipped yet still is. */
  replaced(): void {
    if (this.#stage.name !== 'selling') return
    this.#show(replacedByAnother)
    this.#fence()
  }

  recovery(): Recovery {
    return this.#reopening.view(this.#kind)
  }

  /** Opens a ledger that blocks the till again: a till that sells would end its calls in flight for nothing. */
  async tryAgain(): Promise<Result<null>> {
    if (this.#stage.name === 'blocked') await this.reopen()
    return success(null)
  }

  /** A person has read what was found after the ledger was opened again. */
  acknowledge(): Result<null> {
    this.#reopening.acknowledge(this.#kind)
    this.deps.changed()
    return success(null)
  }

  /** For a ledger that is damaged or newer than this app, and only while it blocks the till. */
  exportReadable(): Promise<Result<LedgerExport>> {
    return this.#rescued(ledger => this.#ledgers.exportReadable(ledger))
  }

  /** The same, after an export: renames the ledger and opens a new one. */
  async quarantine(): Promise<Result<{ keptAs: string }>> {
    const done = await this.#rescued(ledger => this.#ledgers.quarantine(ledger))
    if (!done.ok) return done
    this.#reopening.forget(this.#kind)
    await this.#openInTurn()
    return done
  }

  /** See `PutInPlace`. */
  async putInPlace<Value>(
    build: (built: LedgerAndKey) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    await this.#queue.idle()
    const ledger = this.#isEmpty() ? this.#find() : null
    if (ledger === null) return ledgerInUse
    const file = `${ledger.file}.rebuilt`
    removeLedger(file)
    try {
      const built = await build({ ...ledger, file })
      if (!built.ok) return built
      const placed = await this.#queue.run(() => this.#exchange(ledger, file))
      return placed ?? built
    } finally {
      removeLedger(file)
    }
  }

  /** See `RenewLedger`. */
  async renewLedger<Value>(
    build: (built: LedgerAndKey, of: Ledger) => Promise<Result<Building<Value>>>,
  ): Promise<Result<Value>> {
    await this.#queue.idle()
    const of = this.engine()?.ledger
    const ledger = this.#find()
    if (!of || ledger === null) return failure('not-selling', `The till is ${this.#stage.name}`)
    const file = `${ledger.file}.rebuilt`
    removeLedger(file)
    try {
      const built = await build({ ...ledger, file }, of)
      if (!built.ok) return built
      return await this.#queue.run(() => this.#renew(ledger, file, built.value))
    } finally {
      removeLedger(file)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#reopening.cancel()
    this.#ledgers.stop()
    await this.#queue.idle()
    await this.#opener.close()
  }

  #openInTurn(): Promise<void> {
    return this.#queue.run(() => this.#openActive())
  }

  #openActive(): Promise<void> {
    return this.#open().catch(error => this.fault(error))
  }

  /** Opens the connection that the settings name. Rejects where opening it fails. */
  async #open(): Promise<void> {
    const { settings, store, random, shop } = this.deps
    await this.#opener.close()
    // A retry that was due when the till was closed opens nothing.
    if (this.#closed) return
    this.#faulted = false
    // Nothing is known of this till before its store is open.
    if (store.closed() !== null) return this.#show({ name: 'locked' })
    const copy = store.document().restored
    // What was sent after the copy was made is not in it: an owner decides before anything is.
    if (copy) return this.#show({ name: 'blocked', reason: 'restored', detail: '', copy })
    const { active, tillId } = settings.get()
    const idle = store.document().ownersAddress === null ? 'first-run' : 'owners-view'
    if (active === null) return this.#show({ name: idle })
    // Made once, and on the disk before the first payment names it.
    if (tillId === '') settings.update(all => ({ ...all, tillId: random.accountId() }))
    this.#kind = active
    const next = await this.#opener.open(active)
    // An opening that closing the till interrupted says nothing about the ledger.
    if (this.#closed && !this.#opener.current()) return
    const isReplaced = next.name === 'selling' && shop.isReplaced()
    this.#show(isReplaced ? replacedByAnother : next)
    if (isReplaced) this.#fence()
    else this.#opener.current()?.start()
  }

  #show(next: Stage): void {
    const { log, changed } = this.deps
    this.#stage = next
    log.info('stage', factsOf(next))
    if (next.name === 'blocked' && !this.#closed) this.#reopening.blocked(next.reason)
    changed()
  }

  #fence(): void {
    this.#opener
      .current()
      ?.fence()
      .catch(error => this.fault(error))
  }

  /**
   * Why the till may not leave this connection, or null. Only one connection's payments are watched at a
   * time: a payment of a connection that was left could be paid unseen. An engine that is not open watches
   * nothing, and its screen says so. A ledger that cannot be read stops selling.
   */
  #whyNotLeave(kind: ConnectionKind | null): Failure | null {
    const engine = this.#opener.current()?.engine
    if (kind === null || kind === 'practice' || !engine) return null
    try {
      const count = engine.ledger.openIds().length
      if (count === 0) return null
      const message = `${count} payments of the ${kind} connection are open`
      return { ...failure('payments-open', message), paymentsOpen: { kind, count } }
    } catch (error) {
      this.fault(error)
      return failure('storage-failed', 'The till could not read its ledger')
    }
  }

  /** Only while that ledger blocks the till, and when nothing else is being opened. */
  #rescued<Value>(work: (ledger: LedgerAndKey) => Promise<Result<Value>>): Promise<Result<Value>> {
    const done = this.#queue.run(() => {
      const now = this.#stage
      const isBlocked = now.name === 'blocked' && rescuable.includes(now.reason)
      const ledger = isBlocked ? this.#find() : null
      return ledger ? work(ledger) : failure('action-not-possible', `The till is ${now.name}`)
    })
    return done.catch(error => diskFailure('export-failed', error))
  }

  /** Null once the built ledger is in use. */
  async #exchange({ file }: LedgerAndKey, built: string): Promise<Failure | null> {
    try {
      // Asked again: the till sold on meanwhile.
      if (!this.#isEmpty()) return ledgerInUse
      await this.#opener.close()
      renameSurely(built, file)
    } catch (error) {
      this.fault(error)
      return failure('till-fault', 'The ledgers could not be exchanged')
    }
    await this.#openExchanged()
    return null
  }

  async #renew<Value>(
    ledger: LedgerAndKey,
    built: string,
    { finish, close }: Building<Value>,
  ): Promise<Result<Value>> {
    let value: Value
    try {
      try {
        await this.#opener.close()
        value = withLedger(ledger, finish)
      } finally {
        close()
      }
      this.#ledgers.replace(ledger, built)
    } catch (error) {
      this.fault(error)
      return failure('till-fault', 'The ledgers could not be exchanged')
    }
    await this.#openExchanged()
    return success(value)
  }

  /** Opens another ledger in place of the one before: nothing that was known of that one holds for it. */
  async #openExchanged(): Promise<void> {
    this.#reopening.forget(this.#kind)
    this.#opener.forget(this.#kind)
    await this.#openActive()
  }

  /** Whether the ledger in use is open and has nothing in it. */
  #isEmpty(): boolean {
    return this.#opener.current()?.engine.ledger.links.last() === 0
  }

  /** The active connection's ledger; null while the till is closed. */
  #find(): LedgerAndKey | null {
    return this.deps.store.closed() === null ? this.#ledgers.find(this.#kind) : null
  }
}

/** Not its detail: that may be words of a library or of the service. */
function factsOf(stage: Stage): LogFacts {
  const { name } = stage
  return stage.name === 'blocked' ? { name, reason: stage.reason } : { name }
}

function stoppedBy(error: unknown): Stage {
  const reason = faultReason(error) ?? 'till-fault'
  return { name: 'blocked', reason, detail: databaseFailure(error) }
}

/** Works on a ledger that nothing else has open. Throws where it does not open. */
function withLedger<Value>(of: LedgerAndKey, work: (ledger: Ledger) => Value): Value {
  const opening = openLedger(of)
  if (!opening.ok) throw new LedgerDamaged(opening.detail)
  try {
    return work(opening.ledger)
  } finally {
    opening.close()
  }
}

/** What an attempt that was cut short left; a journal that stays would be played into the next file. */
function removeLedger(file: string): void {
  for (const each of [file, `${file}-journal`]) removeFile(each)
}
