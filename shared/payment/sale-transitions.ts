import {
  goesBackBy,
  isPaidInCash,
  isSaidToBePaid,
  isUnclear,
  mayAnswerObjection,
  mayBeRefunded,
  mayClassify,
  needsResolving,
} from './actions'
import type { EventOf, PaymentEvent } from './event'
import type { Phase, Sale } from './sale'

/** Every event but the first. */
export type LaterEvent = Exclude<PaymentEvent, { type: 'recorded' }>

/** The phases from which each event may follow; what is not listed is impossible. */
const allowedFrom: Record<LaterEvent['type'], readonly Phase[]> = {
  'attempt-started': ['ready', 'unknown'],
  'attempt-failed': ['sending'],
  refused: ['sending'],
  accepted: ['sending'],
  held: ['ready'],
  restored: ['ready', 'held', 'sending', 'unknown'],
  released: ['held', 'unknown'],
  withdrawn: ['ready', 'held'],
  abandoned: ['unknown'],
  'stopped-waiting': ['pending'],
  'cash-taken': ['pending'],
  'status-read': ['pending', 'expired', 'settled'],
  'answer-mismatched': ['pending', 'expired', 'settled'],
  settled: ['pending', 'expired', 'settled'],
  reopened: ['settled'],
  'provider-disagreed': ['settled'],
  contradicted: ['settled'],
  expired: ['pending'],
  'status-classified': ['settled'],
  'objection-answered': ['settled'],
  'goods-handed-over': ['settled'],
  refunded: ['settled', 'cash'],
  'paid-twice': ['settled'],
  'receipt-printed': ['settled', 'cash'],
  'receipt-failed': ['settled', 'cash'],
  resolved: ['unknown', 'pending', 'expired', 'settled', 'abandoned'],
  'customer-removed': ['settled', 'expired', 'refused', 'withdrawn', 'abandoned', 'cash'],
}

/** May the event follow from where the sale stands? */
export function mayFollow(sale: Sale, event: LaterEvent): boolean {
  return allowedFrom[event.type].includes(sale.phase) && !forbidden(sale, event)
}

/** The copies count up, and the number is given once, to the original. */
function isNextReceipt(sale: Sale, { copy, number }: EventOf<'receipt-printed'>): boolean {
  return copy === sale.receiptCopies + 1 && (number === undefined || copy === 1)
}

/** What the phase alone does not forbid but the money rules do. */
function forbidden(sale: Sale, event: LaterEvent): boolean {
  switch (event.type) {
    case 'withdrawn':
      return sale.maybeSent
    case 'settled':
      return (
        (event.outcome === 'paid' && sale.mismatch !== null) ||
        (sale.phase === 'settled' && !isUnclear(sale))
      )
    case 'reopened':
      return !isUnclear(sale)
    case 'provider-disagreed':
      return sale.outcome !== 'paid' && sale.outcome !== 'failed'
    case 'paid-twice':
      return sale.outcome !== 'paid' && !sale.contradictedByPaid
    case 'receipt-failed':
      return !isSaidToBePaid(sale)
    case 'cash-taken':
      return isPaidInCash(sale)
    case 'receipt-printed':
      return !isSaidToBePaid(sale) || !isNextReceipt(sale, event)
    case 'goods-handed-over':
      return sale.outcome !== 'paid' || sale.handedOverAt !== null || sale.refund !== null
    case 'refunded':
      return !mayBeRefunded(sale) || !goesBackBy(sale, event.how)
    case 'status-classified':
      return !mayClassify(sale)
    case 'objection-answered':
      return !mayAnswerObjection(sale, event)
    case 'customer-removed':
      return needsResolving(sale)
    default:
      return false
  }
}
