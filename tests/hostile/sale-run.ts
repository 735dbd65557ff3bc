import fc from 'fast-check'
import { createServiceClock } from '../../electron/main/payments/clocks/service-clock'
import { eventSchema, type PaymentEvent } from '../../shared/payment/event'
import { type Sale, saleSchema } from '../../shared/payment/sale'
import { beginSale } from '../../shared/payment/sale-reducer'
import { recorded } from '../support/payments/sales'
import { shippedWords } from '../support/status-words'
import {
  acceptedFaults,
  answerFaults,
  hiddenTextFaults,
  shapeFaults,
  statusFaults,
} from './answer-checks'
import { type AnswerSpec, answerSpec, exchangeOf, meaningOfAnswer } from './answer-grammar'
import type { Meant, SaleFacts } from './body-grammar'
import {
  acceptedPayment,
  isServiceError,
  meaningOfWord,
  mostItMeans,
  namesOtherMoney,
  readPayment,
} from './oracle'
import type { Parsers } from './parsers'

const now = Date.UTC(2026, 0, 5, 9)
const longestSale = 12_000

/** One sale and everything that a service answers to it. */
export interface SaleRunSpec {
  facts: SaleFacts
  /** Answers to attempts to create it. */
  creates: readonly AnswerSpec[]
  /** Answers to status reads. */
  reads: readonly AnswerSpec[]
  /** The till gives up waiting before this read. */
  expiresBefore: number
}

const facts: fc.Arbitrary<SaleFacts> = fc.record({
  channel: fc.constantFrom('mobile', 'card'),
  amount: fc.record(
    {
      currency: fc.constantFrom('TZS', 'TZS', 'KES'),
      value: fc.oneof(fc.constant(15_000), fc.integer({ min: 1, max: 9_000_000 })),
    },
    { noNullPrototype: true },
  ),
  reference: fc.constantFrom('R-1', 'a1b2c3d4-0000-4000-8000-123456789abc', 'réf 1'),
  expiresAt: fc.constantFrom(now + 120_000, now + 900_000),
})

export const saleRunSpec: fc.Arbitrary<SaleRunSpec> = fc.record({
  facts,
  creates: fc.array(answerSpec('accepted', now), { minLength: 1, maxLength: 2 }),
  reads: fc.array(answerSpec('status', now), { minLength: 1, maxLength: 3 }),
  expiresBefore: fc.nat(6),
})

/** Told of every answer, so that a run can say what it was made of. */
export type NoteAnswer = (kind: string) => void

/** Thrown when the till believed, lost or leaked what it may not. */
class Fault extends Error {
  override readonly name = 'Fault'
}

/** Lives a sale through its answers; throws Fault, or whatever the parsers throw. */
export function runSale(parsers: Parsers, spec: SaleRunSpec, noteAnswer: NoteAnswer): void {
  const accepted = createThrough(parsers, spec, noteAnswer)
  readThrough(parsers, accepted ?? acceptedPlainly(parsers, spec), spec, noteAnswer)
  // A body must not have changed what every object inherits.
  if (Object.keys(Object.prototype).length > 0 || 'paid' in {}) fail(['the prototype is polluted'])
}

/** The attempts; answers the sale when it was accepted. */
function createThrough(parsers: Parsers, spec: SaleRunSpec, noteAnswer: NoteAnswer): Sale | null {
  let sale = recordedSale(spec.facts)
  for (const create of spec.creates) {
    const attempt = sale.attempts + 1
    sale = follow(parsers, sale, [
      { type: 'attempt-started', at: now, attempt, account: 'practice' },
    ])
    const before = sale
    sale = attemptOnce(parsers, sale, create, spec.facts, noteAnswer)
    if (sale.outcome !== null || sale.handedOverAt !== null) fail(['settled by a create'])
    if (before.maybeSent && !sale.maybeSent)
      fail(['an attempt that may have arrived was forgotten'])
    if (before.maybeSent && sale.phase === 'refused') fail(['a refusal of a repeat was final'])
    if (sale.phase === 'pending') return sale
    if (sale.phase === 'refused') return null
  }
  return null
}

function attemptOnce(
  parsers: Parsers,
  sale: Sale,
  create: AnswerSpec,
  facts: SaleFacts,
  noteAnswer: NoteAnswer,
): Sale {
  const exchange = exchangeOf(create, facts)
  const answer = parsers.accepted(exchange, now)
  noteAnswer(`create ${facts.channel}: ${classOf(answer)}`)
  const payment = acceptedPayment(exchange)
  const faults = answerFaults(answer, exchange, create, payment)
  if (answer.class === 'ok') faults.push(...acceptedFaults(answer.value, exchange))
  const still = { wall: () => now, monotonic: () => 0 }
  const clock = createServiceClock({ clock: still, changed: () => undefined })
  if ('serverDate' in answer) clock.learn(answer.serverDate, 0)
  fail(faults)
  const serviceDate = 'serverDate' in answer ? answer.serverDate : null
  const events = parsers.decideAttempt(sale, answer, {
    now,
    serviceNow: clock.now(),
    possibleTimes: [serviceDate ?? clock.now()],
    serviceAt: serviceDate === null ? null : clock.now(),
    assumedLifetime: 900_000,
    isTaken: false,
  })
  const after = follow(parsers, sale, events)
  judgeAcceptance(after, create, facts)
  if (
    payment &&
    after.phase === 'pending' &&
    namesOtherMoney(payment, facts) !== (after.mismatch !== null)
  )
    fail(['other money is not raised, or the same money is'])
  const tookNothing = exchange.kind === 'response' && [401, 429].includes(exchange.status)
  const mayBeThere = exchange.kind === 'response' && !(tookNothing && isServiceError(exchange))
  if (after.phase === 'ready' && mayBeThere) fail(['an answered attempt was called never sent'])
  return after
}

/** What the service meant as an acceptance is one, whatever its side fields hold (money rule 14). */
function judgeAcceptance(after: Sale, create: AnswerSpec, facts: SaleFacts): void {
  const meant = meaningOfAnswer(create)
  if (meant === null || create.kind === 'failure' || !isPrintable(create)) return
  if (meant.about === 'no payment') {
    if (after.phase === 'pending') fail(['accepted by what is no payment'])
    return
  }
  const { form, bare, template } = create.body
  // A status answer may leave out its reference; then it accepts nothing.
  const isNamed = template === 'accepted' || !bare || form.body === 'flat'
  if (!isNamed && meant.about !== 'another payment') return
  const reference = meant.about === 'another payment' ? `${facts.reference}-other` : facts.reference
  if (after.reference !== reference) fail([`meant as an acceptance, and it is ${after.phase}`])
  if (meant.about === 'other money' && after.mismatch === null) fail(['other money was meant'])
  judgeExpiry(after, create, facts)
}

/** An end that is stated in any usual form counts, where it can be true at all (money rule 10). */
function judgeExpiry(
  after: Sale,
  { body, headers }: Extract<AnswerSpec, { kind: 'response' }>,
  { expiresAt }: SaleFacts,
): void {
  const isStated = body.template === 'accepted' && !body.bare && !('expires_at' in body.oddSides)
  if (!isStated || headers.date === undefined) return
  const life = expiresAt - (headers.date ?? now)
  const canBeTrue = life >= 30_000 && life <= 7 * 86_400_000
  if (canBeTrue ? after.expiresAt !== expiresAt : !after.expiryAssumed)
    fail([`its end is ${after.expiresAt}, stated was ${expiresAt}`])
}

function readThrough(
  parsers: Parsers,
  accepted: Sale,
  spec: SaleRunSpec,
  noteAnswer: NoteAnswer,
): void {
  let sale = accepted
  for (const [index, read] of spec.reads.entries()) {
    if (index === spec.expiresBefore && sale.phase === 'pending')
      sale = follow(parsers, sale, [{ type: 'expired', at: now, answered: true }])
    const before = sale
    sale = readOnce(parsers, sale, read, spec.facts, noteAnswer)
    const hadResult = before.outcome !== null && !isUnclear(before)
    if (hadResult && sale.outcome !== before.outcome) fail(['a result was rewritten'])
    if (sale.outcome === 'paid' && sale.mismatch && !before.outcome) fail(['paid and mismatched'])
  }
}

function readOnce(
  parsers: Parsers,
  sale: Sale,
  read: AnswerSpec,
  facts: SaleFacts,
  noteAnswer: NoteAnswer,
): Sale {
  const own = { ...facts, reference: sale.reference ?? '' }
  const exchange = exchangeOf(read, own)
  const answer = parsers.status(exchange, own.reference, now)
  noteAnswer(`read ${facts.channel}: ${classOf(answer)}`)
  const faults = answerFaults(answer, exchange, read, readPayment(exchange, own.reference))
  if (answer.class === 'ok') faults.push(...statusFaults(answer.value, exchange, own.reference))
  faults.push(...understandingFaults(read, answer.class === 'ok'))
  fail(faults)
  if (answer.class !== 'ok') return sale
  const events = parsers.decideRead(sale, answer.value, {
    by: 'poller',
    words: shippedWords,
    now,
    alsoPaid: () => null,
  })
  const after = follow(parsers, sale, events)
  if (sale.outcome === null || isUnclear(sale)) {
    judgeOutcome(sale, after, mostItMeans(exchange, own))
    judgeMeaning(sale, after, meaningOfAnswer(read), isPrintable(read))
  }
  if (after.outcome) noteAnswer(`outcome ${facts.channel}: ${after.outcome}`)
  return after
}

/** A word without a meaning is no result: the next one may be (money rule 6). */
function isUnclear({ outcome, mismatch }: Sale): boolean {
  return outcome === 'unrecognised' && mismatch === null
}

/** What is meant for this payment is understood, whatever its side fields hold; what is about another is not. */
function understandingFaults(read: AnswerSpec, isUnderstood: boolean): string[] {
  const meant = meaningOfAnswer(read)
  if (meant === null || read.kind === 'failure' || !isPrintable(read)) return []
  const isFlat = read.body.form.body === 'flat'
  const isForIt = meant.about !== 'no payment' && !(meant.about === 'another payment' && isFlat)
  return isForIt === isUnderstood ? [] : [`meant was ${meant.about}, understood: ${isUnderstood}`]
}

function judgeOutcome(before: Sale, after: Sale, most: string): void {
  const { outcome } = after
  if (outcome === 'paid' && most !== 'paid') fail([`paid by an answer that is ${most}`])
  if (outcome === 'failed' && most !== 'failed') fail([`failed by an answer that is ${most}`])
  if (outcome !== null && before.mismatch && outcome !== 'unrecognised')
    fail(['a mismatch was forgotten'])
  if (outcome === null && !['pending', 'nothing'].includes(most)) fail([`${most}, and not settled`])
}

/** What the service meant, it got: the till's reading of the bytes plays no part here. */
function judgeMeaning(before: Sale, after: Sale, meant: Meant | null, isReadable: boolean): void {
  if (meant === null || !isReadable || before.mismatch !== null) return
  const isOther = meant.about === 'other money' || meant.about === 'another payment'
  if (isOther && after.mismatch === null) fail([`${meant.about} was meant, and that is not raised`])
  if (meant.about !== 'the payment') return
  const meaning = meaningOfWord(meant.word)
  const expected = meaning === 'pending' ? null : meaning
  if (after.outcome !== expected) fail([`a ${meaning} was meant and it became ${after.outcome}`])
}

/** Every event has to be one that the ledger writes, and the sale one that it can read back. */
function follow(parsers: Parsers, sale: Sale, events: readonly PaymentEvent[]): Sale {
  const after = events.reduce(parsers.applyEvent, sale)
  const unwritable = events.filter(event => !eventSchema.safeParse(event).success)
  fail([
    ...unwritable.map(event => `the ledger cannot write ${JSON.stringify(event).slice(0, 300)}`),
    ...(saleSchema.safeParse(after).success ? [] : ['the ledger cannot read the sale back']),
    ...shapeFaults('the sale', after, longestSale),
    ...hiddenTextFaults(after),
  ])
  return after
}

function acceptedPlainly(
  parsers: Parsers,
  { facts: { reference, expiresAt, ...asked } }: SaleRunSpec,
): Sale {
  const started: PaymentEvent = {
    type: 'attempt-started',
    at: now,
    attempt: 1,
    account: 'practice',
  }
  const accepted: PaymentEvent = {
    type: 'accepted',
    at: now,
    serviceAt: null,
    attempt: 1,
    reference,
    status: 'pending',
    expiresAt,
    expiryAssumed: false,
    checkoutUrl: null,
    checkoutFault: null,
    apiVersion: null,
    unread: [],
  }
  return follow(parsers, recordedSale({ reference, expiresAt, ...asked }), [started, accepted])
}

function recordedSale({ channel, amount }: SaleFacts): Sale {
  const draftId = '6f2a4d0e-8a52-4c36-9f0e-2d1f1f0d7a11'
  return beginSale(
    '0192f000-0000-7000-8000-000000000001',
    recorded({ at: now, draftId, channel, amount }),
  )
}

/** The contract's words are text that can be shown; the till believes no other. */
function isPrintable(spec: AnswerSpec): boolean {
  if (spec.kind === 'failure') return false
  const { word } = spec.body
  const isWord = word.trim() !== '' && word.length <= 200 && !/[\p{Cc}\p{Cf}]/u.test(word)
  return isWord
}

function classOf(answer: { class: string; reason?: unknown }): string {
  return answer.class === 'unintelligible' ? `unintelligible, ${answer.reason}` : answer.class
}

function fail(faults: readonly string[]): void {
  if (faults.length > 0) throw new Fault(faults.join('; '))
}
