import { isDisputed, isPaidInCash, isSaidToBePaid } from './actions'
import type { Payment } from './payment'

/** The most receipts of one payment. No shop needs more, and the history must stay bounded. */
export const mostReceipts = 99

/** The till prints by itself only within this time after PAID: later the customer has gone, ms. */
export const automaticLimit = 2 * 60_000

/**
 * The service's word means paid, or staff took cash for it, also instead of what was asked for. Where that was undone, a
 * receipt may be out: its copies say VOID.
 */
export function bringsReceipt(payment: Payment): boolean {
  return isSaidToBePaid(payment) || isPaidInCash(payment) || payment.receiptNumber !== null
}

/** A receipt says PAID, or that cash was taken: only for what is paid, and not while that is in doubt (money rules 5, 6, 12). */
export function mayHaveReceipt(payment: Payment): boolean {
  return bringsReceipt(payment) && !isDisputed(payment) && payment.receiptCopies < mostReceipts
}

/**
 * Whether the till prints this payment's receipt by itself at `now` (wall clock, ms): once, soon after
 * PAID, and not for a payment that was paid late or given back.
 */
export function isDueByItself(payment: Payment, now: number): boolean {
  const { receiptCopies, receiptFailure, late, givenBack } = payment
  const paidAt = paidAtOf(payment)
  if (!mayHaveReceipt(payment) || late || paidAt === null || givenBack.length > 0) return false
  const untouched = receiptCopies === 0 && receiptFailure === null
  return untouched && Math.abs(now - paidAt) <= automaticLimit
}

function paidAtOf({ channel, recordedAt, resolution, settledAt }: Payment): number | null {
  if (channel === 'cash') return recordedAt
  return resolution?.how === 'paid-in-cash' ? resolution.at : settledAt
}
