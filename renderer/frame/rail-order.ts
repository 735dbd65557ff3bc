import { isOpen, needsResolving } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'

/** The rail's order: what is open, then what someone must still resolve, then the rest; newest first. */
export function railOrder(sales: readonly Sale[]): Sale[] {
  return [...sales].sort(
    (one, other) => rank(one) - rank(other) || other.recordedAt - one.recordedAt,
  )
}

function rank(sale: Sale): number {
  if (isOpen(sale)) return 0
  return needsResolving(sale) ? 1 : 2
}
