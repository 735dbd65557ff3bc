import type { EventOf, PaymentEvent } from './event'
import type { Phase, Sale } from './sale'
import {
  accepted,
  attemptFailed,
  backToPending,
  cashTaken,
  contradicted,
  mismatched,
  objectionAnswered,
  refunded,
  resolved,
  restored,
  settled,
  statusClassified,
  statusRead,
  stoppedTryingBy,
  withoutCustomer,
} from './sale-changes'
import { type LaterEvent, mayFollow } from './sale-transitions'

/** Thrown when an event cannot follow from where the sale stands: a fault in the till itself. */
export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition'
  constructor(phase: Phase | 'none', type: PaymentEvent['type']) {
    super(`A sale that is ${phase} cannot take the event ${type}`)
  }
}

/** A sale's first state, from the event that records it. */
export function beginSale(id: string, event: EventOf<'recorded'>): Sale {
  const { type: _type, at, lines = [], purchase = null, received = null, ...facts } = event
  const isCash = event.channel === 'cash'
  return {
    id,
    ...facts,
    lines,
    purchase,
    received,
    recordedAt: at,
    freshSince: at,
    phase: isCash ? 'cash' : 'ready',
    outcome: null,
    doubt: null,
    objections: [],
    rulings: [],
    cleared: [],
    attempts: 0,
    lastAttemptAt: null,
    account: null,
    repeatRefused: false,
    maybeSent: false,
    lastFailure: null,
    refusal: null,
    reference: null,
    acceptedAt: null,
    acceptedServiceAt: null,
    expiresAt: null,
    expiryAssumed: false,
    checkoutUrl: null,
    checkoutFault: null,
    apiVersion: null,
    rawStatus: null,
    providerStatus: null,
    providerContradiction: null,
    unreadFields: [],
    settledAt: null,
    expiredAt: null,
    stoppedWaitingAt: null,
    stoppedTryingBy: null,
    cashTakenAt: isCash ? at : null,
    handedOverAt: null,
    handedOverBy: null,
    refund: null,
    receiptCopies: 0,
    receiptNumber: null,
    receiptFailure: null,
    mismatch: null,
    contradiction: null,
    contradictedByPaid: false,
    late: false,
    paidTwice: null,
    resolution: null,
    customerRemoved: null,
  }
}

/**
 * The one place where a sale changes: returns the sale after the event.
 * Throws ImpossibleTransition when the event cannot follow (the caller has a fault; nothing is changed).
 */
export function applyEvent(sale: Sale, event: PaymentEvent): Sale {
  if (event.type === 'recorded' || !mayFollow(sale, event))
    throw new ImpossibleTransition(sale.phase, event.type)
  return { ...sale, ...change(sale, event) }
}

function change(sale: Sale, event: LaterEvent): Partial<Sale> {
  switch (event.type) {
    case 'attempt-started':
      return {
        phase: 'sending',
        attempts: event.attempt,
        lastAttemptAt: event.at,
        account: event.account,
      }
    case 'attempt-failed':
      return attemptFailed(sale, event)
    case 'refused':
      return {
        phase: 'refused',
        refusal: {
          httpStatus: event.httpStatus,
          errorCode: event.errorCode,
          message: event.message,
        },
      }
    case 'accepted':
      return accepted(sale, event)
    case 'held':
      return { phase: 'held' }
    case 'restored':
      return restored(sale, event)
    case 'released':
      return {
        phase: sale.phase === 'held' ? 'ready' : sale.phase,
        freshSince: event.at,
        repeatRefused: false,
      }
    case 'withdrawn':
      return { phase: 'withdrawn' }
    case 'abandoned':
      return { phase: 'abandoned', stoppedTryingBy: stoppedTryingBy(event) }
    case 'expired':
      return { phase: 'expired', expiredAt: event.at }
    case 'stopped-waiting':
      return { stoppedWaitingAt: event.at }
    case 'cash-taken':
      return cashTaken(sale, event)
    case 'status-read':
      return statusRead(sale, event)
    case 'answer-mismatched':
      return mismatched(sale, event)
    case 'settled':
      return settled(sale, event)
    case 'reopened':
      return { ...backToPending(sale), rawStatus: event.status }
    case 'provider-disagreed':
      return { providerContradiction: event.providerStatus, resolution: null }
    case 'contradicted':
      return contradicted(sale, event)
    case 'status-classified':
      return statusClassified(sale, event)
    case 'objection-answered':
      return objectionAnswered(sale, event)
    case 'goods-handed-over':
      return { handedOverAt: event.at, handedOverBy: event.person }
    case 'refunded':
      return refunded(event)
    case 'paid-twice':
      return { paidTwice: event.other, resolution: null }
    case 'receipt-printed':
      return {
        receiptCopies: event.copy,
        receiptNumber: event.number ?? sale.receiptNumber,
        receiptFailure: null,
      }
    case 'receipt-failed':
      return { receiptFailure: event.reason }
    case 'resolved':
      return resolved(sale, event)
    case 'customer-removed':
      return withoutCustomer(sale, event)
  }
}
