import type { Sale } from '../../../../shared/payment/sale'

/** Whether this change of a sale moves cash through this till's drawer: only then it opens by itself. Pure. */
export function movesCash(sale: Sale, before: Sale | null): boolean {
  if (before === null) return sale.channel === 'cash'
  return sale.refund?.how === 'cash' && before.refund === null
}
