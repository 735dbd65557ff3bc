import { needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { isSettled } from '../../shared/payment/status'
import { bySale } from '../../shared/sale/lead'
import { inLedgerOrder } from '../stores/ledger-order'
import type { KnownSales } from './listed-sale'

/** Is a person asked about this payment? Of a sale that is one payment for all of it, main says nothing else. */
export function isToDo(payment: Payment, sales: KnownSales): boolean {
  return sales[payment.sale]?.asks.includes(payment.id) ?? needsResolving(payment)
}

/** The to-dos of a sale: the payments with which a person ends them. */
export type ToDoSale = readonly Payment[]

/** The sales with to-dos among these payments: unexpected money first, and of each kind the oldest. */
export function needingAttention(payments: readonly Payment[], sales: KnownSales): ToDoSale[] {
  const asking = payments
    .filter(payment => isToDo(payment, sales))
    .sort((one, other) => rank(one, sales) - rank(other, sales) || inLedgerOrder(one, other))
  return [...bySale(asking).values()]
}

function rank(payment: Payment, sales: KnownSales): number {
  if (sales[payment.sale]?.cover === 'too-much') return 0
  if (payment.late) return 1
  return isSettled(payment) ? 2 : 3
}
