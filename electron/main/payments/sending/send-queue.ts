import type { Method } from '../../../../shared/payment/channel'
import type { EventOf } from '../../../../shared/payment/event'
import type { SendingLimits } from '../../../../shared/payment/freshness'
import type { Payment } from '../../../../shared/payment/payment'
import type { Clock } from '../../platform/clock'
import type { Accepted, ServiceClient, ServiceResponse } from '../../service'
import type { Ledger, RecordedRequest } from '../../store/ledger/ledger'
import type { ElapsedTime } from '../clocks/elapsed-time'
import type { ServiceClock } from '../clocks/service-clock'
import { askedOfPayment } from '../request-gate/classify-response'
import { backoff } from '../request-gate/gate-state'
import type { RequestGate, Run } from '../request-gate/request-gate'
import type { UnreadAnswers } from '../unread-answers'
import { type AttemptFacts, decideAttempt, decideSharing } from './decide-attempt'
import {
  decideSend,
  longestOwnPause,
  mayGoAlone,
  type SendingPlan,
  waitsAlone,
} from './decide-send'

/** What is known of a sale between attempts. Lost at a restart: then each is tried without a pause. */
interface WaitingSale {
  failures: number
  /** Monotonic ms before which the sale does not join the gate. */
  notBefore: number
  /** The same as the service asked of this sale, which a person does not shorten. */
  askedUntil: number
  /** A person asked for the next attempt. */
  hurried: boolean
  /** It waits: at the gate, or for its own pause to end. */
  waiting: boolean
  cancelTimer: () => void
  leaveGate: () => void
}

/** Commits the start of an attempt, and gives the sale that follows. */
type Writing = (started: EventOf<'attempt-started'>) => Payment

const ignore = () => undefined

/** Sends recorded sales. At most one attempt of each is in flight. */
export class SendQueue {
  private readonly sales = new Map<string, WaitingSale>()
  private readonly inFlight = new Map<string, Promise<void>>()
  private stopped = false

  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'find' | 'ofReference' | 'record' | 'append' | 'appendToAll' | 'request'>
      client: Pick<ServiceClient, 'createMobilePayment' | 'createCardPayment'>
      gate: Pick<RequestGate, 'join' | 'admitNow'>
      clock: Clock
      fraction: () => number
      limits: (channel: Method) => SendingLimits
      account: () => string
      elapsed: Pick<ElapsedTime, 'agesOf' | 'attempted' | 'forget'>
      /** How long a payment is watched when the service does not say, ms. */
      assumedLifetime: () => number
      serviceClock: Pick<ServiceClock, 'now' | 'isSure'>
      unread: Pick<UnreadAnswers, 'note'>
      /** The service has it; `asked`: for so long it wants no read of it, ms. */
      accepted: (sale: Payment, asked: number) => void
      /** Something started or stopped waiting. */
      busyChanged: () => void
      /** The ledger failed: selling has to stop, visibly. */
      fault: (error: unknown) => void
    },
  ) {}

  /**
   * Records a sale. Where the gate admits it at once, its first attempt is in the same transaction, and begins;
   * else it waits. Throws what the ledger throws: then nothing is sent.
   */
  record(paymentId: string, event: EventOf<'recorded'>, request: RecordedRequest): Payment {
    const { ledger, gate } = this.deps
    const place = { key: paymentId, priority: 'create', since: event.at, atOnce: true } as const
    const run = gate.admitNow(place)
    const write: Writing = started => ledger.record(paymentId, event, request, [started])
    const sale = run
      ? this.start({ id: paymentId, attempts: 0 }, run, write)
      : ledger.record(paymentId, event, request)
    this.consider(paymentId)
    return sale
  }

  /** Decides what happens next with a sale, and does it now or later. */
  consider(paymentId: string): void {
    if (this.stopped) return
    this.guarded(() => {
      const sale = this.inFlight.has(paymentId) ? null : this.deps.ledger.find(paymentId)
      if (sale) this.carryOut(sale)
    })
    this.deps.busyChanged()
  }

  /**
   * Forgets the till's own pauses for a sale, and considers it: a person asked for it. What the
   * service asked for is still waited out (§7).
   */
  hurry(paymentId: string): void {
    const waiting = this.waitingOf(paymentId)
    waiting.notBefore = waiting.askedUntil
    waiting.hurried = true
    this.consider(paymentId)
  }

  /** Considers every sale that waits: time may have jumped, and some may be too old to go alone. */
  reconsider(): void {
    const waiting = [...this.sales].filter(([, sale]) => sale.waiting)
    for (const [paymentId] of waiting) this.consider(paymentId)
  }

  /** True while a sale waits, is in flight, or grows old before a person decides. */
  isBusy(): boolean {
    return this.inFlight.size > 0 || this.sales.size > 0
  }

  /** Starts nothing more and waits until what is in flight was answered and written down. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const paymentId of this.sales.keys()) this.rest(paymentId)
    await Promise.all(this.inFlight.values())
  }

  private guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.deps.fault(error)
    }
  }

  private waitingOf(paymentId: string): WaitingSale {
    const none = { failures: 0, notBefore: 0, askedUntil: 0, hurried: false, waiting: false }
    const sale = this.sales.get(paymentId) ?? { ...none, cancelTimer: ignore, leaveGate: ignore }
    this.sales.set(paymentId, sale)
    return sale
  }

  /** Takes the sale from the gate and cancels its timer. */
  private rest(paymentId: string): WaitingSale {
    const sale = this.waitingOf(paymentId)
    sale.cancelTimer()
    sale.leaveGate()
    sale.leaveGate = ignore
    return sale
  }

  private planOf(sale: Payment): SendingPlan {
    const { elapsed, limits, account, clock } = this.deps
    return decideSend(sale, {
      ages: elapsed.agesOf(sale),
      limits: limits(sale.channel),
      account: account(),
      pause: this.waitingOf(sale.id).notBefore - clock.monotonic(),
    })
  }

  private carryOut(sale: Payment): void {
    const { clock, ledger } = this.deps
    const plan = this.planOf(sale)
    const waiting = this.rest(sale.id)
    waiting.waiting = plan.do === 'send' || plan.do === 'wait'
    if (plan.do === 'send') this.joinGate(sale, waiting, plan.staleIn)
    else if (plan.do === 'wait')
      waiting.cancelTimer = clock.after(plan.delay, () => this.consider(sale.id))
    else if (plan.do === 'hold') ledger.append(sale.id, { type: 'held', at: clock.wall() })
    else this.forgetUnlessOpen(sale)
  }

  private forgetUnlessOpen(sale: Payment): void {
    if (sale.phase === 'held' || sale.phase === 'unknown') return
    this.sales.delete(sale.id)
    this.deps.elapsed.forget(sale.id)
  }

  private joinGate(sale: Payment, waiting: WaitingSale, staleIn: number): void {
    const { clock, gate } = this.deps
    // Whatever the gate does: a sale that grows stale while it waits leaves (money rule 7).
    waiting.cancelTimer = clock.after(staleIn, () => this.consider(sale.id))
    waiting.leaveGate = gate.join({
      key: sale.id,
      priority: 'create',
      since: sale.recordedAt,
      // A person has just pressed. What a 429 refused waits out its pause (§7), whoever asks.
      atOnce: sale.attempts === 0 || (waiting.hurried && !isThrottled(sale)),
      repeat: sale.attempts > 0 && !waiting.hurried,
      begin: run => this.begin(sale.id, run),
    })
  }

  /** The gate admitted it; meanwhile it may have been withdrawn, or have grown stale. */
  private begin(paymentId: string, run: Run): void {
    this.guarded(() => {
      const sale = this.stopped ? null : this.deps.ledger.find(paymentId)
      if (!sale) return
      const write: Writing = started => this.deps.ledger.append(paymentId, started)
      if (this.planOf(sale).do === 'send') this.start(sale, run, write)
      else this.carryOut(sale)
    })
  }

  /** The attempt is on record before its first byte leaves: after a crash it is known to be a `maybe`. */
  private start(sale: Pick<Payment, 'id' | 'attempts'>, run: Run, write: Writing): Payment {
    const { clock, account, elapsed, fault } = this.deps
    const sending = write({
      type: 'attempt-started',
      at: clock.wall(),
      attempt: sale.attempts + 1,
      account: account(),
    })
    Object.assign(this.rest(sale.id), { hurried: false, waiting: false })
    elapsed.attempted(sale.id)
    // Read now: where the age is read first after a sleep, a clock that was set back hides the sleep.
    elapsed.agesOf(sending)
    const done = run(() => this.send(sending))
      .then(answer => this.settle(sending, answer))
      .catch(fault)
      .finally(() => {
        this.inFlight.delete(sale.id)
        this.consider(sale.id)
      })
    this.inFlight.set(sale.id, done)
    return sending
  }

  private async send(sale: Payment): Promise<ServiceResponse<Accepted>> {
    const { ledger, client, elapsed, limits } = this.deps
    const request = {
      idempotencyKey: sale.idempotencyKey,
      body: ledger.request(sale.id).body,
      // Connecting takes time, and a computer can fall asleep meanwhile.
      mayGo: () => mayGoAlone(sale, elapsed.agesOf(sale), limits(sale.channel)),
    }
    return sale.channel === 'card'
      ? client.createCardPayment(request)
      : client.createMobilePayment(request)
  }

  private settle(sending: Payment, answer: ServiceResponse<Accepted>): void {
    const { ledger, clock, elapsed } = this.deps
    const now = clock.wall()
    elapsed.attempted(sending.id)
    this.deps.unread.note(sending.id, answer)
    const named = answer.class === 'ok' ? ledger.ofReference(answer.value.reference) : []
    // Each account of the service numbers its own payments.
    const holders = named.filter(({ account }) => account === sending.account)
    const isTaken = holders.length > 0
    const events = decideAttempt(sending, answer, { ...this.timesOf(answer), now, isTaken })
    const eventsOf = (holder: Payment) => decideSharing(holder, sending, now)
    const doubtful = holders.filter(holder => eventsOf(holder).length > 0).map(({ id }) => id)
    const sale = ledger.appendToAll(sending.id, events, doubtful, eventsOf)
    const asked = askedOfPayment(answer) ?? 0
    if (sale.phase === 'pending') this.deps.accepted(sale, asked)
    else if (waitsAlone(answer)) this.pause(sale.id, asked)
  }

  private timesOf(answer: ServiceResponse<Accepted>): Omit<AttemptFacts, 'now' | 'isTaken'> {
    const { serviceClock, clock, assumedLifetime } = this.deps
    const serviceDate = 'serverDate' in answer ? answer.serverDate : null
    const serviceTime = serviceClock.now()
    const isSure = serviceClock.isSure()
    const possible = isSure ? [serviceTime] : [serviceTime, clock.wall()]
    return {
      // One wrong `Date` must not set an assumed end days away.
      serviceNow: isSure ? serviceTime : clock.wall(),
      possibleTimes: serviceDate === null ? possible : [serviceDate],
      serviceAt: serviceDate === null ? null : serviceTime,
      assumedLifetime: assumedLifetime(),
    }
  }

  /** Its last attempt failed for a reason of its own: it pauses, longer each time. */
  private pause(paymentId: string, asked: number): void {
    const { clock, fraction } = this.deps
    const sale = this.waitingOf(paymentId)
    const now = clock.monotonic()
    sale.failures += 1
    sale.askedUntil = now + asked
    const own = backoff(sale.failures, fraction(), longestOwnPause)
    sale.notBefore = Math.max(sale.askedUntil, now + own)
  }
}

function isThrottled({ lastFailure }: Payment): boolean {
  return lastFailure?.reason === 'throttled'
}
