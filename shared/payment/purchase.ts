import { isOpen, isPaidInCash, needsResolving } from './actions'
import type { Payment } from './payment'
import { statusOf } from './status'

/** The money received for a payment: cash that staff took or money that the service confirmed, and not given back. */
function receivedBy(payment: Payment): number {
  const hasCome = statusOf(payment) === 'paid' || isPaidInCash(payment)
  return hasCome && payment.refund === null ? payment.amount.value : 0
}

/** The money received for all these parts. */
export function receivedByParts(parts: readonly Payment[]): number {
  return parts.reduce((sum, part) => sum + receivedBy(part), 0)
}

/** What is left to pay of a payment's purchase; 0 where the payment is no part of one. */
export function restOf({ purchase }: Pick<Payment, 'purchase'>, parts: readonly Payment[]): number {
  return purchase === null ? 0 : Math.max(0, purchase.total - receivedByParts(parts))
}

/** The purchase of a payment, as its parts are now; nothing of it where the payment is paid alone. */
export interface PurchaseFacts {
  /** The money received for all its parts. */
  received: number
  /** What is left to pay. */
  rest: number
  /** A part may still bring money: no other is asked for. */
  partOpen: boolean
  /** A part was refunded and the others do not pay all: nothing more is taken, and no goods leave. */
  partRefunded: boolean
}

export const paidAlone: PurchaseFacts = {
  received: 0,
  rest: 0,
  partOpen: false,
  partRefunded: false,
}

/** `parts`: all parts of the payment's purchase, the payment itself too. */
export function purchaseFacts(
  { purchase }: Pick<Payment, 'purchase'>,
  parts: readonly Payment[],
): PurchaseFacts {
  if (purchase === null) return paidAlone
  const rest = restOf({ purchase }, parts)
  return {
    received: receivedByParts(parts),
    rest,
    partOpen: parts.some(isUndecided),
    partRefunded: rest > 0 && parts.some(({ refund }) => refund !== null),
  }
}

/**
 * The parts of a purchase for which money was received, where the rest is missing and nothing asks for it: goods may not
 * leave, and the customer's money is here. They are open until the rest is taken or they are given back.
 */
export function uncoveredParts(parts: readonly Payment[]): Payment[] {
  const [first] = parts
  if (!first || restOf(first, parts) === 0 || parts.some(isUndecided)) return []
  return parts.filter(part => receivedBy(part) > 0)
}

/** While one part may still bring money, no other is asked for: the customer would pay too much. */
export function isUndecided(part: Payment): boolean {
  return isOpen(part) || (needsResolving(part) && receivedBy(part) === 0)
}

/** Does the payment pay all that is due, alone or as the last part? Its items count as sold. */
export function completes({ purchase, amount }: Pick<Payment, 'purchase' | 'amount'>): boolean {
  return purchase === null || purchase.before + amount.value === purchase.total
}
