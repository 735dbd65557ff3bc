import { byName } from '../../../shared/by-name'
import type { Acted, ToGiveBack } from '../../../shared/ipc/calls/payments'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import {
  isSaidPaidByPerson,
  isUnpaid,
  lacksIt,
  needsResolving,
} from '../../../shared/payment/actions'
import type { PaymentEvent, ResolutionHow } from '../../../shared/payment/event'
import { type GivenBack, givenFor, wayBackSchema } from '../../../shared/payment/given-back'
import type { Payment } from '../../../shared/payment/payment'
import { leftToGiveBack, mayBeTakenBack } from '../../../shared/payment/payment-money'
import { isSaidPaid, statusOf } from '../../../shared/payment/status'
import type { Person } from '../../../shared/person'
import { dueOf, hasOf, type SaleMoney } from '../../../shared/sale/cover'
import {
  giveBack,
  mostToGiveBack,
  mostToTake,
  type Outcome,
  takenBack,
} from '../../../shared/sale/movements'
import type { OthersAsked } from '../../../shared/shop-meeting'
import type { ServiceClock } from '../payments/clocks/service-clock'
import { noSuchPayment, type PaymentActions, saleMoment } from '../payments/payment-actions'
import { paidForTheSame } from '../payments/polling/also-paid'
import type { StatusPoller } from '../payments/polling/status-poller'
import type { Clock } from '../platform/clock'
import { AlreadyHandedOver } from '../store/ledger/errors'
import type { Ledger } from '../store/ledger/ledger'
import { draftUsed } from './charging'
import { givenBackEvent, partsGivenBack } from './giving-back'

/** What a person gives back. */
export type Giving = Pick<GivenBack, 'draftId' | 'value' | 'way' | 'why' | 'reason'>

/**
 * What a person may do with a sale, by one of its payments: take cash, give money back, hand goods over, say how a payment
 * ended. Main decides by the sale of that moment, not the button. Each method throws what the ledger throws. `person`: who
 * pressed, where the other tills were asked since.
 */
export class SaleActions {
  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'find' | 'append' | 'appendToAll' | 'linkedTo' | 'sales'>
      clock: Pick<Clock, 'wall'>
      serviceClock: Pick<ServiceClock, 'known'>
      /** What the payment itself allows. */
      payments: Pick<PaymentActions, 'allows' | 'perform'>
      poller: Pick<StatusPoller, 'watch'>
      /** Who is signed in, for the record; null on a till without staff. */
      person: () => Person | null
      /** The payment as it is now, or as given when it cannot be read again. */
      reread: (committed: Payment) => Payment
    },
  ) {}

  /** Once per reference; a second try learns when it was done, and the person (money rule 11). `others`: what came of asking them. */
  handOver(
    paymentId: string,
    person?: Person | null,
    others: OthersAsked = 'alone',
  ): Result<Required<Acted>> {
    const { ledger } = this.deps
    const payment = ledger.find(paymentId)
    // Once a sale, whichever of its payments is asked.
    const gone =
      payment && ledger.sales.paymentsOf(payment.sale).find(each => each.handedOverAt !== null)
    if (gone) return alreadyHandedOver(gone)
    const money = payment && ledger.sales.money(payment.sale)
    if (money && dueOf(money) <= 0) return failure('given-back', 'The money was given back')
    if (money && hasOf(money) > 0 && mostToTake(money) > 0)
      return failure('parts-do-not-cover', 'The parts do not cover the sum')
    try {
      const event: PaymentEvent = { type: 'goods-handed-over', ...this.now(person) }
      const done = this.deps.payments.perform(paymentId, 'hand-over', event)
      return done.ok ? success({ payment: done.value, others }) : done
    } catch (error) {
      if (error instanceof AlreadyHandedOver) return alreadyHandedOver(error.payment)
      throw error
    }
  }

  /** The most that can be given back, for what and how. Null where there is no such payment. */
  toGiveBack(paymentId: string): ToGiveBack | null {
    const { ledger } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return null
    const sale = ledger.sales.money(payment.sale)
    // Of a payment in doubt a person first finds out what came.
    const left = byName(wayBackSchema.options, way =>
      ledger.sales
        .paymentsOf(payment.sale)
        .reduce((sum, each) => sum + leftToGiveBack(each, way), 0),
    )
    return {
      ...byName(givenFor, why =>
        byName(wayBackSchema.options, way =>
          Math.min(left[way], mostToGiveBack(sale, { way, why })),
        ),
      ),
      'taken-back': { service: mayBeTakenBack(payment), cash: 0, said: 0 },
    }
  }

  /**
   * Writes down that money of the payment's sale was given back. PAID and all facts of the service stay what they were.
   * A second press of the same draft answers as the first did. It is refused where its sum, way or purpose differs.
   */
  giveBack(paymentId: string, giving: Giving): Result<Payment> {
    const { ledger, reread } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return noSuchPayment(paymentId)
    const { draftId } = giving
    const payments = ledger.sales.paymentsOf(payment.sale)
    const given = payments
      .flatMap(({ givenBack }) => givenBack)
      .filter(each => each.draftId === draftId)
    if (given.length > 0) return isSameGiving(given, giving) ? success(payment) : draftUsed
    const sale = ledger.sales.money(payment.sale)
    const moved = this.moneyBack(sale, payment, giving)
    if ('refused' in moved) return moreThanThere(payments)
    const worth = moved.moved.reduce((sum, each) => sum + ('worth' in each ? each.worth : 0), 0)
    const parts = partsGivenBack(payments, paymentId, { ...giving, worth })
    const [first, ...others] = parts
    const isTakenBack = giving.why === 'taken-back'
    if (
      !first ||
      !(isTakenBack || parts.every(part => this.deps.payments.allows(part.payment, 'give-back')))
    )
      return moreThanThere(payments)
    const by = this.now()
    const eventOf = (wanted: Payment) =>
      parts
        .filter(part => part.payment.id === wanted.id)
        .map(({ given }) => givenBackEvent(given, by))
    ledger.appendToAll(
      first.payment.id,
      eventOf(first.payment),
      others.map(part => part.payment.id),
      eventOf,
    )
    return success(reread(payment))
  }

  /** What a press moves: money that a person gave back, or that the service took back. */
  private moneyBack(
    sale: SaleMoney,
    payment: Payment,
    { value, way, why }: Giving,
  ): Outcome<'more-than-there' | 'not-paid'> {
    if (why !== 'taken-back') return giveBack(sale, { value, way, why })
    const asked = sale.payments.find(({ id }) => id === payment.id)
    const isAllOfIt = way === 'service' && value === mayBeTakenBack(payment)
    return asked && isAllOfIt ? takenBack(sale, asked, value) : { refused: 'not-paid' }
  }

  /** What a person says of it ends that the goods are gone without money: nothing else is left to say. */
  private endsUnpaid(payment: Payment): boolean {
    const moment = saleMoment(this.deps.ledger.sales.money(payment.sale))
    return isUnpaid(payment, moment) && !needsResolving(payment)
  }

  private mayTakeCash(payment: Payment): boolean {
    return lacksIt(payment, mostToTake(this.deps.ledger.sales.money(payment.sale)))
  }

  /** A person settles what the service has left open. `value`: what they saw paid, where it is not the amount. */
  resolve(paymentId: string, reason: string, how: ResolutionHow, value?: number): Result<Payment> {
    const serviceAt = this.deps.serviceClock.known()
    const payment = this.deps.ledger.find(paymentId)
    if (payment && (how === 'shop-bears-it') !== this.endsUnpaid(payment))
      return failure(
        'action-not-possible',
        `A payment that is ${statusOf(payment)} does not end so`,
      )
    if (payment && how === 'paid-in-cash' && !this.mayTakeCash(payment))
      return failure('action-not-possible', 'The sale does not lack so much')
    const seen = value === undefined ? {} : { value }
    const event: PaymentEvent = { type: 'resolved', ...this.now(), serviceAt, reason, how, ...seen }
    const resolved = this.deps.payments.perform(paymentId, 'resolve', event)
    // It may have been pending a moment ago: it is no longer followed.
    if (resolved.ok) this.deps.poller.watch(resolved.value)
    if (resolved.ok && isSaidPaidByPerson(resolved.value)) this.recordAlsoPaid(resolved.value)
    return resolved
  }

  /** The customer paid in cash instead. A push that may still be paid is watched on (money rule 9). */
  takeCash(paymentId: string, note: string): Result<Payment> {
    const taken = this.deps.payments.perform(paymentId, 'take-cash', payment => [
      statusOf(payment) === 'waitingForCustomer'
        ? { type: 'cash-taken', ...this.now(), note }
        : { type: 'resolved', ...this.now(), reason: note, how: 'paid-in-cash' },
    ])
    if (taken.ok) this.recordAlsoPaid(taken.value)
    return taken
  }

  /** Money for what a payment of the same chain was paid for already: that one says so (money rule 9). */
  private recordAlsoPaid(said: Payment): void {
    const { ledger, clock } = this.deps
    const id = paidForTheSame(ledger, said)
    const paid = id === null ? null : ledger.find(id)
    if (paid === null || !isSaidPaid(paid) || paid.alsoPaid !== null) return
    ledger.append(paid.id, { type: 'also-paid', at: clock.wall(), other: said.id })
  }

  /** The time and the person: the one who is signed in, unless another pressed before a wait. */
  private now(person = this.deps.person()): { at: number; person: Person | null } {
    return { at: this.deps.clock.wall(), person }
  }
}

function alreadyHandedOver({ id, handedOverAt, handedOverBy }: Payment): Failure {
  const by = handedOverBy?.name ?? null
  const handedOver = { paymentId: id, at: handedOverAt ?? 0, by, till: null }
  return {
    ...failure('already-handed-over', `Goods were handed over for payment ${id}`),
    handedOver,
  }
}

/** Does a press repeat what the first press of its draft gave back? That may be parts of several payments. */
function isSameGiving(first: readonly GivenBack[], { value, way, why }: Giving): boolean {
  const sum = first.reduce((so, each) => so + each.value, 0)
  return sum === value && first.every(each => each.way === way && each.why === why)
}

/** What was given back last says who was quicker. */
function moreThanThere(payments: readonly Payment[]): Failure {
  const refused = failure('more-than-there', 'There is less to give back')
  const last = payments
    .flatMap(({ givenBack }) => givenBack)
    .toSorted(byTime)
    .at(-1)
  if (!last) return refused
  return { ...refused, givenBack: { at: last.at, by: last.person?.name ?? null, way: last.way } }
}

function byTime(one: GivenBack, other: GivenBack): number {
  return one.at - other.at
}
