import { needsResolving } from '../payment/actions'
import type { Payment } from '../payment/payment'
import { moreWentBack } from '../payment/payment-money'
import { hasNoEnd } from '../payment/status'
import { lackingOf, type SaleMoney } from './cover'
import { toDosOf } from './to-do'

/**
 * The payments that a person is asked about: there they end what the sale asks. `brought`: those that brought money of it.
 * A payment without an end asks nothing where the sale has what is due; it is still read when all are checked. What the
 * customer has and did not pay for is asked with the payment with which the goods went, or else with one of which more money
 * went back than came; what is too much is asked with one of them.
 */
export function askingOf(
  payments: readonly Payment[],
  money: SaleMoney,
  brought: readonly string[],
): string[] {
  const toDos = toDosOf(money)
  const asks = (payment: Payment) => {
    if (needsResolving(payment)) return lackingOf(money) > 0 || !hasNoEnd(payment)
    if (toDos.includes('unpaid'))
      return money.handedOverAfter === null ? moreWentBack(payment) : payment.handedOverAt !== null
    return toDos.includes('lacks') && brought.includes(payment.id)
  }
  const asking = payments.filter(asks).map(({ id }) => id)
  return asking.length === 0 && toDos.includes('too-much') ? brought.slice(-1) : asking
}
