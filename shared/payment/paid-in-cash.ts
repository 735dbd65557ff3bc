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

/** Polling has ended and cash was taken: nothing asks any more by itself, yet it may turn out paid. */
export function mayBePaidTwice(sale: Sale): boolean {
  return sale.phase === 'expired' && isPaidInCash(sale) && sale.reference !== null
}

/** It came to nothing and was charged again: were it paid after all, the customer paid twice (money rule 9). */
export function mayStillBePaid(sale: Sale): boolean {
  if (sale.reference === null || sale.contradictedByPaid) return false
  return sale.phase === 'expired' || (sale.phase === 'settled' && sale.outcome === 'failed')
}
