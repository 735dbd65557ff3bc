import { hasMoney, isOpen, isPaidInCash, needsResolving } from '../payment/actions'
import type { ResolutionHow } from '../payment/event'
import type { Payment } from '../payment/payment'
import { statusOf } from '../payment/status'

/**
 * What the shop's day has of a payment. These are never added to one another: `confirmed` is money that the
 * service says was paid, `cash`, `seen`, `notPaid` and `otherwise` are a person's word for how a payment ended,
 * `unknown` is not known yet, and `none` is certain to have brought nothing.
 */
export const blockNames = [
  'confirmed',
  'cash',
  'seen',
  'notPaid',
  'otherwise',
  'unknown',
  'none',
] as const

export type BlockName = (typeof blockNames)[number]

/** What an ended payment without money counts as. */
export const unpaidBlocks = ['notPaid', 'otherwise', 'none'] as const satisfies BlockName[]

export type UnpaidBlock = (typeof unpaidBlocks)[number]

/** What a person's word counts as. Each outcome has a block of its own, and none of them is `confirmed`. */
export const resolvedBlocks = {
  'paid-in-cash': 'cash',
  'seen-in-dashboard': 'seen',
  'not-paid': 'notPaid',
  'shop-bears-it': 'otherwise',
  other: 'otherwise',
} as const satisfies Record<ResolutionHow, SettledBlock>

/** The blocks that are a person's word, in the order in which they are shown. */
export const settledBlocks = ['cash', 'seen', 'notPaid', 'otherwise'] as const

export type SettledBlock = (typeof settledBlocks)[number]

/** The service said paid, and about this very payment (money rules 5 and 12). */
export function isConfirmed(payment: Payment): boolean {
  return statusOf(payment) === 'paid'
}

/** Neither a person nor the service has said how it ended: it may be money (money rule 8). */
export function isUnknown(payment: Payment): boolean {
  return !isConfirmed(payment) && (isOpen(payment) || needsResolving(payment))
}

/** What a person's word counts as, where it is not only a remark about a confirmed payment. */
export function settledAs(payment: Payment): SettledBlock | null {
  const blocks = blocksOf(payment)
  return settledBlocks.find(block => blocks.includes(block)) ?? null
}

/** What a payment without money counts as, once it has ended; null for all others. */
export function unpaidBlockOf(payment: Payment): UnpaidBlock | null {
  if (hasMoney(payment)) return null
  return unpaidBlocks.find(block => blocksOf(payment).includes(block)) ?? null
}

/** Two only where both happened: cash was taken, and the service was paid as well (money rule 9). */
function blocksOf(payment: Payment): Exclude<BlockName, 'unknown'>[] {
  const cash = isPaidInCash(payment)
  const blocks: Exclude<BlockName, 'unknown'>[] = cash ? ['cash'] : []
  if (isConfirmed(payment)) return [...blocks, 'confirmed']
  if (cash || isUnknown(payment)) return blocks
  return payment.resolution === null ? ['none'] : [resolvedBlocks[payment.resolution.how]]
}
