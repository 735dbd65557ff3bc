import type { Sale } from '../../shared/payment/sale'

/** Compares two sales by the ledger's own order, the oldest first. Ids grow, also when the clock is set back. */
export function inLedgerOrder(one: Pick<Sale, 'id'>, other: Pick<Sale, 'id'>): number {
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}
