import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import { isOfOtherAccount } from '../../../shared/payment/account'
import {
  type Action,
  allowedActions,
  mayAnswerObjection,
  type PaymentMoment,
} from '../../../shared/payment/actions'
import type { Method } from '../../../shared/payment/channel'
import type { PaymentEvent } from '../../../shared/payment/event'
import {
  freshnessOf,
  isLateToTryAgain,
  type SendingLimits,
} from '../../../shared/payment/freshness'
import type { Objection, ObjectionMeaning } from '../../../shared/payment/objections'
import { isOverdue } from '../../../shared/payment/overdue'
import type { Payment } from '../../../shared/payment/payment'
import { promptOf } from '../../../shared/payment/prompt'
import { meaningOf, type StatusWords, type WordMeaning } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import { mayHandOver, type SaleMoney } from '../../../shared/sale/cover'
import { mostToTake } from '../../../shared/sale/movements'
import { toDosOf } from '../../../shared/sale/to-do'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'
import type { ElapsedTime } from './clocks/elapsed-time'
import type { ServiceClock } from './clocks/service-clock'
import { paidForTheSame } from './polling/also-paid'
import type { StatusPoller } from './polling/status-poller'
import type { Rejected } from './request-gate/request-gate'
import type { SendQueue } from './sending/send-queue'

/**
 * What a person may do with the request that a recorded payment is: main decides by the payment of that moment, not the button. Each method
 * throws what the ledger throws. `person`: who pressed, where the other tills were asked since.
 */
export class PaymentActions {
  constructor(
    private readonly deps: {
      ledger: Pick<
        Ledger,
        'find' | 'append' | 'appendToAll' | 'open' | 'linkedTo' | 'sales' | 'unclear'
      >
      clock: Pick<Clock, 'wall'>
      serviceClock: Pick<ServiceClock, 'known'>
      elapsed: Pick<ElapsedTime, 'agesOf' | 'overdueFacts' | 'promptFacts'>
      sendQueue: Pick<SendQueue, 'consider' | 'considerNow'>
      poller: Pick<StatusPoller, 'watch' | 'checkNow'>
      limits: (channel: Method) => SendingLimits
      /** The merchant account behind the keys in use. */
      account: () => string
      words: () => StatusWords
      /** Who is signed in, for the record; null on a till without staff. */
      person: () => Person | null
      /** The payment as it is now, or as given when it cannot be read again. */
      reread: (committed: Payment) => Payment
    },
  ) {}

  /** Does the payment allow this at this moment? */
  allows(payment: Payment, action: Action): boolean {
    const { ledger, elapsed, limits } = this.deps
    return allowedActions(payment, {
      freshness: freshnessOf(payment, elapsed.agesOf(payment), limits(payment.channel)),
      overdue: isOverdue(payment, elapsed.overdueFacts(payment)),
      promptGone: promptOf(payment, elapsed.promptFacts(payment)) === 'gone',
      ...saleMoment(ledger.sales.money(payment.sale)),
    }).includes(action)
  }

  withdraw(paymentId: string): Result<Payment> {
    return this.end(paymentId, 'withdraw', { type: 'withdrawn', ...this.now() })
  }

  abandon(paymentId: string): Result<Payment> {
    return this.end(paymentId, 'stop', {
      type: 'abandoned',
      serviceAt: this.deps.serviceClock.known(),
      ...this.now(),
    })
  }

  sendNow(paymentId: string, person?: Person | null): Result<Payment> {
    return this.release(paymentId, 'send-now', person)
  }

  /** Asks again with the same key; after an hour only where a manager allows it (money rule 7). */
  tryAgain(paymentId: string, by: 'cashier' | 'manager', person?: Person | null): Result<Payment> {
    const payment = this.deps.ledger.find(paymentId)
    if (payment && by === 'cashier' && isLateToTryAgain(this.deps.elapsed.agesOf(payment)))
      return failure('manager-needed', 'Asking again after an hour takes a manager')
    return this.release(paymentId, 'try-again', person)
  }

  stopWaiting(paymentId: string): Result<Payment> {
    return this.perform(paymentId, 'stop-waiting', { type: 'stopped-waiting', ...this.now() })
  }

  async checkNow(paymentId: string): Promise<Result<Payment>> {
    const { ledger, poller, account } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return noSuchPayment(paymentId)
    if (isOfOtherAccount(payment, account())) return otherAccount
    if (!this.allows(payment, 'check-now'))
      return failure('action-not-possible', `A payment that is ${payment.phase} cannot be read`)
    const read = await poller.checkNow(paymentId)
    if (read.class === 'rejected') return rejected(read.why)
    if (read.class === 'refused' && saysUnknown.includes(read.httpStatus))
      return failure('payment-not-known', describeRead(read))
    if (read.class === 'unintelligible' && read.reason === 'error-body')
      return { ...failure('service-error', ''), serviceMessage: read.detail }
    if (read.class !== 'ok') return failure('read-failed', describeRead(read))
    return success(ledger.find(paymentId) ?? payment)
  }

  /**
   * Says once what a status word means: for this payment and every other that was settled with it. The meaning is
   * kept for the connection, so no payment stays unclear for that word's sake: not one that was resolved either, for
   * what was settled in cash may just have turned out paid (money rule 9). All in one transaction: a disk that
   * failed half-way would leave some for another meaning.
   */
  classifyStatus(paymentId: string, meaning: WordMeaning): Result<Payment> {
    const { ledger, poller, reread } = this.deps
    const eventsOf = (payment: Payment) => this.statusClassified(payment, meaning)
    const given = this.perform(paymentId, 'classify-status', eventsOf, (payment, events) =>
      ledger.appendToAll(payment.id, events, this.alikeTo(payment), eventsOf),
    )
    if (!given.ok) return given
    // What is in progress, or has more words than this one, is read again: a person waits for it.
    for (const payment of ledger.open()) poller.watch(payment, 'soon')
    return success(reread(given.value))
  }

  /**
   * Says what a field means that speaks against the service's word, for this payment: its answer is read and judged
   * again (money rule 5).
   */
  answerObjection(
    paymentId: string,
    { name, value }: Objection,
    meaning: ObjectionMeaning,
  ): Result<Payment> {
    const found = this.deps.ledger.find(paymentId)
    if (found && !mayAnswerObjection(found, { name, value }))
      return failure('action-not-possible', `The answer does not say ${name}: ${value} any more`)
    const given = this.perform(paymentId, 'answer-objection', {
      type: 'objection-answered',
      ...this.now(),
      ...{ name, value, meaning },
    })
    if (!given.ok) return given
    this.deps.poller.watch(given.value, 'first')
    return success(this.deps.reread(given.value))
  }

  /** Appends the events if the payment allows the action now. */
  perform(
    paymentId: string,
    action: Action,
    events: PaymentEvent | ((payment: Payment) => PaymentEvent[]),
    write = (payment: Payment, added: readonly PaymentEvent[]) =>
      this.deps.ledger.append(payment.id, ...added),
  ): Result<Payment> {
    const payment = this.deps.ledger.find(paymentId)
    if (!payment) return noSuchPayment(paymentId)
    if (!this.allows(payment, action))
      return failure(
        'action-not-possible',
        `A payment that is ${payment.phase} does not allow ${action}`,
      )
    return success(write(payment, typeof events === 'function' ? events(payment) : [events]))
  }

  /** The time and the person: the one who is signed in, unless another pressed before a wait. */
  private now(person = this.deps.person()): { at: number; person: Person | null } {
    return { at: this.deps.clock.wall(), person }
  }

  /** Ends a payment that was waiting: the queue drops its timer. */
  private end(paymentId: string, action: Action, event: PaymentEvent): Result<Payment> {
    const ended = this.perform(paymentId, action, event)
    if (ended.ok) this.deps.sendQueue.consider(paymentId)
    return ended
  }

  private release(
    paymentId: string,
    action: 'send-now' | 'try-again',
    person?: Person | null,
  ): Result<Payment> {
    const { ledger, account, sendQueue, reread } = this.deps
    const payment = ledger.find(paymentId)
    if (payment && isOfOtherAccount(payment, account())) return otherAccount
    const released = this.perform(paymentId, action, { type: 'released', ...this.now(person) })
    if (!released.ok) return released
    sendQueue.considerNow(paymentId)
    return success(reread(released.value))
  }

  /** The other payments that are unclear for the same word. */
  private alikeTo({ id, rawStatus }: Payment): string[] {
    return this.deps.ledger
      .unclear()
      .filter(payment => payment.id !== id && payment.rawStatus === rawStatus)
      .filter(payment => this.allows(payment, 'classify-status'))
      .map(payment => payment.id)
  }

  private statusClassified(payment: Payment, meaning: WordMeaning): PaymentEvent[] {
    const { at, person } = this.now()
    const events: PaymentEvent[] = [{ type: 'status-classified', at, meaning, person }]
    if (payment.doubt !== null) return events
    const other = meaning === 'paid' ? paidForTheSame(this.deps.ledger, payment) : null
    if (other !== null) events.unshift({ type: 'also-paid', at, other })
    const { providerStatus } = payment
    const isPaidByProvider =
      providerStatus !== null && meaningOf(providerStatus, this.deps.words()) === 'paid'
    if (isPaidByProvider && meaning === 'failed')
      events.push({ type: 'provider-disagreed', at, providerStatus })
    return events
  }
}

/** What a payment's sale says of what may be done with it. */
export function saleMoment(
  money: SaleMoney,
): Pick<PaymentMoment, 'rest' | 'toDos' | 'mayHandOver'> {
  return { rest: mostToTake(money), toDos: toDosOf(money), mayHandOver: mayHandOver(money) }
}

const otherAccount = failure('other-account', 'Sent with the keys of another account')

/** The answer to a press on a payment that is not there. */
export function noSuchPayment(paymentId: string): Failure {
  return failure('no-such-payment', `There is no payment ${paymentId}`)
}

/** How services say that they do not know a reference: some only need a moment after the request. */
const saysUnknown: readonly number[] = [400, 404]

function describeRead(read: { class: string; reason?: string; message?: string }): string {
  return [read.class, read.reason ?? read.message].filter(Boolean).join(': ')
}

/** Why a person's read was not even tried; each has words of its own. */
function rejected(why: Rejected): Failure {
  if (why === 'keys-rejected') return failure(why, 'unauthorized: the keys were rejected')
  if (why === 'asked-to-wait') return failure(why, 'The service asked the till to wait')
  return failure('read-failed', 'The till is stopping')
}
