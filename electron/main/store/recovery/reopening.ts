import { isDeepStrictEqual } from 'node:util'
import type { ConnectionKind } from '../../../../shared/connection'
import type {
  BlockReason,
  InterruptedPayment,
  ReadBackPayment,
  Recovery,
} from '../../../../shared/ipc/till-state'
import type { PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import { statusOf } from '../../../../shared/payment/status'
import type { Clock } from '../../platform/clock'
import { LedgerWriteFailed } from '../ledger/errors'
import type { Ledger } from '../ledger/ledger'

/** Pauses before each attempt; after the last only a person may ask. */
const seconds = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60, 60, 60]

/** A till that sold for so long (ms) after it had reopened has recovered: the pauses start again. */
const soundFor = 5 * 60_000

/** Trouble that can pass without a person doing something in the till. */
function mayPass(reason: BlockReason): boolean {
  return ['storage-full', 'storage-read-only', 'storage-failed', 'ledger-in-use'].includes(reason)
}

/**
 * Gets a till over a disk that failed: when to open the ledger in use again, and what was found then. A write that was
 * interrupted belongs to the ledger of one connection.
 */
export class Reopening {
  /** Connections whose selling has stopped: the payments that were being written, and of each what failed first. */
  readonly #stopped = new Map<ConnectionKind, Map<string, LedgerWriteFailed>>()
  readonly #readBack = new Map<ConnectionKind, readonly ReadBackPayment[]>()
  #attempts = 0
  #openedAt: number | null = null
  #cancelTimer: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    /** Opens the ledger again. */
    private readonly reopen: () => void,
  ) {}

  view(kind: ConnectionKind): Recovery {
    return {
      tryingAlone: this.#cancelTimer !== null,
      interrupted: this.#interrupted(kind).map(summaryOf),
      readBack: this.#readBack.get(kind) ?? null,
    }
  }

  /** Selling has stopped: keeps which payment was being written. */
  stopped(kind: ConnectionKind, error: unknown): void {
    const interrupted = this.#stopped.get(kind) ?? new Map<string, LedgerWriteFailed>()
    this.#stopped.set(kind, interrupted)
    if (error instanceof LedgerWriteFailed && !interrupted.has(error.payment.id))
      interrupted.set(error.payment.id, error)
  }

  /** The till is blocked: opens the ledger again after a pause, where the trouble can pass. */
  blocked(reason: BlockReason): void {
    this.#forgetOldAttempts()
    this.cancel()
    const pause = mayPass(reason) ? seconds[this.#attempts] : undefined
    if (pause === undefined) return
    this.#attempts += 1
    this.#cancelTimer = this.clock.after(pause * 1_000, () => {
      this.#cancelTimer = null
      this.reopen()
    })
  }

  /**
   * The ledger is open again: looks up each interrupted payment, and holds the new ones that are there after all
   * (docs/decisions/0012). Call before anything of it is sent. Throws what the ledger throws; then all are kept.
   */
  opened(kind: ConnectionKind, ledger: Ledger): void {
    const now = this.clock.wall()
    if (this.#stopped.has(kind)) {
      const found = this.#interrupted(kind).map(write => readBackOne(write, ledger, now))
      this.#readBack.set(kind, [...(this.#readBack.get(kind) ?? []), ...found])
      this.#stopped.delete(kind)
    }
    this.#openedAt = this.clock.monotonic()
    this.cancel()
  }

  /** A person asked, or another connection was chosen: the pauses start again from the shortest. */
  startOver(): void {
    this.#attempts = 0
    this.cancel()
  }

  /** Another ledger is in use for this connection. */
  forget(kind: ConnectionKind): void {
    this.acknowledge(kind)
    this.#stopped.delete(kind)
    this.startOver()
  }

  /** A person has read what was found. */
  acknowledge(kind: ConnectionKind): void {
    this.#readBack.delete(kind)
  }

  /** Nothing is opened automatically any more. */
  cancel(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  #interrupted(kind: ConnectionKind): LedgerWriteFailed[] {
    return [...(this.#stopped.get(kind)?.values() ?? [])]
  }

  /** A disk that fails again soon after is not healed by trying faster. */
  #forgetOldAttempts(): void {
    const { clock } = this
    if (this.#openedAt !== null && clock.monotonic() - this.#openedAt > soundFor) this.#attempts = 0
    this.#openedAt = null
  }
}

function summaryOf({ payment, events }: LedgerWriteFailed): InterruptedPayment {
  const isNew = events[0]?.type === 'recorded'
  return { paymentId: payment.id, amount: payment.amount, msisdn: payment.msisdn, isNew }
}

function readBackOne(write: LedgerWriteFailed, ledger: Ledger, now: number): ReadBackPayment {
  const found = summaryOf(write)
  const history = ledger.history(found.paymentId)
  const recorded = write.events.every(event => history.some(kept => isDeepStrictEqual(kept, event)))
  const payment = ledger.find(found.paymentId)
  if (!found.isNew || payment === null) return { ...found, recorded }
  // An attempt in that write never began: the write threw first.
  const waiting =
    statusOf(payment) === 'sending' ? ledger.append(payment.id, neverSent(payment, now)) : payment
  // The cashier was told that the disk failed; by now the customer may have paid in another way.
  if (statusOf(waiting) === 'waitingToSend') ledger.append(payment.id, { type: 'held', at: now })
  return { ...found, recorded }
}

function neverSent({ attempts }: Payment, at: number): PaymentEvent {
  const failed = { type: 'attempt-failed', sent: 'no', reason: 'till-stopped' } as const
  return { ...failed, at, attempt: attempts, detail: '' }
}

/**
 * Holds every payment that waits and was never tried: for a ledger's first opening after a start. A till
 * that died cannot know whether the person was told that such a payment was recorded or that the disk
 * failed, nor what they did then (docs/decisions/0012), so the push asks first (money rule 7). `now`
 * is wall clock, ms; throws what the ledger throws.
 */
export function holdUntriedPayments(ledger: Pick<Ledger, 'open' | 'append'>, now: number): void {
  for (const payment of ledger.open())
    if (statusOf(payment) === 'waitingToSend' && payment.attempts === 0)
      ledger.append(payment.id, { type: 'held', at: now })
}
