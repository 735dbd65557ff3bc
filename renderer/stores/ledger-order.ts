import type { Payment } from '../../shared/payment/payment'

/** Compares two payments by the ledger's own order, the oldest first. Ids grow, also when the clock is set back. */
export function inLedgerOrder(one: Pick<Payment, 'id'>, other: Pick<Payment, 'id'>): number {
  if (one.id === other.id) return 0
  return one.id < other.id ? -1 : 1
}
