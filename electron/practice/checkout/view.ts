import { pending } from '../payments/lifecycle'
import type { Payment } from '../payments/payment'

/** What a customer may do on the page, or the payment's result. */
export type CheckoutView =
  | { state: 'open' }
  | { state: 'paid' | 'failed' | 'over'; title: string; text: string }

/** The page's own two decisions; a scenario may have others. */
export const decisions = {
  pay: { status: 'completed', providerStatus: 'APPROVED' },
  decline: { status: 'failed', providerStatus: 'DECLINED' },
} as const

/** The page of a payment at `now`. §4.3 rule 3: it stops accepting payment at `expires_at`. */
export function viewOf(payment: Payment, now: number): CheckoutView {
  const { status } = payment
  if (status === decisions.pay.status)
    return {
      state: 'paid',
      title: 'Paid',
      text: 'The payment is complete. You may close this page.',
    }
  if (status === decisions.decline.status)
    return {
      state: 'failed',
      title: 'Declined',
      text: 'Nothing was paid. You may close this page.',
    }
  if (status !== pending)
    return { state: 'over', title: 'Decided', text: `The status of this payment is “${status}”.` }
  if (now < payment.expiresAt) return { state: 'open' }
  return { state: 'over', title: 'Expired', text: 'This page no longer accepts payment.' }
}
