import { isSaidPaidByPerson } from '../../../../shared/payment/actions'
import type { Sale } from '../../../../shared/payment/sale'
import type { Ledger } from '../../ledger/ledger'

/**
 * The id of a sale for the same thing that was paid, here or as a person said: one that this one was made anew from,
 * or that was made anew from this one, over however many sales in between. If this one is paid too, the
 * customer paid twice (money rule 9). Null when there is none.
 */
export function paidForTheSame(
  ledger: Pick<Ledger, 'find' | 'replacing'>,
  sale: Sale,
): string | null {
  const seen = new Set([sale.id])
  const linked = [sale]
  // Grows as it is walked: charged again after one that failed, a sale's own neighbours are not enough.
  for (const each of linked)
    for (const other of neighbours(ledger, each)) {
      if (seen.has(other.id)) continue
      if (other.outcome === 'paid' || other.contradictedByPaid || isSaidPaidByPerson(other))
        return other.id
      seen.add(other.id)
      linked.push(other)
    }
  return null
}

function neighbours(ledger: Pick<Ledger, 'find' | 'replacing'>, sale: Sale): Sale[] {
  const earlier = sale.replaces === null ? null : ledger.find(sale.replaces)
  return earlier ? [earlier, ...ledger.replacing(sale.id)] : ledger.replacing(sale.id)
}
