import type { Sale } from '../../../shared/payment/sale'

/** Whether this change of a sale is cash that leaves this till's drawer: only then it opens by itself. Pure. */
export function cashJustLeft(sale: Sale, before: Sale | null): boolean {
  return sale.refund?.how === 'cash' && before !== null && before.refund === null
}
