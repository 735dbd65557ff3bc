import { hasMoney } from '../../../../shared/payment/actions'
import type { Payment } from '../../../../shared/payment/payment'
import type { Ledger } from '../../store/ledger/ledger'

/**
 * The id of a payment for the same thing that was paid, here or as a person said: one that this one replaces,
 * or that replaces this one, over however many payments in between. If this one is paid too, the
 * customer paid twice (money rule 9). Null when there is none.
 */
export function paidForTheSame(
  ledger: Pick<Ledger, 'find' | 'replacing' | 'partsOf'>,
  payment: Payment,
): string | null {
  const others = ledger
    .partsOf(payment)
    .filter(part => part.id !== payment.id && hasMoney(part) && part.refund === null)
  const all = others.reduce((sum, part) => sum + part.amount.value, payment.amount.value)
  if (all > (payment.purchase?.total ?? Infinity)) return others.at(-1)?.id ?? null
  // Parts that come to the sum were paid for one another's rest, and not twice.
  const isPart = ({ purchase }: Payment) =>
    purchase !== null && purchase.id === payment.purchase?.id
  const seen = new Set([payment.id])
  const linked = [payment]
  // Grows as it is walked: charged again after one that failed, a payment's own neighbours are not enough.
  for (const each of linked)
    for (const other of neighbours(ledger, each)) {
      if (seen.has(other.id)) continue
      if (!isPart(other) && hasMoney(other)) return other.id
      seen.add(other.id)
      linked.push(other)
    }
  return null
}

function neighbours(ledger: Pick<Ledger, 'find' | 'replacing'>, payment: Payment): Payment[] {
  const earlier = payment.replaces === null ? null : ledger.find(payment.replaces)
  return earlier ? [earlier, ...ledger.replacing(payment.id)] : ledger.replacing(payment.id)
}
