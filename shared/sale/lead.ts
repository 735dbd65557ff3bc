import { isOpen, isPaidInCash, isSaidToBePaid, needsResolving } from '../payment/actions'
import type { Payment } from '../payment/payment'
import { cameFor, isGivenBack } from '../payment/payment-money'

/**
 * The payment that stands for its sale where a list has one line for it: the one that a person has to resolve, else the one
 * that the customer is asked for, else one that brought money, else one that was given back, else the newest. Null where
 * there is none.
 */
export function leadOf(
  payments: readonly Payment[],
  asks: (payment: Payment) => boolean = needsResolving,
): Payment | null {
  const rank = (payment: Payment) => (asks(payment) ? 0 : moneyRank(payment))
  const newestFirst = payments.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return newestFirst.sort((one, other) => rank(one) - rank(other))[0] ?? null
}

/** The payments of each sale, the sales in the order in which they first come. */
export function bySale(payments: readonly Payment[]): ReadonlyMap<string, readonly Payment[]> {
  const sales = new Map<string, Payment[]>()
  for (const payment of payments)
    sales.set(payment.sale, [...(sales.get(payment.sale) ?? []), payment])
  return sales
}

/** One payment a sale: that which stands for it. */
export function leadsOf(payments: readonly Payment[]): Payment[] {
  return [...bySale(payments).values()]
    .map(ofSale => leadOf(ofSale))
    .filter(payment => payment !== null)
}

function moneyRank(payment: Payment): number {
  if (isOpen(payment) && payment.stoppedWaitingAt === null && !isPaidInCash(payment)) return 1
  if (isGivenBack(payment)) return 4
  if (cameFor(payment) === 0) return 5
  return isSaidToBePaid(payment) && payment.channel !== 'cash' ? 2 : 3
}
