import { needsResolving } from '../payment/actions'
import type { Payment } from '../payment/payment'
import { hasNoEnd } from '../payment/status'
import { lackingOf, type SaleMoney } from './cover'
import { toDosOf } from './to-do'

/**
 * The payments that a person is asked about: there they end what the sale asks. `brought`: those that brought money of it.
 * A payment without an end asks nothing where the sale has what is due; it is still read when all are checked.
 */
export function askingOf(
  payments: readonly Payment[],
  money: SaleMoney,
  brought: readonly string[],
): string[] {
  const toDos = toDosOf(money)
  const isRestMissing = toDos.includes('lacks') || toDos.includes('unpaid')
  const asks = (payment: Payment) => {
    if (needsResolving(payment)) return lackingOf(money) > 0 || !hasNoEnd(payment)
    return isRestMissing && brought.includes(payment.id)
  }
  return payments.filter(asks).map(({ id }) => id)
}
