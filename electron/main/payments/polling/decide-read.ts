import { isDeepStrictEqual } from 'node:util'
import { isUnclear } from '../../../../shared/payment/actions'
import type { Mismatch, PaymentEvent } from '../../../../shared/payment/event'
import { mostObjections, type Ruling } from '../../../../shared/payment/objections'
import type { Payment } from '../../../../shared/payment/payment'
import { isPaidAfterAll } from '../../../../shared/payment/payment-money'
import { meaningOf, type StatusWords } from '../../../../shared/payment/status-words'
import type { StatusRead } from '../../service'
import { type Judgment, judgeAnswer } from '../judge-answer'

interface ReadFacts {
  by: 'poller' | 'person'
  words: StatusWords
  /** What an owner confirmed of fields that object, for this connection. */
  rulings: readonly Ruling[]
  /** Wall clock, ms. */
  now: number
  /** The id of a payment that brought money for the same thing, or null; asked only once money has come. */
  alsoPaid: () => string | null
}

/**
 * What a status read means for the payment (§4.2, §4.4), as events to append: the only way to `paid`
 * (money rule 5). Empty when it says nothing new: reads that still say pending are not kept.
 */
export function decideRead(payment: Payment, read: StatusRead, facts: ReadFacts): PaymentEvent[] {
  const asked = { reference: payment.reference ?? '', amount: payment.amount }
  const judgment = judgeAnswer(read.facts, asked, {
    words: facts.words,
    rulings: [...payment.rulings, ...facts.rulings],
  })
  const found = payment.mismatch ? null : judgment.mismatch
  const events: PaymentEvent[] = []
  if (found) events.push({ type: 'answer-mismatched', at: facts.now, mismatch: found })
  const mismatch = found ?? payment.mismatch
  // A word without a meaning was no result: what comes now is the first one (money rule 6).
  const isOpen = payment.phase !== 'settled' || isUnclear(payment)
  if (isOpen) events.push(...towardsResult(payment, judgment, mismatch, facts))
  else events.push(...afterResult(payment, judgment, facts))
  events.push(...disagreement(payment, read, events, facts))
  if (!isNews(payment, read, judgment, facts.by, events)) return []
  return [statusRead(read, judgment, facts), ...events]
}

function statusRead(
  { providerStatus, unread }: StatusRead,
  { status }: Judgment,
  { now, by }: ReadFacts,
): PaymentEvent {
  return { type: 'status-read', at: now, by, status, providerStatus, unread: [...unread] }
}

function isNews(
  payment: Payment,
  read: StatusRead,
  { status }: Judgment,
  by: ReadFacts['by'],
  events: PaymentEvent[],
): boolean {
  if (events.length > 0 || by === 'person') return true
  const hasUnread = read.unread.some(name => !payment.unreadFields.includes(name))
  const isSame = status === payment.rawStatus && read.providerStatus === payment.providerStatus
  return hasUnread || !isSame
}

/** From pending, expired or a word without a meaning. */
function towardsResult(
  payment: Payment,
  { status, meaning, doubt, ...judgment }: Judgment,
  mismatch: Mismatch | null,
  { now: at, alsoPaid }: ReadFacts,
): PaymentEvent[] {
  const unclear = isUnclear(payment)
  if (meaning === 'pending') return unclear && !mismatch ? [{ type: 'reopened', at, status }] : []
  // A status for another amount, currency or reference is not a status of this payment (money rule 12).
  const outcome = mismatch ? 'unrecognised' : meaning
  const objections = judgment.objections.slice(0, mostObjections)
  const isSame = doubt === payment.doubt && isDeepStrictEqual(objections, payment.objections)
  if (unclear && outcome === 'unrecognised' && (mismatch !== null || isSame)) return []
  const settled: PaymentEvent = { type: 'settled', at, status, outcome }
  if (doubt) settled.doubt = doubt
  if (objections.length > 0) settled.objections = objections
  const cleared = judgment.cleared.slice(0, mostObjections)
  if (outcome === 'paid' && cleared.length > 0) settled.cleared = cleared
  const other = outcome === 'paid' ? alsoPaid() : null
  return other === null ? [settled] : [{ type: 'also-paid', at, other }, settled]
}

/**
 * A result is written once: a later answer that differs is recorded, not applied (money rule 6). The
 * word that the result was read from does not contradict it, whatever the lists say by now.
 */
function afterResult(
  payment: Payment,
  { status, meaning }: Judgment,
  { now: at, alsoPaid }: ReadFacts,
): PaymentEvent[] {
  const differs = payment.outcome === 'unrecognised' || meaning !== payment.outcome
  // After *failed* and then *paid*, the word of that failure is news again: the money may be gone.
  if (!isPaidAfterAll(payment) && (!differs || status === payment.rawStatus)) return []
  const isMoney = payment.contradictedByPaid || meaning === 'paid'
  // A word that said too little before can mean paid now, with the amount that it lacked.
  const isSame = payment.contradiction === status && isMoney === payment.contradictedByPaid
  const isCounted = isPaidAfterAll(payment) && meaning === 'paid' && payment.doubtedSince !== true
  const isKnown = isSame || isCounted
  const contradicted: PaymentEvent[] = isKnown
    ? []
    : [{ type: 'contradicted', at, status, meaning }]
  // Money that came although the payment had failed: if it was charged again, before or since, it came twice (money rule 9).
  const other = isMoney && payment.alsoPaid === null ? alsoPaid() : null
  return other === null ? contradicted : [{ type: 'also-paid', at, other }, ...contradicted]
}

/**
 * The provider's own word says paid, against a failure: the failure stays, and a person learns of it. That it failed
 * objects to a payment (money rule 5).
 */
function disagreement(
  payment: Payment,
  { providerStatus }: StatusRead,
  events: readonly PaymentEvent[],
  { words, now: at }: ReadFacts,
): PaymentEvent[] {
  if (providerStatus === null || payment.providerContradiction === providerStatus) return []
  const settled = events.find(event => event.type === 'settled')
  const outcome = settled ? settled.outcome : payment.outcome
  const disagrees = outcome === 'failed' && meaningOf(providerStatus, words) === 'paid'
  return disagrees ? [{ type: 'provider-disagreed', at, providerStatus }] : []
}
