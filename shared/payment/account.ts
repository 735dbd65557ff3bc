import type { Payment } from './payment'

/**
 * True when the payment may be known to another account's service only: with these keys its idempotency
 * key means nothing, so a retry could charge a second time (money rule 3), and its reference may be
 * another account's payment (money rule 12). What was never sent belongs to no account yet; what may have been sent with
 * keys that nobody knows is sent with none.
 */
export function isOfOtherAccount(payment: Payment, account: string | null): boolean {
  return payment.maybeSent && (payment.account === null || payment.account !== account)
}
