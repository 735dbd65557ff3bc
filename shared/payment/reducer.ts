import {
  accepted,
  alsoPaid,
  askedAgain,
  attemptFailed,
  backToPending,
  cashTaken,
  contradicted,
  givenBack,
  mismatched,
  objectionAnswered,
  resolved,
  restored,
  settled,
  statusClassified,
  statusRead,
  stoppedTryingBy,
  undone,
  withoutCustomer,
} from './changes'
import type { EventOf, PaymentEvent } from './event'
import type { Payment, Phase } from './payment'
import { type LaterEvent, mayFollow } from './transitions'

/** Thrown when an event cannot follow from where the payment stands: a fault in the till itself. */
export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition'
  constructor(phase: Phase | 'none', type: PaymentEvent['type']) {
    super(`A payment that is ${phase} cannot take the event ${type}`)
  }
}

/** A payment's first state, from the event that records it. */
export function beginPayment(id: string, event: EventOf<'recorded'>): Payment {
  const {
    type: _type,
    at,
    lines = [],
    linked = [],
    received = event.amount.value,
    sale = id,
    total = event.amount.value,
    ...facts
  } = event
  const isCash = event.channel === 'cash'
  return {
    id,
    sale,
    ...facts,
    lines,
    linked,
    total,
    received: isCash ? received : null,
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
    handedOverAt: null,
    handedOverBy: null,
    givenBack: [],
    receiptCopies: 0,
    receiptNumber: null,
    receiptFailure: null,
    mismatch: null,
    contradiction: null,
    contradictedByPaid: false,
    late: false,
    alsoPaid: null,
    resolution: null,
    customerRemoved: null,
  }
}

/**
 * The one place where a payment changes: returns the payment after the event.
 * Throws ImpossibleTransition when the event cannot follow (the caller has a fault; nothing is changed).
 */
export function applyEvent(payment: Payment, event: PaymentEvent): Payment {
  if (event.type === 'recorded' || !mayFollow(payment, event))
    throw new ImpossibleTransition(payment.phase, event.type)
  return { ...payment, ...change(payment, event) }
}

function change(payment: Payment, event: LaterEvent): Partial<Payment> {
  switch (event.type) {
    case 'attempt-started':
      return {
        phase: 'sending',
        attempts: event.attempt,
        lastAttemptAt: event.at,
        account: event.account,
      }
    case 'attempt-failed':
      return attemptFailed(payment, event)
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
      return accepted(payment, event)
    case 'held':
      return { phase: 'held' }
    case 'restored':
      return restored(payment, event)
    case 'released':
      return {
        phase: payment.phase === 'held' ? 'ready' : payment.phase,
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
      return cashTaken(payment, event)
    case 'status-read':
      return statusRead(payment, event)
    case 'answer-mismatched':
      return mismatched(payment, event)
    case 'settled':
      return settled(payment, event)
    case 'reopened':
      return { ...backToPending(payment), rawStatus: event.status }
    case 'provider-disagreed':
      return { providerContradiction: event.providerStatus, resolution: askedAgain(payment) }
    case 'contradicted':
      return contradicted(payment, event)
    case 'status-classified':
      return statusClassified(payment, event)
    case 'objection-answered':
      return objectionAnswered(payment, event)
    case 'goods-handed-over':
      // Of late money a person has said by it what it is for.
      return { handedOverAt: event.at, handedOverBy: event.person, late: false }
    case 'given-back':
      return givenBack(payment, event)
    case 'undone':
      return undone(payment, event)
    case 'also-paid':
      return alsoPaid(payment, event)
    case 'receipt-printed':
      return {
        receiptCopies: Math.max(payment.receiptCopies, event.copy),
        receiptNumber: event.number ?? payment.receiptNumber,
        receiptFailure: null,
      }
    case 'receipt-failed':
      return { receiptFailure: event.reason }
    case 'resolved':
      return resolved(payment, event)
    case 'customer-removed':
      return withoutCustomer(payment, event)
  }
}
