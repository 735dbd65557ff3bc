import type { Sale } from './sale'

/**
 * True when the sale may be known to another account's service only: with these keys its idempotency
 * key means nothing, so a retry could charge a second time (money rule 3), and its reference may be
 * another account's payment (money rule 12). What was never sent belongs to no account yet; what may have been sent with
 * keys that nobody knows is sent with none.
 */
export function isOfOtherAccount(sale: Sale, account: string | null): boolean {
  return sale.maybeSent && (sale.account === null || sale.account !== account)
}
