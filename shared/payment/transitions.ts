import { isPaidInCash, isUnclear, mayAnswerObjection, mayClassify, needsResolving } from './actions'
import type { EventOf, PaymentEvent } from './event'
import type { Payment, Phase } from './payment'
import { isConfirmed, isGivenBack, leftToGiveBack, mayBeTakenBack } from './payment-money'
import { bringsReceipt } from './receipt'
import { hasNoEnd } from './status'

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
  'given-back': ['pending', 'expired', 'settled', 'abandoned', 'cash'],
  undone: ['pending', 'expired', 'settled', 'abandoned', 'cash'],
  'also-paid': ['pending', 'expired', 'settled'],
  'receipt-printed': ['pending', 'expired', 'settled', 'abandoned', 'cash', 'withdrawn'],
  'receipt-failed': ['pending', 'expired', 'settled', 'abandoned', 'cash', 'withdrawn'],
  resolved: ['unknown', 'pending', 'expired', 'settled', 'abandoned'],
  'customer-removed': ['settled', 'expired', 'refused', 'withdrawn', 'abandoned', 'cash'],
}

/** May the event follow from where the payment stands? */
export function mayFollow(payment: Payment, event: LaterEvent): boolean {
  return allowedFrom[event.type].includes(payment.phase) && !forbidden(payment, event)
}

/** The copies of a sale count up, and the number is given once, to the original. What has no number is no receipt yet. */
function isNextReceipt(payment: Payment, { copy, number }: EventOf<'receipt-printed'>): boolean {
  if (number !== undefined) return copy === 1 && payment.receiptCopies === 0
  return copy > payment.receiptCopies || (copy === 0 && payment.receiptCopies === 0)
}

/** The last money that went back was given by a person; what the service took is not undone. */
function endsGivenBack({ givenBack }: Payment): boolean {
  const last = givenBack.at(-1)
  return last !== undefined && last.why !== 'taken-back'
}

/** What the phase alone does not forbid but the money rules do. */
function forbidden(payment: Payment, event: LaterEvent): boolean {
  switch (event.type) {
    case 'withdrawn':
      return payment.maybeSent
    case 'settled':
      return (
        (event.outcome === 'paid' && payment.mismatch !== null) ||
        (payment.phase === 'settled' && !isUnclear(payment))
      )
    case 'reopened':
      return !isUnclear(payment)
    case 'provider-disagreed':
      return payment.outcome !== 'paid' && payment.outcome !== 'failed'
    case 'receipt-failed':
      return !bringsReceipt(payment)
    case 'cash-taken':
      return isPaidInCash(payment)
    case 'receipt-printed':
      return !bringsReceipt(payment) || !isNextReceipt(payment, event)
    case 'goods-handed-over':
      return !isConfirmed(payment) || payment.handedOverAt !== null || isGivenBack(payment)
    case 'given-back':
      return event.why === 'taken-back'
        ? event.value !== mayBeTakenBack(payment)
        : event.value > leftToGiveBack(payment, event.way)
    case 'undone':
      return event.what === 'cash' ? !isPaidInCash(payment) : !endsGivenBack(payment)
    case 'status-classified':
      return !mayClassify(payment)
    case 'objection-answered':
      return !mayAnswerObjection(payment, event)
    case 'customer-removed':
      // Whether its sale still asks about one that has no end, the ledger knows.
      return needsResolving(payment) && !hasNoEnd(payment)
    default:
      return false
  }
}
