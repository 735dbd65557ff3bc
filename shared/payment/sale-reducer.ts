import { isUnclear, mayBeRefunded, needsResolving } from './actions'
import { withoutCustomer } from './customer-removed'
import type { EventOf, PaymentEvent } from './event'
import { isPaidInCash } from './paid-in-cash'
import type { Outcome, Phase, Sale } from './sale'

/** Thrown when an event cannot follow from where the sale stands: a fault in the till itself. */
export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition'
  constructor(phase: Phase | 'none', type: PaymentEvent['type']) {
    super(`A sale that is ${phase} cannot take the event ${type}`)
  }
}

/** The phases from which each event may follow; what is not listed is impossible. */
const allowedFrom: Record<Exclude<PaymentEvent['type'], 'recorded'>, readonly Phase[]> = {
  'attempt-started': ['ready', 'unknown'],
  'attempt-failed': ['sending'],
  refused: ['sending'],
  accepted: ['sending'],
  held: ['ready'],
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
  'goods-handed-over': ['settled'],
  refunded: ['settled'],
  'paid-twice': ['settled'],
  'receipt-printed': ['settled'],
  'receipt-failed': ['settled'],
  resolved: ['unknown', 'pending', 'expired', 'settled', 'abandoned'],
  'customer-removed': ['settled', 'expired', 'refused', 'withdrawn', 'abandoned'],
}

/** A sale's first state, from the event that records it. */
export function beginSale(id: string, event: EventOf<'recorded'>): Sale {
  const { type: _type, at, ...facts } = event
  return {
    id,
    ...facts,
    recordedAt: at,
    freshSince: at,
    phase: 'ready',
    outcome: null,
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
    cashTakenAt: null,
    handedOverAt: null,
    handedOverBy: null,
    refund: null,
    receiptCopies: 0,
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
 * The one place where a sale changes: returns the sale as it stands after the event.
 * Throws ImpossibleTransition when the event cannot follow (the caller has a fault; nothing is changed).
 */
export function applyEvent(sale: Sale, event: PaymentEvent): Sale {
  if (
    event.type === 'recorded' ||
    !allowedFrom[event.type].includes(sale.phase) ||
    forbidden(sale, event)
  )
    throw new ImpossibleTransition(sale.phase, event.type)
  return { ...sale, ...change(sale, event) }
}

/** What the phase alone does not forbid but the money rules do. */
function forbidden(sale: Sale, event: PaymentEvent): boolean {
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
      return sale.outcome !== 'paid'
    case 'cash-taken':
      return isPaidInCash(sale)
    case 'receipt-printed':
      return sale.outcome !== 'paid' || event.copy !== sale.receiptCopies + 1
    case 'goods-handed-over':
      return sale.outcome !== 'paid' || sale.handedOverAt !== null || sale.refund !== null
    case 'refunded':
      return !mayBeRefunded(sale)
    case 'status-classified':
      return !isUnclear(sale)
    case 'customer-removed':
      return needsResolving(sale)
    default:
      return false
  }
}

function change(sale: Sale, event: Exclude<PaymentEvent, { type: 'recorded' }>): Partial<Sale> {
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
    case 'released':
      return {
        phase: sale.phase === 'held' ? 'ready' : sale.phase,
        freshSince: event.at,
        repeatRefused: false,
      }
    case 'withdrawn':
    case 'abandoned':
      return { phase: event.type }
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
      return event.meaning === 'pending' ? backToPending(sale) : outcomeFound(sale, event.meaning)
    case 'goods-handed-over':
      return { handedOverAt: event.at, handedOverBy: event.person }
    case 'refunded':
      return refunded(event)
    case 'paid-twice':
      return { paidTwice: event.other, resolution: null }
    case 'receipt-printed':
      return { receiptCopies: event.copy, receiptFailure: null }
    case 'receipt-failed':
      return { receiptFailure: event.reason }
    case 'resolved':
      return resolved(sale, event)
    case 'customer-removed':
      return withoutCustomer(sale, event)
  }
}

/** Once an attempt may have arrived, no later attempt that never left takes that back. */
function attemptFailed(sale: Sale, event: EventOf<'attempt-failed'>): Partial<Sale> {
  const maybeSent = sale.maybeSent || event.sent === 'maybe'
  const { at, reason, sent, detail } = event
  return {
    phase: maybeSent ? 'unknown' : 'ready',
    maybeSent,
    repeatRefused: reason === 'repeat-refused',
    lastFailure: { at, reason, sent, detail },
  }
}

function accepted(sale: Sale, event: EventOf<'accepted'>): Partial<Sale> {
  const { at, serviceAt, reference, status, expiresAt, expiryAssumed } = event
  const { checkoutUrl, checkoutFault, apiVersion } = event
  return {
    phase: 'pending',
    maybeSent: true,
    repeatRefused: false,
    lastFailure: null,
    acceptedAt: at,
    acceptedServiceAt: serviceAt,
    rawStatus: status,
    reference,
    expiresAt,
    expiryAssumed,
    checkoutUrl,
    checkoutFault,
    apiVersion,
    unreadFields: withUnread(sale, event.unread),
  }
}

/** Each name once, and no more than a history needs. */
function withUnread({ unreadFields }: Sale, more: readonly string[]): string[] {
  return [...new Set([...unreadFields, ...more])].slice(0, 40)
}

/** In progress after all: polled again. A person who had resolved it does not wait for it any more. */
function backToPending({ stoppedWaitingAt, resolution }: Sale): Partial<Sale> {
  return {
    phase: 'pending',
    outcome: null,
    settledAt: null,
    stoppedWaitingAt: stoppedWaitingAt ?? resolution?.at ?? null,
    resolution: null,
  }
}

/** A result keeps the words that it was read from (money rule 6); a word without a meaning is no result. */
function statusRead(sale: Sale, event: EventOf<'status-read'>): Partial<Sale> {
  const unreadFields = withUnread(sale, event.unread)
  if (sale.phase === 'settled' && !isUnclear(sale)) return { unreadFields }
  return { rawStatus: event.status, providerStatus: event.providerStatus, unreadFields }
}

/**
 * A person who ends a wait that the service never ended gives up on it: from then on it is as one that
 * expired, so that it is read any time, and paid after all is late or paid twice (money rule 9).
 */
function resolved(sale: Sale, event: EventOf<'resolved'>): Partial<Sale> {
  const { at, reason, how, person } = event
  const resolution = { at, reason, how, person }
  const cash = how === 'paid-in-cash' ? { cashTakenAt: sale.cashTakenAt ?? at } : {}
  const ended: Partial<Sale> = sale.phase === 'pending' ? { phase: 'expired', expiredAt: at } : {}
  const stopped: Partial<Sale> = sale.phase === 'unknown' ? { phase: 'abandoned' } : {}
  return { resolution, ...cash, ...ended, ...stopped }
}

/**
 * The customer paid otherwise, and the push may still be paid: it stays pending, is read to its end and
 * holds its number (money rule 10). Whoever took the cash has stopped waiting: paid after all is late.
 */
function cashTaken(sale: Sale, { at, note, person }: EventOf<'cash-taken'>): Partial<Sale> {
  return {
    cashTakenAt: at,
    stoppedWaitingAt: sale.stoppedWaitingAt ?? at,
    resolution: { at, reason: note, how: 'paid-in-cash', person },
  }
}

/** Nothing else changes: the service said paid, and goods and receipts are what they were. */
function refunded({ at, how, reason, person }: EventOf<'refunded'>): Partial<Sale> {
  return { refund: { at, how, reason, person } }
}

/** The first mismatch is kept, and is news to whoever had resolved the sale before (money rule 12). */
function mismatched(sale: Sale, event: EventOf<'answer-mismatched'>): Partial<Sale> {
  return sale.mismatch ? {} : { mismatch: event.mismatch, resolution: null }
}

/** The result stays; money that came although it had failed and cash was taken came twice (money rule 9). */
function contradicted(sale: Sale, { status, meaning }: EventOf<'contradicted'>): Partial<Sale> {
  const isTwice = sale.outcome === 'failed' && meaning === 'paid' && isPaidInCash(sale)
  return {
    contradiction: status,
    contradictedByPaid: sale.contradictedByPaid || meaning === 'paid',
    paidTwice: isTwice ? 'cash' : sale.paidTwice,
    resolution: null,
  }
}

function settled(sale: Sale, event: EventOf<'settled'>): Partial<Sale> {
  return {
    phase: 'settled',
    rawStatus: event.status,
    settledAt: event.at,
    ...outcomeFound(sale, event.outcome),
  }
}

/**
 * Paid after the till gave up on it is late, and stays a to-do even where it had been resolved; paid
 * after it was settled in cash is paid twice (money rule 9). So does a status stay that nobody
 * understands: it may be money (money rule 8).
 */
function outcomeFound(sale: Sale, outcome: Outcome): Partial<Sale> {
  // A ledger of version 1 kept no `expiredAt`.
  const hasExpired = sale.phase === 'expired' || sale.expiredAt !== null
  const gaveUp = hasExpired || sale.stoppedWaitingAt !== null || sale.resolution !== null
  const late = outcome === 'paid' && gaveUp
  const paidTwice = outcome === 'paid' && isPaidInCash(sale) ? 'cash' : null
  const isNews = late || paidTwice !== null || outcome === 'unrecognised'
  return { outcome, late, paidTwice, resolution: isNews ? null : sale.resolution }
}
