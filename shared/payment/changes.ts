import { isPaidInCash, isUnclear } from './actions'
import { removedCustomer } from './customer'
import type { EventOf } from './event'
import type { Payment } from './payment'
import type { Outcome } from './status-words'

/** Once an attempt may have arrived, no later attempt that never left takes that back. */
export function attemptFailed(
  payment: Payment,
  event: EventOf<'attempt-failed'>,
): Partial<Payment> {
  const maybeSent = payment.maybeSent || event.sent === 'maybe'
  const { at, reason, sent, detail } = event
  return {
    phase: maybeSent ? 'unknown' : 'ready',
    maybeSent,
    repeatRefused: reason === 'repeat-refused',
    lastFailure: { at, reason, sent, detail },
  }
}

/**
 * A copy cannot know what the original sent after it was made: the payment's key may have been used (money
 * rule 4). It has been waiting since before the copy, so nothing of it goes out without a person (money rule 7),
 * and nothing with the keys of another account (money rule 3).
 */
export function restored(payment: Payment, { at, account }: EventOf<'restored'>): Partial<Payment> {
  return {
    phase: 'unknown',
    maybeSent: true,
    account: payment.account ?? account,
    lastAttemptAt: at,
    freshSince: 0,
    lastFailure: { at, reason: 'restored', sent: 'maybe', detail: '' },
  }
}

/** The service accepted the request: from now on its status is read. */
export function accepted(payment: Payment, event: EventOf<'accepted'>): Partial<Payment> {
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
    unreadFields: withUnread(payment, event.unread),
  }
}

/** Each name once, and no more than a history needs. */
function withUnread({ unreadFields }: Payment, more: readonly string[]): string[] {
  return [...new Set([...unreadFields, ...more])].slice(0, 40)
}

/**
 * In progress after all: polled again. A person who had resolved it does not wait for it any more; what staff saw elsewhere
 * counts until the service says otherwise.
 */
export function backToPending(payment: Payment): Partial<Payment> {
  const { stoppedWaitingAt, resolution } = payment
  return {
    phase: 'pending',
    outcome: null,
    doubt: null,
    objections: [],
    settledAt: null,
    stoppedWaitingAt: stoppedWaitingAt ?? resolution?.at ?? null,
    resolution: seenPaid(payment, false),
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
export function statusRead(payment: Payment, event: EventOf<'status-read'>): Partial<Payment> {
  const unreadFields = withUnread(payment, event.unread)
  if (payment.phase === 'settled' && !isUnclear(payment)) return { unreadFields }
  return { rawStatus: event.status, providerStatus: event.providerStatus, unreadFields }
}

/**
 * A person who ends a wait that the service never ended gives up on it: from then on it is as one that
 * expired, so that it is read any time, and paid after all is late (money rule 9).
 */
export function resolved(payment: Payment, event: EventOf<'resolved'>): Partial<Payment> {
  const { at, reason, how, value, person } = event
  const seen = value === undefined ? {} : { value }
  const resolution = { at, reason, how, ...seen, person, contradicted: false }
  const cash = how === 'paid-in-cash' ? { received: payment.received ?? payment.amount.value } : {}
  const ended: Partial<Payment> =
    payment.phase === 'pending' ? { phase: 'expired', expiredAt: at } : {}
  const stopped: Partial<Payment> = payment.phase === 'unknown' ? { phase: 'abandoned' } : {}
  if (payment.phase === 'unknown' || payment.phase === 'abandoned')
    stopped.stoppedTryingBy = payment.stoppedTryingBy ?? stoppedTryingBy(event)
  return { resolution, ...cash, ...ended, ...stopped }
}

/**
 * The customer paid otherwise, and the push may still be paid: it stays pending, is read to its end and
 * holds its number (money rule 10). The person who took the cash has stopped waiting: paid after all is late.
 */
export function cashTaken(
  payment: Payment,
  { at, note, person }: EventOf<'cash-taken'>,
): Partial<Payment> {
  return {
    received: payment.amount.value,
    stoppedWaitingAt: payment.stoppedWaitingAt ?? at,
    resolution: { at, reason: note, how: 'paid-in-cash', person, contradicted: false },
  }
}

/**
 * The service's words stay. Money that came late or after *failed* asks nothing more of a person: they gave it back; nor
 * does a contradiction, where they found that the service took it back.
 */
export function givenBack(
  payment: Payment,
  { type: _type, ...facts }: EventOf<'given-back'>,
): Partial<Payment> {
  const { at, reason, why, person } = facts
  const cameAfterFailure = payment.outcome === 'failed' && payment.contradictedByPaid
  const ended = { at, reason, how: 'other', person, contradicted: false } as const
  return {
    givenBack: [...payment.givenBack, payment.late ? { ...facts, wasLate: true } : facts],
    late: false,
    resolution: payment.resolution ?? (cameAfterFailure || why === 'taken-back' ? ended : null),
  }
}

/** As if the press had not been: what it ended asks again. What the service said meanwhile stays. */
export function undone(payment: Payment, { what }: EventOf<'undone'>): Partial<Payment> {
  return what === 'cash' ? cashUndone(payment) : givingBackUndone(payment)
}

function cashUndone(payment: Payment): Partial<Payment> {
  const { phase, stoppedWaitingAt, resolution } = payment
  const taken = resolution?.how === 'paid-in-cash' ? resolution : null
  return {
    phase: phase === 'cash' ? 'withdrawn' : phase,
    received: null,
    stoppedWaitingAt: stoppedWaitingAt === taken?.at ? null : stoppedWaitingAt,
    resolution: taken === null ? resolution : null,
  }
}

function givingBackUndone({ givenBack, late, resolution }: Payment): Partial<Payment> {
  const last = givenBack.at(-1)
  const isByIt = resolution?.how === 'other' && resolution.at === last?.at
  return {
    givenBack: givenBack.slice(0, -1),
    late: late || last?.wasLate === true,
    resolution: isByIt ? null : resolution,
  }
}

/**
 * The first mismatch is kept, and is news to the person who had resolved the payment (money rule 12). What had come before
 * it stays.
 */
export function mismatched(
  payment: Payment,
  event: EventOf<'answer-mismatched'>,
): Partial<Payment> {
  if (payment.mismatch) return {}
  const after = payment.contradictedByPaid ? ({ afterPaid: true } as const) : {}
  return { mismatch: { ...event.mismatch, ...after }, resolution: askedAgain(payment) }
}

/** The result stays; money that came although it had failed is late (money rule 9). */
export function contradicted(
  payment: Payment,
  { status, meaning }: EventOf<'contradicted'>,
): Partial<Payment> {
  const isMoney = payment.outcome === 'failed' && meaning === 'paid'
  return {
    contradiction: status,
    contradictedByPaid: payment.contradictedByPaid || meaning === 'paid',
    ...(payment.contradictedByPaid && { doubtedSince: meaning !== 'paid' }),
    late: payment.late || (isMoney && payment.mismatch === null),
    resolution: meaning === 'paid' && payment.mismatch === null ? null : askedAgain(payment),
  }
}

/** An answer that is a result, or a word without a meaning. */
export function settled(payment: Payment, event: EventOf<'settled'>): Partial<Payment> {
  return {
    phase: 'settled',
    rawStatus: event.status,
    settledAt: event.at,
    doubt: event.doubt ?? null,
    objections: event.objections ?? [],
    cleared: event.cleared ?? [],
    ...outcomeFound(payment, event.outcome),
  }
}

/**
 * A person said what the word means. Where other words stand with it, their answer has to be judged again with this
 * meaning (money rule 5): the service is asked once more.
 */
export function statusClassified(
  payment: Payment,
  { meaning }: EventOf<'status-classified'>,
): Partial<Payment> {
  return meaning === 'pending' || payment.doubt !== null
    ? backToPending(payment)
    : outcomeFound(payment, meaning)
}

/** A person said what a field means: its answer is read and judged again (money rule 5). */
export function objectionAnswered(
  payment: Payment,
  { name, value, meaning }: EventOf<'objection-answered'>,
): Partial<Payment> {
  const others = payment.rulings.filter(each => each.name !== name || each.value !== value)
  return { ...backToPending(payment), rulings: [...others, { name, value, meaning }] }
}

/**
 * Paid after the till gave up on it, or after other money came for the same thing, is late, and stays a to-do even where
 * it had been resolved, unless staff had seen this very money already (money rule 9). A status without a meaning stays too:
 * it may be money (money rule 8).
 */
function outcomeFound(payment: Payment, outcome: Outcome): Partial<Payment> {
  // A ledger of version 1 kept no `expiredAt`.
  const hasExpired = payment.phase === 'expired' || payment.expiredAt !== null
  const gaveUp = hasExpired || payment.stoppedWaitingAt !== null || payment.resolution !== null
  const isPaid = outcome === 'paid'
  const seen = seenPaid(payment, !isPaid)
  const isOther = payment.alsoPaid !== null || isPaidInCash(payment)
  const late = isPaid && (isOther || (gaveUp && seen === null))
  const isNews = late || (outcome === 'unrecognised' && seen === null)
  return { outcome, late, resolution: isNews ? null : (seen ?? payment.resolution) }
}

/** Other money came for the same thing: what has come of this payment is late, and what comes will be (money rule 9). */
export function alsoPaid(payment: Payment, { other }: EventOf<'also-paid'>): Partial<Payment> {
  const named = { alsoPaid: other }
  return hasCome(payment) ? { ...named, late: true, resolution: askedAgain(payment) } : named
}

/** What is asked about again has not come yet: its next result says. */
function hasCome({ phase, outcome, contradictedByPaid }: Payment): boolean {
  return phase === 'settled' && (outcome === 'paid' || contradictedByPaid)
}

/**
 * A person has to look at it again, unless the till still asks. What staff saw elsewhere counts until they say otherwise;
 * what the service confirmed has taken its place.
 */
export function askedAgain(payment: Payment): Payment['resolution'] {
  return payment.outcome === 'paid' ? null : seenPaid(payment, payment.phase !== 'pending')
}

/** That staff saw it paid elsewhere, where they said so. */
function seenPaid({ resolution }: Payment, contradicted: boolean): Payment['resolution'] {
  return resolution?.how === 'seen-in-dashboard' ? { ...resolution, contradicted } : null
}

/**
 * What changes in a payment when its customer's data is removed. The row is derived from the events, so it
 * holds exactly what they hold after the removal. Times in ms.
 */
export function withoutCustomer(
  {
    lastFailure,
    refusal,
    resolution,
    givenBack,
  }: Pick<Payment, 'lastFailure' | 'refusal' | 'resolution' | 'givenBack'>,
  { at, months }: EventOf<'customer-removed'>,
): Partial<Payment> {
  return {
    msisdn: '',
    customer: removedCustomer,
    note: '',
    checkoutUrl: null,
    lastFailure: lastFailure && { ...lastFailure, detail: '' },
    refusal: refusal && { ...refusal, message: '' },
    resolution: resolution && { ...resolution, reason: '' },
    givenBack: givenBack.map(each => ({ ...each, reason: '' })),
    customerRemoved: { at, months },
  }
}
