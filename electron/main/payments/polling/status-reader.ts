import type { Payment } from '../../../../shared/payment/payment'
import type { Clock } from '../../platform/clock'
import type { ServiceClient, ServiceResponse, StatusRead } from '../../service'
import type { Ledger } from '../../store/ledger/ledger'
import type { ElapsedTime } from '../clocks/elapsed-time'
import { clockDoubt, type ServiceClock } from '../clocks/service-clock'
import type { KnownMeanings } from '../judge-answer'
import { classifyResponse } from '../request-gate/classify-response'
import { shortestLife } from '../sending/decide-attempt'
import { paidForTheSame } from './also-paid'
import { decideRead } from './decide-read'

/** Monotonic times in ms, and who asked. */
interface ReadFacts {
  by: 'poller' | 'person'
  begun: number
  /** How long the read took by the clock that says more: the monotonic one may stop while the computer sleeps. */
  took: number
  /** The service has given no result for a day after its end. */
  isUnansweredTooLong: boolean
  /** Since when this run watches the payment; undefined where it does not. */
  watchedSince: number | undefined
}

/** One read of one payment's status, and what follows from its answer (§4.2, §4.4). */
export class StatusReader {
  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'find' | 'append' | 'linkedTo' | 'sales'>
      client: Pick<ServiceClient, 'readMobilePayment' | 'readCardPayment'>
      clock: Pick<Clock, 'wall'>
      meanings: () => KnownMeanings
      serviceClock: Pick<ServiceClock, 'now' | 'isSure' | 'isLearnt'>
      /** How long a payment is watched when the service does not say, ms. */
      assumedLifetime: () => number
      elapsed: Pick<ElapsedTime, 'sinceAcceptance'>
    },
  ) {}

  read({ channel, reference }: Payment): Promise<ServiceResponse<StatusRead>> {
    const { client } = this.deps
    return channel === 'card'
      ? client.readCardPayment(reference ?? '')
      : client.readMobilePayment(reference ?? '')
  }

  /**
   * Puts on record what the answer says of the payment, and that its time is over where it is. Throws what the ledger
   * throws.
   */
  settle(paymentId: string, answer: ServiceResponse<StatusRead>, facts: ReadFacts): void {
    if (answer.class === 'ok') this.apply(paymentId, answer.value, facts.by)
    // Also a service that says that it has nothing to say.
    if (classifyResponse(answer) === 'answered') this.expireIfOver(paymentId, facts)
    else if (facts.isUnansweredTooLong) this.giveUp(paymentId)
  }

  private apply(paymentId: string, value: StatusRead, by: ReadFacts['by']): void {
    const { ledger, clock, meanings } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return
    const alsoPaid = () => paidForTheSame(ledger, payment)
    const events = decideRead(payment, value, { by, ...meanings(), now: clock.wall(), alsoPaid })
    if (events.length > 0) ledger.append(paymentId, ...events)
  }

  /** Still pending in a read that began, beyond doubt, after its end: polling stops here (§4.4). */
  private expireIfOver(paymentId: string, facts: ReadFacts): void {
    const { ledger, clock } = this.deps
    const payment = ledger.find(paymentId)
    if (payment?.phase === 'pending' && this.wasOver(payment, facts))
      ledger.append(paymentId, { type: 'expired', at: clock.wall(), answered: true })
  }

  /** For a day after its end no answer was to be had: the till stops asking, and a person resolves it. */
  private giveUp(paymentId: string): void {
    const { ledger, clock } = this.deps
    if (ledger.find(paymentId)?.phase === 'pending')
      ledger.append(paymentId, { type: 'expired', at: clock.wall(), answered: false })
  }

  /**
   * `expires_at` is compared on the clock as this very answer corrects it: the till's own may be hours
   * ahead, and the payment would expire while the customer can still pay. Where no answer of this run has
   * named the time, the till must also have watched for as long as it assumes payments to live; and so
   * long alone where that assumption is all there is (docs/decisions/0010).
   */
  private wasOver(payment: Payment, { begun, took, watchedSince }: ReadFacts): boolean {
    const { serviceClock, assumedLifetime } = this.deps
    const { expiresAt, expiryAssumed } = payment
    const isWatchedOut = begun - (watchedSince ?? begun) >= assumedLifetime()
    if (expiryAssumed || !this.canBeTrue(payment)) return isWatchedOut
    const readAt = serviceClock.now() - took
    const isPast = serviceClock.isSure() && readAt >= (expiresAt ?? 0) + clockDoubt
    return isPast && (serviceClock.isLearnt() || isWatchedOut)
  }

  /**
   * The acceptance may have come without a `Date`: what its end is worth shows only now (money rule 10). By
   * how long ago it was at the least, a life can only look shorter than it is.
   */
  private canBeTrue(payment: Payment): boolean {
    const { serviceClock, elapsed } = this.deps
    const acceptedAt =
      payment.acceptedServiceAt ?? serviceClock.now() - elapsed.sinceAcceptance(payment)
    return (payment.expiresAt ?? 0) - acceptedAt >= shortestLife
  }
}
