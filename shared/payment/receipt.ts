import { isDisputed, isSaidToBePaid } from './actions'
import type { Sale } from './sale'

/** The most receipts of one sale. No shop needs more, and the history must stay bounded. */
export const mostReceipts = 99

/** The till prints by itself only within this time after PAID: later the customer has gone, ms. */
export const automaticLimit = 2 * 60_000

/** A receipt says PAID, or that cash was taken: only for what is paid, and not while that is in doubt (money rules 5, 6, 12). */
export function mayHaveReceipt(sale: Sale): boolean {
  return isSaidToBePaid(sale) && !isDisputed(sale) && sale.receiptCopies < mostReceipts
}

/**
 * Whether the till prints this sale's receipt by itself at `now` (wall clock, ms): once, soon after
 * PAID, and not for a sale that was paid late or refunded.
 */
export function isDueByItself(sale: Sale, now: number): boolean {
  const { receiptCopies, receiptFailure, late, refund } = sale
  const paidAt = sale.channel === 'cash' ? sale.recordedAt : sale.settledAt
  if (!mayHaveReceipt(sale) || late || paidAt === null || refund !== null) return false
  const untouched = receiptCopies === 0 && receiptFailure === null
  return untouched && Math.abs(now - paidAt) <= automaticLimit
}
