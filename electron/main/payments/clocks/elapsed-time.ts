import type { SeenPayments } from '../../../../shared/ipc/till-state'
import type { Ages } from '../../../../shared/payment/freshness'
import {
  isUnansweredTooLong,
  longestLife,
  type OverdueFacts,
  sinceAcceptance,
} from '../../../../shared/payment/overdue'
import type { Payment } from '../../../../shared/payment/payment'
import { type PromptFacts, sinceLastAttempt } from '../../../../shared/payment/prompt'
import type { Clock } from '../../platform/clock'
import type { ServiceClock } from './service-clock'

/** When a moment of the wall clock was, as far as this process saw it. */
interface Stamp {
  /** By the running clock. */
  running: number
  /** The wall clock showed an earlier time when it was first compared: it has been set back. */
  unknowable: boolean
}

/** A wall clock no further behind a payment's own time than this is only being adjusted. */
const slack = 2_000

/** Clocks that went on, or apart, by less than this are still compared with the last reading, ms. */
const step = 1_000

/**
 * How much time has surely passed, in ms, whatever becomes of the computer's wall clock: the one source. What frees
 * a payment or its phone number uses the shortest estimate (`sinceAcceptance`, `sinceLastAttempt`, `seen`); what makes a
 * payment too old, the longest (`agesOf`, `stopwatch`). A payment from before the start is as old as the wall clock says.
 */
export class ElapsedTime {
  private readonly stamps = new Map<string, Map<number, Stamp>>()
  private readonly attempts = new Map<string, number>()
  private readonly startedAt: number
  private readonly running: () => number

  constructor(
    private readonly deps: {
      clock: Pick<Clock, 'wall' | 'monotonic'>
      serviceClock: Pick<ServiceClock, 'known'>
      /** The merchant account behind the keys in use. */
      account: () => string
      lifetimes: () => { assumedLifetimeMs: number; promptLifetimeMs: number }
    },
  ) {
    this.startedAt = deps.clock.monotonic()
    this.running = runningClock(deps.clock)
  }

  /** As old as the clock that moved more says, from reading to reading: none grows young (money rule 7). */
  agesOf({ id, recordedAt, freshSince }: Payment): Ages {
    const { unknowable } = this.stampOf(id, freshSince)
    return {
      sinceRecorded: this.age(id, recordedAt),
      // It is not known how long ago it was: the cashier is asked.
      sinceFresh: unknowable ? Number.POSITIVE_INFINITY : this.age(id, freshSince),
    }
  }

  /** An attempt begins now, or ends: the service may have taken it at any time in between. */
  attempted(paymentId: string): void {
    const now = this.deps.clock.monotonic()
    // For an older attempt the start of the run is enough: no decision needs more.
    for (const [id, at] of this.attempts) if (now - at >= longestLife) this.attempts.delete(id)
    this.attempts.set(paymentId, now)
  }

  /** The payment waits no more: what was remembered of its ages goes. Its attempt may still ring. */
  forget(paymentId: string): void {
    this.stamps.delete(paymentId)
  }

  /** Reads the clocks, so that what one hides until the next reading is not lost behind the other. */
  refresh(): void {
    this.running()
  }

  /** How long this run has itself seen it last, since the end of its last attempt or the start: no sleep counts. */
  seen({ id }: Pick<Payment, 'id'>): number {
    return this.deps.clock.monotonic() - (this.attempts.get(id) ?? this.startedAt)
  }

  /** The same for a window, which counts on from it: of these payments, and of whatever may still ring. */
  seenOf(open: readonly string[]): SeenPayments {
    const { clock, lifetimes } = this.deps
    const now = clock.monotonic()
    const { assumedLifetimeMs, promptLifetimeMs } = lifetimes()
    const ringing = [...this.attempts]
      .filter(([, at]) => now - at < Math.max(assumedLifetimeMs, promptLifetimeMs))
      .map(([id]) => id)
    return {
      each: Object.fromEntries([...open, ...ringing].map(id => [id, this.seen({ id })])),
      others: now - this.startedAt,
    }
  }

  /**
   * Since the last attempt, no longer than either clock says (money rule 10); of an attempt from before
   * this start, no longer than since the start, unless the service's clock tells.
   */
  sinceLastAttempt(payment: Payment): number {
    const { clock, serviceClock } = this.deps
    const serviceNow = serviceClock.known()
    return sinceLastAttempt(payment, { now: clock.wall(), seen: this.seen(payment), serviceNow })
  }

  /** How long ago the service accepted a payment: the shortest estimate. */
  sinceAcceptance(payment: Pick<Payment, 'id' | 'acceptedAt' | 'acceptedServiceAt'>): number {
    return sinceAcceptance(payment, this.overdueFacts(payment))
  }

  /** Has the service given no result for a day after the payment's end? */
  isUnansweredTooLong(payment: Payment): boolean {
    return isUnansweredTooLong(payment, this.overdueFacts(payment))
  }

  /** Starts to measure; gives ms since then, the longest estimate: in a sleep one clock may stop. */
  stopwatch(): () => number {
    const { clock } = this.deps
    const monotonic = clock.monotonic()
    const wall = clock.wall()
    return () => Math.max(clock.monotonic() - monotonic, clock.wall() - wall)
  }

  overdueFacts(payment: Pick<Payment, 'id'>): OverdueFacts {
    const { serviceClock, account, lifetimes } = this.deps
    return {
      serviceNow: serviceClock.known(),
      seen: this.seen(payment),
      account: account(),
      assumedLifetime: lifetimes().assumedLifetimeMs,
    }
  }

  promptFacts(payment: Payment): PromptFacts {
    return {
      ...this.overdueFacts(payment),
      promptLifetime: this.deps.lifetimes().promptLifetimeMs,
      sinceLastAttempt: this.sinceLastAttempt(payment),
    }
  }

  private stampOf(paymentId: string, moment: number): Stamp {
    const ofPayment = this.stamps.get(paymentId) ?? new Map<number, Stamp>()
    this.stamps.set(paymentId, ofPayment)
    const behind = this.deps.clock.wall() - moment
    const fresh = {
      running: this.running() - Math.max(0, behind),
      unknowable: behind < -slack,
    }
    const stamp = ofPayment.get(moment) ?? fresh
    ofPayment.set(moment, stamp)
    return stamp
  }

  private age(paymentId: string, moment: number): number {
    return this.running() - this.stampOf(paymentId, moment).running
  }
}

/**
 * A clock that goes forward, from reading to reading, by as much as the wall or the monotonic one did. Set
 * back, the first does not take back what passed; in a sleep, the second may stop.
 */
function runningClock(clock: Pick<Clock, 'wall' | 'monotonic'>): () => number {
  let elapsed = 0
  let wall = clock.wall()
  let monotonic = clock.monotonic()
  return () => {
    const byWall = clock.wall() - wall
    const byMonotonic = clock.monotonic() - monotonic
    const passed = Math.max(byWall, byMonotonic, 0)
    // The wall clock counts whole ms: started again at every reading, the difference would run too fast.
    if (passed < step && Math.abs(byWall - byMonotonic) < step) return elapsed + passed
    elapsed += passed
    wall += byWall
    monotonic += byMonotonic
    return elapsed
  }
}
