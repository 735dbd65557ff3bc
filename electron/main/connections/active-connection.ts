import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure } from '../../../shared/ipc/result'
import type { Stage } from '../../../shared/ipc/till-state'
import type { PaymentEngine } from '../payments/engine'
import type { LogFacts } from '../platform/log'
import type { TaskQueue } from '../platform/task-queue'
import { databaseFailure } from '../store/database'
import { faultReason } from '../store/ledger/open-ledger'
import type { LedgerOpener } from '../store/recovery/ledger-opener'
import type { Reopenings } from '../store/recovery/reopening'
import {
  type ConnectionOpener,
  type ConnectionOpenerDeps,
  createConnectionOpener,
} from './connection-opener'
import type { EngineSlot } from './engine-slot'
import { giveTillId } from './till-id'

/** The connection in use: its stage, and the engine while it sells. */
export interface ActiveConnection {
  stage(): Stage
  kind(): ConnectionKind
  /** The engine that sells, or null in any other stage. */
  engine(): PaymentEngine | null
  /** Empties the slot and opens the connection that the settings name. Rejects where opening it fails. */
  open(): Promise<void>
  /**
   * Stops selling, visibly: a part of the payment path has failed. If the cause is a disk or a lock, the
   * ledger is opened again automatically, and `recovery` says what was found of the interrupted sales.
   */
  fault(error: unknown): void
  /**
   * Work that a call did on this engine failed: a fault, unless the engine was closed meanwhile for another
   * connection. Then the error says nothing about the ledger in use. What the call is answered.
   */
  workFailed(engine: PaymentEngine, error: unknown): Failure
  /** Another machine has this till's place: nothing is sold here, and what is not shipped yet still is. */
  replaced(): void
  forget: ConnectionOpener['forget']
  /** Opens nothing from now on. */
  close(): void
}

export type ActiveConnectionDeps = ConnectionOpenerDeps

interface Parts {
  queue: TaskQueue
  slot: EngineSlot
  reopenings: Reopenings
  ledgers: LedgerOpener
}

const connectionChanged = failure('not-selling', 'The connection was changed')
const ledgerFailed = failure('storage-failed', 'The till could not write or read its ledger')

const replacedByAnother: Stage = { name: 'blocked', reason: 'replaced', detail: '' }

/** Nothing is open until `open`. */
export function createActiveConnection(
  deps: ActiveConnectionDeps,
  { queue, slot, reopenings, ledgers }: Parts,
): ActiveConnection {
  const { settings, store, log } = deps
  let stage: Stage = { name: 'first-run' }
  let kind: ConnectionKind = 'practice'
  let faulted = false
  let closed = false
  const opener = createConnectionOpener(deps, {
    ledgers,
    slot,
    ledgerOpened: (of, ledger) => reopenings.of(of).opened(ledger),
    fault,
  })

  function show(next: Stage): void {
    stage = next
    log.info('stage', factsOf(next))
    if (next.name === 'blocked' && !closed) reopenings.of(kind).blocked(next.reason)
    deps.changed()
  }

  async function open(): Promise<void> {
    await slot.empty()
    // A retry that was due when the till was closed opens nothing.
    if (closed) return
    faulted = false
    // Nothing is known of this till before its store is open.
    if (store.closed() !== null) return show({ name: 'locked' })
    const copy = store.document().restored
    // What was sent after the copy was made is not in it: an owner decides before anything is.
    if (copy) return show({ name: 'blocked', reason: 'restored', detail: '', copy })
    const { active } = settings.get()
    if (active === null) return show({ name: 'first-run' })
    giveTillId(settings, deps.random.accountId)
    kind = active
    const next = await opener.open(kind)
    // The till's file was an older one, and a copy took its place.
    if (next.name === 'locked' && store.closed() === null) return open()
    // An opening that closing the till interrupted says nothing about the ledger.
    if (closed && !slot.current()) return
    const isReplaced = next.name === 'selling' && deps.shop.isReplaced()
    show(isReplaced ? replacedByAnother : next)
    if (isReplaced) slot.current()?.fence().catch(fault)
    else slot.current()?.start()
  }

  function fault(error: unknown): void {
    log.error('payment-path-failed', { error })
    reopenings.of(kind).stopped(error)
    // Later failures are often caused by the first, and would only hide it.
    if (!faulted) show(stoppedBy(error))
    faulted = true
    const closing = slot.empty().catch(cause => log.error('shutting-failed', { error: cause }))
    // The next opening waits: two engines must never have the same ledger open.
    void queue.run(() => closing)
  }

  function workFailed(engine: PaymentEngine, error: unknown): Failure {
    const isLeft = !faulted && slot.current()?.engine !== engine
    if (isLeft) log.warn('closed-engine-asked', { error })
    else fault(error)
    return isLeft ? connectionChanged : ledgerFailed
  }

  return {
    stage: () => stage,
    kind: () => kind,
    engine: () => (stage.name === 'selling' ? (slot.current()?.engine ?? null) : null),
    open,
    fault,
    workFailed,
    replaced() {
      if (stage.name !== 'selling') return
      show(replacedByAnother)
      slot.current()?.fence().catch(fault)
    },
    forget: opener.forget,
    close() {
      closed = true
    },
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
