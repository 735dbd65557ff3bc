import { isPaidInCash, isUnclear } from './actions'
import { removedCustomer } from './customer'
import type { EventOf } from './event'
import type { Sale } from './sale'
import type { Outcome } from './status-words'

/** Once an attempt may have arrived, no later attempt that never left takes that back. */
export function attemptFailed(sale: Sale, event: EventOf<'attempt-failed'>): Partial<Sale> {
  const maybeSent = sale.maybeSent || event.sent === 'maybe'
  const { at, reason, sent, detail } = event
  return {
    phase: maybeSent ? 'unknown' : 'ready',
    maybeSent,
    repeatRefused: reason === 'repeat-refused',
    lastFailure: { at, reason, sent, detail },
  }
}

/**
 * A copy cannot know what the original sent after it was made: the sale's key may have been used (money
 * rule 4). It has been waiting since before the copy, so nothing of it goes out without a person (money rule 7),
 * and nothing with the keys of another account (money rule 3).
 */
export function restored(sale: Sale, { at, account }: EventOf<'restored'>): Partial<Sale> {
  return {
    phase: 'unknown',
    maybeSent: true,
    account: sale.account ?? account,
    lastAttemptAt: at,
    freshSince: 0,
    lastFailure: { at, reason: 'restored', sent: 'maybe', detail: '' },
  }
}

export function accepted(sale: Sale, event: EventOf<'accepted'>): Partial<Sale> {
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
export function backToPending({ stoppedWaitingAt, resolution }: Sale): Partial<Sale> {
  return {
    phase: 'pending',
    outcome: null,
    doubt: null,
    objections: [],
    settledAt: null,
    stoppedWaitingAt: stoppedWaitingAt ?? resolution?.at ?? null,
    resolution: null,
  }
}

/** The later of both clocks, so that neither frees a phone number too early by being behind. */
export function stoppedTryingBy({
  at,
  serviceAt = null,
}: EventOf<'abandoned' | 'resolved'>): number | null {
  return serviceAt === null ? null : Math.max(at, serviceAt)
}

/** A result keeps the words that it was read from (money rule 6); a word without a meaning is no result. */
export function statusRead(sale: Sale, event: EventOf<'status-read'>): Partial<Sale> {
  const unreadFields = withUnread(sale, event.unread)
  if (sale.phase === 'settled' && !isUnclear(sale)) return { unreadFields }
  return { rawStatus: event.status, providerStatus: event.providerStatus, unreadFields }
}

/**
 * A person who ends a wait that the service never ended gives up on it: from then on it is as one that
 * expired, so that it is read any time, and paid after all is late or paid twice (money rule 9).
 */
export function resolved(sale: Sale, event: EventOf<'resolved'>): Partial<Sale> {
  const { at, reason, how, person } = event
  const resolution = { at, reason, how, person }
  const cash = how === 'paid-in-cash' ? { cashTakenAt: sale.cashTakenAt ?? at } : {}
  const ended: Partial<Sale> = sale.phase === 'pending' ? { phase: 'expired', expiredAt: at } : {}
  const stopped: Partial<Sale> = sale.phase === 'unknown' ? { phase: 'abandoned' } : {}
  if (sale.phase === 'unknown' || sale.phase === 'abandoned')
    stopped.stoppedTryingBy = sale.stoppedTryingBy ?? stoppedTryingBy(event)
  return { resolution, ...cash, ...ended, ...stopped }
}

/**
 * The customer paid otherwise, and the push may still be paid: it stays pending, is read to its end and
 * holds its number (money rule 10). The person who took the cash has stopped waiting: paid after all is late.
 */
export function cashTaken(sale: Sale, { at, note, person }: EventOf<'cash-taken'>): Partial<Sale> {
  return {
    cashTakenAt: at,
    stoppedWaitingAt: sale.stoppedWaitingAt ?? at,
    resolution: { at, reason: note, how: 'paid-in-cash', person },
  }
}

/** Nothing else changes: the service said paid, and goods and receipts are what they were. */
export function refunded({ at, how, reason, person }: EventOf<'refunded'>): Partial<Sale> {
  return { refund: { at, how, reason, person } }
}

/** The first mismatch is kept, and is news to the person who had resolved the sale (money rule 12). */
export function mismatched(sale: Sale, event: EventOf<'answer-mismatched'>): Partial<Sale> {
  return sale.mismatch ? {} : { mismatch: event.mismatch, resolution: null }
}

/** The result stays; money that came although it had failed and cash was taken came twice (money rule 9). */
export function contradicted(
  sale: Sale,
  { status, meaning }: EventOf<'contradicted'>,
): Partial<Sale> {
  const isTwice = sale.outcome === 'failed' && meaning === 'paid' && isPaidInCash(sale)
  return {
    contradiction: status,
    contradictedByPaid: sale.contradictedByPaid || meaning === 'paid',
    paidTwice: isTwice ? 'cash' : sale.paidTwice,
    resolution: null,
  }
}

export function settled(sale: Sale, event: EventOf<'settled'>): Partial<Sale> {
  return {
    phase: 'settled',
    rawStatus: event.status,
    settledAt: event.at,
    doubt: event.doubt ?? null,
    objections: event.objections ?? [],
    cleared: event.cleared ?? [],
    ...outcomeFound(sale, event.outcome),
  }
}

/**
 * A person said what the word means. Where other words stand with it, their answer has to be judged again with this
 * meaning (money rule 5): the service is asked once more.
 */
export function statusClassified(
  sale: Sale,
  { meaning }: EventOf<'status-classified'>,
): Partial<Sale> {
  return meaning === 'pending' || sale.doubt !== null
    ? backToPending(sale)
    : outcomeFound(sale, meaning)
}

/** A person said what a field means: its answer is read and judged again (money rule 5). */
export function objectionAnswered(
  sale: Sale,
  { name, value, meaning }: EventOf<'objection-answered'>,
): Partial<Sale> {
  const others = sale.rulings.filter(each => each.name !== name || each.value !== value)
  return { ...backToPending(sale), rulings: [...others, { name, value, meaning }] }
}

/**
 * Paid after the till gave up on it is late, and stays a to-do even where it had been resolved; paid
 * after it was settled in cash is paid twice (money rule 9). A status without a meaning
 * stays too: it may be money (money rule 8).
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

/**
 * What changes in a sale when its customer's data is removed. The row is derived from the events, so it
 * holds exactly what they hold after the removal. Times in ms.
 */
export function withoutCustomer(
  {
    lastFailure,
    refusal,
    resolution,
    refund,
  }: Pick<Sale, 'lastFailure' | 'refusal' | 'resolution' | 'refund'>,
  { at, months }: EventOf<'customer-removed'>,
): Partial<Sale> {
  return {
    msisdn: '',
    customer: removedCustomer,
    note: '',
    checkoutUrl: null,
    lastFailure: lastFailure && { ...lastFailure, detail: '' },
    refusal: refusal && { ...refusal, message: '' },
    resolution: resolution && { ...resolution, reason: '' },
    refund: refund && { ...refund, reason: '' },
    customerRemoved: { at, months },
  }
}
