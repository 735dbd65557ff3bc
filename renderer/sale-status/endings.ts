import { lacksIt, needsResolving } from '../../shared/payment/actions'
import type { ResolutionHow } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { isConfirmed, mayBeTakenBack } from '../../shared/payment/payment-money'

/** What a person says of how a payment ended. */
export type Ending = ResolutionHow | 'money-is-there' | 'taken-back'

/**
 * The endings that a person can choose. Where the service confirmed the payment, only what happened to its money since is
 * not known. `rest`: what its sale lacks.
 */
export function endingsOf(payment: Payment, rest = payment.amount.value): readonly Ending[] {
  if (!needsResolving(payment)) return ['shop-bears-it']
  if (mayBeTakenBack(payment) > 0) return ['money-is-there', 'taken-back']
  if (isConfirmed(payment)) return ['other']
  const inCash: Ending[] = lacksIt(payment, rest) ? ['paid-in-cash'] : []
  return [...inCash, 'seen-in-dashboard', 'not-paid', 'other']
}
