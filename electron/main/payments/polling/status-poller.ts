import { isOfOtherAccount } from '../../../../shared/payment/account'
import { isUnclear } from '../../../../shared/payment/actions'
import type { Payment } from '../../../../shared/payment/payment'
import type { Clock } from '../../platform/clock'
import type { ServiceResponse, StatusRead } from '../../service'
import type { ElapsedTime } from '../clocks/elapsed-time'
import type { ServiceClock } from '../clocks/service-clock'
import { isStalled } from '../request-gate/admission'
import { askedOfPayment, classifyResponse } from '../request-gate/classify-response'
import type { Rejected, RequestGate, Run } from '../request-gate/request-gate'
import type { UnreadAnswers } from '../unread-answers'
import { nextPoll } from './polling-plan'
import { type PassResult, ReadPasses } from './read-passes'
import { ReadPlan } from './read-plan'
import type { StatusReader } from './status-reader'

/** `soon`: at once, as after a start. `first`: also before other payments, because there is news of this one. */
type Haste = 'soon' | 'first'

type ReadResponse = ServiceResponse<StatusRead>

/** What came of a read that a person asked for. */
type AskedRead = ReadResponse | { class: 'rejected'; why: Rejected }

/** A payment that is read until there is a result, and how it went so far. */
interface WatchedPayment {
  reads: number
  /** The last read was not answered: the next one repeats it. */
  failed: boolean
  /** Reads that failed for this payment alone since the last answer. */
  faults: number
  /** How long the last read was under way, ms; 0 before the first. */
  took: number
  /** The service asked that this payment is not read before, monotonic ms. */
  notBefore: number
  acceptedAt: number
  acceptedServiceAt: number | null
  /** Since when this run watches it, monotonic ms. */
  since: number
}

/** A person who asks again sooner than this after an answer gets that answer, ms. */
const askedAgainAfterMs = 2_000

/** So long after the acceptance most customers are still at the counter, ms. */
const counterMs = 180_000

/** A read that is made only once, and never left the till, is tried again after this, ms. */
const onceAgainMs = 10_000

/** How much earlier than now such a read is due, ms: it goes before those that have been due for less than this. */
const headStart: Record<Haste, number> = { soon: 0, first: 5_000 }

/** Reads the status of accepted payments until there is a result: the polling (§4.2, §4.4). */
export class StatusPoller {
  private readonly inFlight = new Map<string, Promise<ReadResponse>>()
  /** Payments to read once more, at once, when the read under way has its answer. */
  private readonly readAgain = new Set<string>()
  private readonly watched = new Map<string, WatchedPayment>()
  private readonly planned: ReadPlan
  private readonly passes = new ReadPasses()
  /** The reads that people asked for and that are not answered yet. */
  private readonly asked = new Map<string, Promise<AskedRead>>()
  /** The last answer of each payment that was read a moment ago, and when (monotonic ms). */
  private readonly recent = new Map<string, { age: () => number; answer: ReadResponse }>()
  private stopped = false
  private shown: string | null = null

  /** Watches nothing yet. */
  constructor(
    private readonly deps: {
      ledger: { find(paymentId: string): Payment | null }
      reader: Pick<StatusReader, 'read' | 'settle'>
      gate: Pick<RequestGate, 'join' | 'status'>
      clock: Clock
      fraction: () => number
      account: () => string
      serviceClock: Pick<ServiceClock, 'now'>
      elapsed: Pick<ElapsedTime, 'sinceAcceptance' | 'isUnansweredTooLong' | 'stopwatch'>
      unread: Pick<UnreadAnswers, 'note'>
      /** Something started or stopped being watched. */
      busyChanged: () => void
      /** The ledger failed: selling has to stop, visibly. */
      fault: (error: unknown) => void
    },
  ) {
    this.planned = new ReadPlan({
      ...deps,
      goesFirst: paymentId => this.isAtCounter(paymentId),
      read: (paymentId, run) => this.readDue(paymentId, run),
    })
  }

  /** Follows a pending payment. Where `haste` is given and a read is under way, which may say too little, one more follows. `asked`: the service wants no read for so long, ms. */
  watch(payment: Payment, haste?: Haste, asked = 0): void {
    if (this.stopped) return
    if (isPolledUntil(payment, this.deps.serviceClock.now()) && this.mayRead(payment))
      this.plan(payment, haste, asked)
    else if (this.passes.left().has(payment.id))
      this.planned.set(payment.id, this.deps.clock.monotonic() + onceAgainMs, true)
    else {
      // With a result nothing is read automatically any more (§4.4).
      this.watched.delete(payment.id)
      this.planned.drop(payment.id)
    }
    this.deps.busyChanged()
  }

  /**
   * Reads now because a person asked, any time, for ever: joins a read that is in flight or was already asked for,
   * and repeats an answer that has just come.
   */
  checkNow(paymentId: string): Promise<AskedRead> {
    const underWay = this.inFlight.get(paymentId) ?? this.asked.get(paymentId)
    if (underWay) return underWay
    const last = this.recent.get(paymentId)
    if (last && last.age() < askedAgainAfterMs) return Promise.resolve(last.answer)
    const asking = this.ask(paymentId).finally(() => this.asked.delete(paymentId))
    this.asked.set(paymentId, asking)
    return asking
  }

  /** Reads these payments once, behind everything else, and says how many were answered. */
  readOnce(payments: readonly Payment[]): Promise<PassResult> {
    const ids = payments.filter(payment => this.mayRead(payment)).map(({ id }) => id)
    const pass = this.passes.begin(ids)
    const now = this.deps.clock.monotonic()
    for (const id of ids) if (!this.planned.has(id)) this.planned.set(id, now, false)
    this.planned.makeDue(ids)
    this.gateChanged()
    return pass
  }

  /**
   * All that is watched is due now: the service is back, or the till slept. Last accepted first: that customer is at
   * the counter. Reads that were due before keep their place: however often this happens, none is left out for ever.
   */
  readAllSoon(): void {
    const now = this.deps.clock.monotonic()
    const newestFirst = [...this.watched]
      .filter(([, { notBefore }]) => notBefore <= now)
      .sort(([, one], [, other]) => other.acceptedAt - one.acceptedAt)
      .map(([paymentId]) => paymentId)
    this.planned.makeDue([...newestFirst, ...this.passes.left()])
  }

  /** The till slept, or its clock jumped: what is on the wire may have been answered before, so one more read follows. */
  wake(): void {
    for (const paymentId of this.inFlight.keys())
      if (this.watched.has(paymentId)) this.readAgain.add(paymentId)
    this.readAllSoon()
  }

  /** The gate's status may have changed: a person stops waiting for reads that it does not admit. */
  gateChanged(): void {
    if (isStalled(this.deps.gate.status(), this.deps.clock.monotonic())) this.passes.giveUp()
  }

  /** The payment on the cashier's screen is read before others; null where none is. */
  showing(paymentId: string | null): void {
    this.shown = paymentId
  }

  isBusy(): boolean {
    return this.inFlight.size > 0 || this.planned.size() > 0
  }

  /** Starts nothing more and waits for what is on the wire. */
  async stop(): Promise<void> {
    this.stopped = true
    this.planned.stop()
    this.passes.giveUp()
    await Promise.allSettled([...this.inFlight.values(), ...this.asked.values()])
  }

  private mayRead(payment: Payment | null): boolean {
    return payment?.reference != null && !isOfOtherAccount(payment, this.deps.account())
  }

  private plan(payment: Payment, haste: Haste | undefined, asked: number): void {
    if (haste && this.inFlight.has(payment.id)) return void this.readAgain.add(payment.id)
    const watched = this.watchedOf(payment)
    if (asked > 0) watched.notBefore = this.deps.clock.monotonic() + asked
    const delay = haste ? -headStart[haste] : this.delayOf(payment, watched)
    const at = Math.max(this.deps.clock.monotonic() + delay, watched.notBefore)
    this.planned.set(payment.id, at, watched.failed)
  }

  private isAtCounter(id: string): boolean {
    if (id === this.shown) return true
    const watched = this.watched.get(id)
    return (
      watched !== undefined && this.deps.elapsed.sinceAcceptance({ id, ...watched }) < counterMs
    )
  }

  private watchedOf({ id, acceptedAt, acceptedServiceAt }: Payment): WatchedPayment {
    const start = { reads: 0, failed: false, faults: 0, took: 0, notBefore: 0 }
    const since = this.deps.clock.monotonic()
    const watched = this.watched.get(id) ?? {
      ...start,
      acceptedAt: acceptedAt ?? 0,
      acceptedServiceAt,
      since,
    }
    this.watched.set(id, watched)
    return watched
  }

  private delayOf(payment: Payment, { reads, faults, took }: WatchedPayment): number {
    const { serviceClock, elapsed, fraction } = this.deps
    return nextPoll({
      reads,
      faults,
      took,
      age: elapsed.sinceAcceptance(payment),
      fraction: fraction(),
      untilExpiry: (payment.expiresAt ?? 0) - serviceClock.now(),
    })
  }

  private ask(paymentId: string): Promise<AskedRead> {
    const { gate, clock } = this.deps
    return new Promise((resolve, reject) => {
      gate.join({
        key: `asked ${paymentId}`,
        priority: 'asked-read',
        atOnce: true,
        since: clock.monotonic(),
        // The till's own read may have begun while the person waited.
        begin: run =>
          void (this.inFlight.get(paymentId) ?? this.readAsked(paymentId, run)).then(
            resolve,
            reject,
          ),
        rejected: why => resolve({ class: 'rejected', why }),
      })
    })
  }

  private async readAsked(paymentId: string, run: Run): Promise<ReadResponse> {
    const payment = this.deps.ledger.find(paymentId)
    if (!payment?.reference) throw new Error(`Payment ${paymentId} has no reference to read`)
    return this.read(payment, 'person', run)
  }

  /** Makes a planned read that the gate admitted; false when there is nothing to read. */
  private readDue(paymentId: string, run: Run): boolean {
    const { ledger, fault } = this.deps
    try {
      const payment = ledger.find(paymentId)
      if (this.stopped || !payment || !this.mayRead(payment) || this.inFlight.has(paymentId))
        return false
      this.read(payment, 'poller', run).catch(fault)
      return true
    } catch (error) {
      fault(error)
      return false
    }
  }

  /** One read of a payment at a time. */
  private read(payment: Payment, by: 'poller' | 'person', run: Run): Promise<ReadResponse> {
    this.planned.drop(payment.id)
    const reading = this.readNow(payment, by, run).finally(() => this.continueWatching(payment.id))
    this.inFlight.set(payment.id, reading)
    return reading
  }

  private async readNow(
    payment: Payment,
    by: 'poller' | 'person',
    run: Run,
  ): Promise<ReadResponse> {
    const { clock, elapsed, reader } = this.deps
    const begun = clock.monotonic()
    const sinceBegun = elapsed.stopwatch()
    const answer = await run(() => reader.read(payment), payment.id)
    const took = sinceBegun()
    this.noteProgress(payment.id, answer, took)
    this.deps.unread.note(payment.id, answer)
    const watchedSince = this.watched.get(payment.id)?.since
    const isUnansweredTooLong = elapsed.isUnansweredTooLong(payment)
    reader.settle(payment.id, answer, { by, begun, took, watchedSince, isUnansweredTooLong })
    const answered = classifyResponse(answer) === 'answered'
    this.passes.ended(payment.id, { sent: wasSent(answer), answered })
    this.remember(payment.id, answer)
    return answer
  }

  private noteProgress(paymentId: string, answer: ReadResponse, took: number): void {
    const watched = this.watched.get(paymentId)
    if (!watched) return
    watched.reads += 1
    watched.took = took
    const kind = classifyResponse(answer)
    watched.failed = kind !== 'answered'
    if (!watched.failed) watched.faults = 0
    // An answer that was lost is asked for again as soon as ever.
    else if (kind === 'unusable' || kind === 'server-error') watched.faults += 1
    watched.notBefore = this.deps.clock.monotonic() + (askedOfPayment(answer) ?? 0)
  }

  private remember(paymentId: string, answer: ReadResponse): void {
    for (const [id, { age }] of this.recent) if (age() >= askedAgainAfterMs) this.recent.delete(id)
    this.recent.set(paymentId, { age: this.deps.elapsed.stopwatch(), answer })
  }

  private continueWatching(paymentId: string): void {
    this.inFlight.delete(paymentId)
    const haste = this.readAgain.delete(paymentId) ? 'first' : undefined
    const payment = this.stopped ? null : this.deps.ledger.find(paymentId)
    if (payment) this.watch(payment, haste)
  }
}

/**
 * What is pending, and what answered in words that say no one thing: a manager knows of it, and a later answer may be
 * clear while the payment can still be paid.
 */
function isPolledUntil(payment: Payment, serviceNow: number): boolean {
  if (payment.phase === 'pending') return true
  const isDoubtful = isUnclear(payment) && payment.doubt !== null && payment.resolution === null
  return isDoubtful && serviceNow < (payment.expiresAt ?? 0)
}

/** False when the request never left the till: that read was not made. */
function wasSent(answer: ReadResponse): boolean {
  return answer.class !== 'unreachable' || answer.sent === 'maybe'
}
