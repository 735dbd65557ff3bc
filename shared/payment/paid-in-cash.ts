import type { Sale } from './sale'

/**
 * Did a person say that this sale was paid in cash? Then it must not be paid here as well (money rule 9),
 * whatever became of that resolution since. A ledger from before `cashTakenAt` kept only the resolution.
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
