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

/** The purchase of a sale, as its parts are now; nothing of it where the sale is paid alone. */
export interface PurchaseFacts {
  /** What its parts have brought together. */
  brought: number
  /** What is left to pay. */
  rest: number
  /** A part may still bring money: no other is asked for. */
  partOpen: boolean
  /** A part was refunded and the others do not pay all: nothing more is taken, and no goods leave. */
  partRefunded: boolean
}

export const paidAlone: PurchaseFacts = {
  brought: 0,
  rest: 0,
  partOpen: false,
  partRefunded: false,
}

/** `parts`: all parts of the sale's purchase, the sale itself too. */
export function purchaseFacts(
  { purchase }: Pick<Sale, 'purchase'>,
  parts: readonly Sale[],
): PurchaseFacts {
  if (purchase === null) return paidAlone
  const rest = restOf({ purchase }, parts)
  return {
    brought: broughtByParts(parts),
    rest,
    partOpen: parts.some(isUndecided),
    partRefunded: rest > 0 && parts.some(({ refund }) => refund !== null),
  }
}

/**
 * The parts of a purchase that brought money, where the rest is missing and nothing asks for it: goods may not
 * leave, and the customer's money is here. They are open until the rest is taken or they are given back.
 */
export function uncoveredParts(parts: readonly Sale[]): Sale[] {
  const [first] = parts
  if (!first || restOf(first, parts) === 0 || parts.some(isUndecided)) return []
  return parts.filter(part => broughtBy(part) > 0)
}

/** While one part may still bring money, no other is asked for: the customer would pay too much. */
export function isUndecided(part: Sale): boolean {
  return isOpen(part) || (needsResolving(part) && broughtBy(part) === 0)
}

/** Does the sale pay all that is due, alone or as the last part? Its items count as sold. */
export function completes({ purchase, amount }: Pick<Sale, 'purchase' | 'amount'>): boolean {
  return purchase === null || purchase.before + amount.value === purchase.total
}
