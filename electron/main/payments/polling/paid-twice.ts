import { hasMoney } from '../../../../shared/payment/actions'
import type { Payment } from '../../../../shared/payment/payment'
import type { Ledger } from '../../store/ledger/ledger'

/**
 * The id of a sale for the same thing that was paid, here or as a person said: one that this one replaces,
 * or that replaces this one, over however many sales in between. If this one is paid too, the
 * customer paid twice (money rule 9). Null when there is none.
 */
export function paidForTheSame(
  ledger: Pick<Ledger, 'find' | 'replacing' | 'partsOf'>,
  sale: Payment,
): string | null {
  const others = ledger
    .partsOf(sale)
    .filter(part => part.id !== sale.id && hasMoney(part) && part.refund === null)
  const all = others.reduce((sum, part) => sum + part.amount.value, sale.amount.value)
  if (all > (sale.purchase?.total ?? Infinity)) return others.at(-1)?.id ?? null
  // Parts that come to the sum were paid for one another's rest, and not twice.
  const isPart = ({ purchase }: Payment) => purchase !== null && purchase.id === sale.purchase?.id
  const seen = new Set([sale.id])
  const linked = [sale]
  // Grows as it is walked: charged again after one that failed, a sale's own neighbours are not enough.
  for (const each of linked)
    for (const other of neighbours(ledger, each)) {
      if (seen.has(other.id)) continue
      if (!isPart(other) && hasMoney(other)) return other.id
      seen.add(other.id)
      linked.push(other)
    }
  return null
}

function neighbours(ledger: Pick<Ledger, 'find' | 'replacing'>, sale: Payment): Payment[] {
  const earlier = sale.replaces === null ? null : ledger.find(sale.replaces)
  return earlier ? [earlier, ...ledger.replacing(sale.id)] : ledger.replacing(sale.id)
}
