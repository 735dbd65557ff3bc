import type { Sale } from './sale'

/**
 * Did a person say that this sale was paid in cash? Then it must not be paid here as well (money rule 9),
 * whatever happened to that resolution since.
 */
export function isPaidInCash({
  cashTakenAt,
  resolution,
}: Pick<Sale, 'cashTakenAt' | 'resolution'>): boolean {
  return cashTakenAt !== null || resolution?.how === 'paid-in-cash'
}

/** It came to nothing, so nothing asks about it any more by itself; yet it may turn out paid (money rule 9). */
export function mayStillBePaid(sale: Sale): boolean {
  if (sale.reference === null || sale.contradictedByPaid) return false
  return sale.phase === 'expired' || (sale.phase === 'settled' && sale.outcome === 'failed')
}
