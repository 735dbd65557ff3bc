import { isDisputed } from './actions'
import type { Sale } from './sale'

/** As many receipts of one sale as the till makes: no shop needs more, and a story must end. */
export const mostReceipts = 99

/** A sale whose turn comes later than this is not printed by itself: its customer has gone, ms. */
export const automaticLimit = 2 * 60_000

/** A receipt says PAID: only for what is paid, and not while that is in doubt (money rules 5, 6, 12). */
export function mayHaveReceipt(sale: Sale): boolean {
  return sale.outcome === 'paid' && !isDisputed(sale) && sale.receiptCopies < mostReceipts
}

/**
 * Is it for the till to print this sale's receipt by itself, at `now` (wall clock, ms)? Once, soon
 * after PAID, and not for one that was paid after everybody had given up on it.
 */
export function isDueByItself(sale: Sale, now: number): boolean {
  const { receiptCopies, receiptFailure, late, settledAt } = sale
  if (!mayHaveReceipt(sale) || late || settledAt === null) return false
  const untouched = receiptCopies === 0 && receiptFailure === null
  return untouched && Math.abs(now - settledAt) <= automaticLimit
}
