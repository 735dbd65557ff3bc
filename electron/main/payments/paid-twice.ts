import type { Sale } from '../../../shared/payment/sale'
import type { Ledger } from './ledger'

/**
 * The id of a paid sale that this one was made anew from, or that was made anew from this one: if
 * this one is paid too, the customer paid twice (money rule 9). Null when there is none.
 */
export function paidForTheSame(
  ledger: Pick<Ledger, 'find' | 'replacing'>,
  sale: Sale,
): string | null {
  const earlier = sale.replaces === null ? null : ledger.find(sale.replaces)
  const linked = earlier ? [earlier, ...ledger.replacing(sale.id)] : ledger.replacing(sale.id)
  return linked.find(other => other.outcome === 'paid')?.id ?? null
}
