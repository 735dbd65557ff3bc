import { isOpen } from './actions'
import type { Sale } from './sale'

/**
 * Can this sale's push still ring on the customer's phone? Then there is no second one to that
 * number (money rule 10). One that a person stopped may have arrived all the same: it counts until
 * `lifetime` (ms) has passed since its last attempt, `elapsed` (ms) ago. An accepted one counts until
 * it is final or expired, by an answer or by a person: no clock of ours may end it.
 */
export function isLivePush(sale: Sale, elapsed: number, lifetime: number): boolean {
  if (sale.channel !== 'mobile') return false
  if (isOpen(sale)) return true
  return sale.phase === 'abandoned' && elapsed < lifetime
}
