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

/** What is known of a payment between attempts. Lost at a restart: then each is tried without a pause. */
interface WaitingPayment {
  failures: number
  /** Monotonic ms before which the payment does not join the gate. */
  notBefore: number
  /** The same as the service asked of this payment, which a person does not shorten. */
  askedUntil: number
  /** A person asked for the next attempt. */
  pressed: boolean
  /** It waits: at the gate, or for its own pause to end. */
  waiting: boolean
  cancelTimer: () => void
  leaveGate: () => void
}

/** Commits the start of an attempt, and gives the payment that follows. */
type Writing = (started: EventOf<'attempt-started'>) => Payment

const ignore = () => undefined

/** Sends recorded payments. At most one attempt of each is in flight. */
export class SendQueue {
  private readonly payments = new Map<string, WaitingPayment>()
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
      accepted: (payment: Payment, asked: number) => void
      /** Something started or stopped waiting. */
      busyChanged: () => void
      /** The ledger failed: selling has to stop, visibly. */
      fault: (error: unknown) => void
    },
  ) {}

  /**
   * Records a payment. Where the gate admits it at once, its first attempt is in the same transaction, and begins;
   * else it waits. Throws what the ledger throws: then nothing is sent.
   */
  record(paymentId: string, event: EventOf<'recorded'>, request: RecordedRequest): Payment {
    const { ledger, gate } = this.deps
    const place = { key: paymentId, priority: 'create', since: event.at, atOnce: true } as const
    const run = gate.admitNow(place)
    const write: Writing = started => ledger.record(paymentId, event, request, [started])
    const payment = run
      ? this.start({ id: paymentId, attempts: 0 }, run, write)
      : ledger.record(paymentId, event, request)
    this.consider(paymentId)
    return payment
  }

  /** Decides what happens next with a payment, and does it now or later. */
  consider(paymentId: string): void {
    if (this.stopped) return
    this.guarded(() => {
      const payment = this.inFlight.has(paymentId) ? null : this.deps.ledger.find(paymentId)
      if (payment) this.carryOut(payment)
    })
    this.deps.busyChanged()
  }

  /**
   * Forgets the till's own pauses for a payment, and considers it: a person asked for it. What the
   * service asked for is still waited out (§7).
   */
  considerNow(paymentId: string): void {
    const waiting = this.waitingOf(paymentId)
    waiting.notBefore = waiting.askedUntil
    waiting.pressed = true
    this.consider(paymentId)
  }

  /** Considers every payment that waits: time may have jumped, and some may be too old to go alone. */
  considerAll(): void {
    const waiting = [...this.payments].filter(([, payment]) => payment.waiting)
    for (const [paymentId] of waiting) this.consider(paymentId)
  }

  /** True while a payment waits, is in flight, or grows old before a person decides. */
  isBusy(): boolean {
    return this.inFlight.size > 0 || this.payments.size > 0
  }

  /** Starts nothing more and waits until what is in flight was answered and written down. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const paymentId of this.payments.keys()) this.rest(paymentId)
    await Promise.all(this.inFlight.values())
  }

  private guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.deps.fault(error)
    }
  }

  private waitingOf(paymentId: string): WaitingPayment {
    const none = { failures: 0, notBefore: 0, askedUntil: 0, pressed: false, waiting: false }
    const payment = this.payments.get(paymentId) ?? {
      ...none,
      cancelTimer: ignore,
      leaveGate: ignore,
    }
    this.payments.set(paymentId, payment)
    return payment
  }

  /** Takes the payment from the gate and cancels its timer. */
  private rest(paymentId: string): WaitingPayment {
    const payment = this.waitingOf(paymentId)
    payment.cancelTimer()
    payment.leaveGate()
    payment.leaveGate = ignore
    return payment
  }

  private planOf(payment: Payment): SendingPlan {
    const { elapsed, limits, account, clock } = this.deps
    return decideSend(payment, {
      ages: elapsed.agesOf(payment),
      limits: limits(payment.channel),
      account: account(),
      pause: this.waitingOf(payment.id).notBefore - clock.monotonic(),
    })
  }

  private carryOut(payment: Payment): void {
    const { clock, ledger } = this.deps
    const plan = this.planOf(payment)
    const waiting = this.rest(payment.id)
    waiting.waiting = plan.do === 'send' || plan.do === 'wait'
    if (plan.do === 'send') this.joinGate(payment, waiting, plan.staleIn)
    else if (plan.do === 'wait')
      waiting.cancelTimer = clock.after(plan.delay, () => this.consider(payment.id))
    else if (plan.do === 'hold') ledger.append(payment.id, { type: 'held', at: clock.wall() })
    else this.forgetUnlessOpen(payment)
  }

  private forgetUnlessOpen(payment: Payment): void {
    if (payment.phase === 'held' || payment.phase === 'unknown') return
    this.payments.delete(payment.id)
    this.deps.elapsed.forget(payment.id)
  }

  private joinGate(payment: Payment, waiting: WaitingPayment, staleIn: number): void {
    const { clock, gate } = this.deps
    // Whatever the gate does: a payment that grows stale while it waits leaves (money rule 7).
    waiting.cancelTimer = clock.after(staleIn, () => this.consider(payment.id))
    waiting.leaveGate = gate.join({
      key: payment.id,
      priority: 'create',
      since: payment.recordedAt,
      // A person has just pressed. What a 429 refused waits out its pause (§7), whoever asks.
      atOnce: payment.attempts === 0 || (waiting.pressed && !isThrottled(payment)),
      repeat: payment.attempts > 0 && !waiting.pressed,
      begin: run => this.begin(payment.id, run),
    })
  }

  /** The gate admitted it; meanwhile it may have been withdrawn, or have grown stale. */
  private begin(paymentId: string, run: Run): void {
    this.guarded(() => {
      const payment = this.stopped ? null : this.deps.ledger.find(paymentId)
      if (!payment) return
      const write: Writing = started => this.deps.ledger.append(paymentId, started)
      if (this.planOf(payment).do === 'send') this.start(payment, run, write)
      else this.carryOut(payment)
    })
  }

  /** The attempt is on record before its first byte leaves: after a crash it is known to be a `maybe`. */
  private start(payment: Pick<Payment, 'id' | 'attempts'>, run: Run, write: Writing): Payment {
    const { clock, account, elapsed, fault } = this.deps
    const sending = write({
      type: 'attempt-started',
      at: clock.wall(),
      attempt: payment.attempts + 1,
      account: account(),
    })
    Object.assign(this.rest(payment.id), { pressed: false, waiting: false })
    elapsed.attempted(payment.id)
    // Read now: where the age is read first after a sleep, a clock that was set back hides the sleep.
    elapsed.agesOf(sending)
    const done = run(() => this.send(sending))
      .then(answer => this.settle(sending, answer))
      .catch(fault)
      .finally(() => {
        this.inFlight.delete(payment.id)
        this.consider(payment.id)
      })
    this.inFlight.set(payment.id, done)
    return sending
  }

  private async send(payment: Payment): Promise<ServiceResponse<Accepted>> {
    const { ledger, client, elapsed, limits } = this.deps
    const request = {
      idempotencyKey: payment.idempotencyKey,
      body: ledger.request(payment.id).body,
      // Connecting takes time, and a computer can fall asleep meanwhile.
      mayGo: () => mayGoAlone(payment, elapsed.agesOf(payment), limits(payment.channel)),
    }
    return payment.channel === 'card'
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
    const payment = ledger.appendToAll(sending.id, events, doubtful, eventsOf)
    const asked = askedOfPayment(answer) ?? 0
    if (payment.phase === 'pending') this.deps.accepted(payment, asked)
    else if (waitsAlone(answer)) this.pause(payment.id, asked)
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
    const payment = this.waitingOf(paymentId)
    const now = clock.monotonic()
    payment.failures += 1
    payment.askedUntil = now + asked
    const own = backoff(payment.failures, fraction(), longestOwnPause)
    payment.notBefore = Math.max(payment.askedUntil, now + own)
  }
}

function isThrottled({ lastFailure }: Payment): boolean {
  return lastFailure?.reason === 'throttled'
}
