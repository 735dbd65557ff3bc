import { isOpen, isPaidInCash, needsResolving } from './actions'
import type { Sale } from './sale'
import { statusOf } from './status'

/** What a sale has brought: cash that staff took or money that the service confirmed, and not given back. */
function broughtBy(sale: Sale): number {
  const hasCome = statusOf(sale) === 'paid' || isPaidInCash(sale)
  return hasCome && sale.refund === null ? sale.amount.value : 0
}

/** What these parts have brought together. */
export function broughtByParts(parts: readonly Sale[]): number {
  return parts.reduce((sum, part) => sum + broughtBy(part), 0)
}

/** What is left to pay of a sale's purchase; 0 where the sale is no part of one. */
export function restOf({ purchase }: Pick<Sale, 'purchase'>, parts: readonly Sale[]): number {
  return purchase === null ? 0 : Math.max(0, purchase.total - broughtByParts(parts))
}

/** While one part may still bring money, no other is asked for: the customer would pay too much. */
export function isUndecided(part: Sale): boolean {
  return isOpen(part) || (needsResolving(part) && broughtBy(part) === 0)
}

/** Does the sale pay all that is due, alone or as the last part? Its items count as sold. */
export function completes({ purchase, amount }: Pick<Sale, 'purchase' | 'amount'>): boolean {
  return purchase === null || purchase.before + amount.value === purchase.total
}
