import { isOpen, needsResolving } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'
import { inLedgerOrder } from '../stores/ledger-order'

/** The rail's order: what is open, then what a person must still resolve, then the rest; newest first. */
export function recentOrder(sales: readonly Sale[]): Sale[] {
  return [...sales].sort((one, other) => rank(one) - rank(other) || inLedgerOrder(other, one))
}

function rank(sale: Sale): number {
  if (isOpen(sale)) return 0
  return needsResolving(sale) ? 1 : 2
}
