import fc from 'fast-check'
import { ServiceClock } from '../../electron/main/payments/clocks/service-clock'
import type { Exchange } from '../../electron/main/service/exchange'
import { eventSchema, type PaymentEvent } from '../../shared/payment/event'
import type { Ruling } from '../../shared/payment/objections'
import { type Payment, paymentSchema } from '../../shared/payment/payment'
import { beginPayment } from '../../shared/payment/reducer'
import { writeJson } from '../support/answer-grammar/answer-form'
import type { Telling } from '../support/answer-grammar/payment-answer'
import { shippedWords } from '../support/parts'
import { recorded, samples } from '../support/payments/payments'
import { acceptedFaults, answerFaults, hiddenTextFaults, shapeFaults } from './answer-checks'
import { type AnswerSpec, answerSpec, exchangeOf } from './answer-grammar'
import {
  type BodySpec,
  isSound,
  type PaymentFacts,
  referenceIn,
  tellingOf,
  wordsOf,
} from './body-grammar'
import { isWordSaid, mayBeFailed, mayBePaid, speaksOfError, verdictOf } from './oracle'
import type { Parsers } from './parsers'

const now = Date.UTC(2026, 0, 5, 9)
const longestPayment = 12_000

/** One payment and everything that a service answers to it. */
export interface PaymentRunSpec {
  facts: PaymentFacts
  /** Answers to attempts to create it. */
  creates: readonly AnswerSpec[]
  /** Answers to status reads. */
  reads: readonly AnswerSpec[]
  /** The till gives up waiting before this read. */
  expiresBefore: number
  /** What follows where a field alone speaks against a paid word, and a person clears it. */
  afterClearing: 'the same' | 'another value' | 'another payment'
}

const facts: fc.Arbitrary<PaymentFacts> = fc.record({
  channel: fc.constantFrom('mobile', 'card'),
  amount: fc.record(
    {
      currency: fc.constantFrom('TZS', 'TZS', 'KES'),
      value: fc.oneof(fc.constant(15_000), fc.integer({ min: 1, max: 9_000_000 })),
    },
    { noNullPrototype: true },
  ),
  reference: fc.constantFrom(
    'R-1',
    'a1b2c3d4-0000-4000-8000-123456789abc',
    'réf 1',
    '700417',
    // No float holds it.
    '9007199254740993127',
  ),
  expiresAt: fc.constantFrom(now + 120_000, now + 900_000),
  checkoutUrl: fc.constant('https://pay.example/c/1'),
})

export const paymentRunSpec: fc.Arbitrary<PaymentRunSpec> = fc.record({
  facts,
  creates: fc.array(answerSpec('accepted', now), { minLength: 1, maxLength: 2 }),
  reads: fc.array(answerSpec('status', now), { minLength: 1, maxLength: 3 }),
  expiresBefore: fc.nat(6),
  afterClearing: fc.constantFrom('the same', 'another value', 'another payment'),
})

/** Told of every answer, so that a run can say what it was made of. */
export type NoteAnswer = (kind: string) => void

/** Thrown when the till believed, lost or leaked what it may not. */
class Fault extends Error {
  override readonly name = 'Fault'
}

/** Lives a payment through its answers; throws Fault, or whatever the parsers throw. */
export function runPayment(parsers: Parsers, spec: PaymentRunSpec, noteAnswer: NoteAnswer): void {
  const run = { parsers, facts: spec.facts, noteAnswer }
  const accepted = createThrough(run, spec)
  readThrough(run, accepted ?? acceptedPlainly(parsers, spec.facts), spec)
  // A body must not have changed what every object inherits.
  if (Object.keys(Object.prototype).length > 0 || 'paid' in {}) fail(['the prototype is polluted'])
}

interface Run {
  parsers: Parsers
  facts: PaymentFacts
  noteAnswer: NoteAnswer
}

/** The attempts; answers the payment when it was accepted. */
function createThrough(run: Run, { creates }: PaymentRunSpec): Payment | null {
  let payment = recordedPayment(run.facts)
  for (const create of creates) {
    const before = attempted(run.parsers, payment)
    payment = attemptOnce(run, before, create)
    if (payment.outcome !== null || payment.handedOverAt !== null) fail(['settled by a create'])
    if (before.maybeSent && !payment.maybeSent)
      fail(['an attempt that may have arrived was forgotten'])
    if (before.maybeSent && payment.phase === 'refused') fail(['a refusal of a repeat was final'])
    if (payment.phase === 'pending') return payment
    if (payment.phase === 'refused') return null
  }
  return null
}

function attemptOnce(
  { parsers, facts, noteAnswer }: Run,
  payment: Payment,
  create: AnswerSpec,
): Payment {
  const exchange = exchangeOf(create, facts)
  return judged(exchange, () => {
    const answer = parsers.accepted(exchange, now)
    noteAnswer(`create ${facts.channel}: ${classOf(answer)}`)
    fail(answerFaults(answer, exchange, create))
    const after = afterAttempt(parsers, payment, answer)
    judgeKept(after, exchange)
    judgeAttempt(payment, after, exchange)
    if (create.kind === 'response' && isIntact(create))
      judgeSoundAttempt(payment, after, create, facts)
    return after
  })
}

/** A fault is printed with the answer that it was made of. */
export function judged<T>(exchange: Exchange, judge: () => T): T {
  try {
    return judge()
  } catch (error) {
    if (!(error instanceof Fault) || exchange.kind === 'failure') throw error
    const { status, body } = exchange
    const bytes = body.kind === 'whole' ? body.bytes.toString().slice(0, 1_000) : body.kind
    throw new Fault(`${error.message}\nThe answer: ${status} ${bytes}`)
  }
}

/** The payment after the answer to its attempt, as the till decides it. */
export function afterAttempt(
  parsers: Parsers,
  payment: Payment,
  answer: ReturnType<Parsers['accepted']>,
): Payment {
  const still = { wall: () => now, monotonic: () => 0 }
  const clock = new ServiceClock({ clock: still, changed: () => undefined })
  if ('serverDate' in answer) clock.learn(answer.serverDate, 0)
  const serviceDate = 'serverDate' in answer ? answer.serverDate : null
  const events = parsers.decideAttempt(payment, answer, {
    now,
    serviceNow: clock.now(),
    possibleTimes: [serviceDate ?? clock.now()],
    serviceAt: serviceDate === null ? null : clock.now(),
    assumedLifetime: 900_000,
    isTaken: false,
  })
  return follow(parsers, payment, events)
}

/** What a payment keeps of its acceptance is in the answer. */
export function judgeKept(after: Payment, exchange: Exchange): void {
  fail(acceptedFaults(after, exchange))
}

/** Whatever the bytes are (money rule 4): only the service's own words can say that it took nothing. */
function judgeAttempt(before: Payment, after: Payment, exchange: Exchange): void {
  if (exchange.kind === 'failure') return
  const tookNothing = [401, 429].includes(exchange.status) && speaksOfError(exchange)
  if (after.phase === 'ready' && !tookNothing) fail(['an answered attempt was called never sent'])
  if (after.phase === 'pending' && before.phase !== 'pending' && !isSuccess(exchange))
    fail(['accepted without a success'])
}

const isSuccess = (exchange: Exchange) =>
  exchange.kind === 'response' && exchange.status >= 200 && exchange.status <= 299

/** Its bytes came whole, and as they were written. */
function isIntact({ end, body }: Response): boolean {
  return end === 'whole' && isSound(body)
}

type Response = Extract<AnswerSpec, { kind: 'response' }>

/** What the service meant as an acceptance is one, whatever its side fields hold (money rule 14); an error is none. */
export function judgeSoundAttempt(
  before: Payment,
  after: Payment,
  create: Response,
  facts: PaymentFacts,
): void {
  const { status, body } = create
  const { template } = body
  const telling = tellingOf(body, facts)
  const isTwoHundred = status >= 200 && status <= 299
  if (template === 'repeat error' && status !== 401) judgeMaybe(after, 'speaks of a repeat')
  if (!isTwoHundred) {
    judgeRefusal(before, after, create)
    return
  }
  if (template === 'error') judgeErrorInSuccess(after, body.free)
  if (template === 'page' || template === 'empty') judgeMaybe(after, 'says nothing of a payment')
  const reference = referenceIn(body, facts)
  if (!['accepted', 'status', 'other payment'].includes(template) || reference === null) return
  if (after.phase !== 'pending' || after.reference !== reference)
    fail([`accepted as ${reference}, and it is ${after.phase} as ${after.reference}`])
  const { isMismatch } = verdictOf(telling.meaning, [])
  if (isMismatch !== null && isMismatch !== (after.mismatch !== null))
    fail([`${telling.meaning} was meant, and raised is ${JSON.stringify(after.mismatch)}`])
  const isCheckoutStated =
    facts.channel === 'card' &&
    template === 'accepted' &&
    !body.bare &&
    !('checkout_url' in body.oddSides)
  if (isCheckoutStated && after.checkoutUrl !== facts.checkoutUrl)
    fail([`its checkout page is ${after.checkoutUrl}`])
  judgeExpiry(after, create, facts)
}

/** No person knows whether it was executed (money rule 4). */
function judgeMaybe(after: Payment, why: string): void {
  if (after.phase !== 'unknown' || !after.maybeSent)
    fail([`the answer ${why}, and the payment is ${after.phase}, maybe sent: ${after.maybeSent}`])
}

/** HTTP says success and the body an error: it is the service that speaks, and a person reads its words. */
function judgeErrorInSuccess(after: Payment, message: string): void {
  judgeMaybe(after, 'is an error in a success')
  const shown = after.lastFailure?.detail ?? ''
  const isPlain = /^[\w ,]+$/.test(message) && message.length < 200
  if (isPlain && !shown.includes(message)) fail([`its words are lost: "${message}"`])
  if (after.lastFailure?.reason === 'not-the-service') fail(['JSON of the service is no portal'])
}

/** A first attempt that the service surely refused is refused, and nothing else is (money rule 4). */
function judgeRefusal(before: Payment, after: Payment, { status, body }: Response): void {
  const isNo = body.template === 'error' && [400, 403].includes(status)
  if (isNo && !before.maybeSent && after.phase !== 'refused')
    fail([`the service refused it, and it is ${after.phase}`])
}

/** An end that is stated in any usual form counts, where it can be true at all (money rule 10). */
function judgeExpiry(
  after: Payment,
  { body, headers }: Response,
  { expiresAt }: PaymentFacts,
): void {
  const isStated = body.template === 'accepted' && !body.bare && !('expires_at' in body.oddSides)
  if (!isStated || headers.date === undefined) return
  const life = expiresAt - (headers.date ?? now)
  const canBeTrue = life >= 30_000 && life <= 7 * 86_400_000
  if (canBeTrue ? after.expiresAt !== expiresAt : !after.expiryAssumed)
    fail([`its end is ${after.expiresAt}, stated was ${expiresAt}`])
}

function readThrough(run: Run, accepted: Payment, spec: PaymentRunSpec): void {
  let payment = accepted
  for (const [index, read] of spec.reads.entries()) {
    if (index === spec.expiresBefore && payment.phase === 'pending')
      payment = follow(run.parsers, payment, [{ ...samples.expired, at: now }])
    const before = payment
    payment = readOnce(run, payment, read)
    clearOnce(run, { before, after: payment, read }, spec.afterClearing)
    const hadResult = before.outcome !== null && !isUnclear(before)
    if (hadResult && payment.outcome !== before.outcome) fail(['a result was rewritten'])
    if (payment.outcome === 'paid' && payment.mismatch && !before.outcome)
      fail(['paid and mismatched'])
  }
}

function readOnce(
  { parsers, facts, noteAnswer }: Run,
  payment: Payment,
  read: AnswerSpec,
): Payment {
  const own = { ...facts, reference: payment.reference ?? '' }
  const exchange = exchangeOf(read, own)
  return judged(exchange, () => {
    const answer = parsers.status(exchange, own.reference, now)
    noteAnswer(`read ${facts.channel}: ${classOf(answer)}`)
    fail(answerFaults(answer, exchange, read))
    const after = afterRead(parsers, payment, answer)
    judgeRead(payment, after, exchange, own)
    if (read.kind === 'response' && isIntact(read)) judgeSoundRead(payment, after, read, own)
    if (after.outcome) noteAnswer(`outcome ${facts.channel}: ${after.outcome}`)
    return after
  })
}

interface Cleared {
  before: Payment
  after: Payment
  read: AnswerSpec
}

/**
 * A sound answer whose one field speaks against its words: a manager says that this says nothing. The same answer is
 * paid then; one with another value of that field, or about another payment, is for a person again (money rule 5). An
 * owner confirms it: then it is paid for another payment too.
 */
function clearOnce(
  { parsers, facts }: Run,
  { before, after, read }: Cleared,
  next: PaymentRunSpec['afterClearing'],
): void {
  const own = { ...facts, reference: before.reference ?? '' }
  if (read.kind !== 'response' || !isIntact(read) || read.body.template !== 'status') return
  if (read.status < 200 || read.status > 299) return
  if (tellingOf(read.body, own).meaning !== 'an objection') return
  const [objection, ...others] = after.objections
  if (before.outcome !== null || before.mismatch || !objection || others.length > 0) return
  const cleared: PaymentEvent = {
    ...{ type: 'objection-answered', at: now, person: null, meaning: 'nothing' },
    ...objection,
  }
  const again = (payment: Payment, body: BodySpec, rulings: readonly Ruling[] = []) =>
    afterRead(
      parsers,
      payment,
      parsers.status(exchangeOf({ ...read, body }, own), own.reference, now),
      rulings,
    )
  const payment = follow(parsers, after, [cleared])
  const ruling = { ...objection, meaning: 'nothing' as const }
  const other = { ...read.body, fieldSeed: read.body.fieldSeed + 1 }
  /** Letters and digits of the value: a person sees the same in `1032`, `"1032"` and `["1032"]`. */
  const spelled = (body: BodySpec) => {
    const { field } = tellingOf(body, own)
    const written = field === null ? '' : writeJson(field.value)
    return written
      .replace(/"(?:value|kind)":|null/g, '')
      .match(/[\p{L}\p{N}.-]+/gu)
      ?.join(' ')
  }
  const outcomes: Record<typeof next, () => [Payment, 'paid' | 'unrecognised']> = {
    'the same': () => [again(payment, read.body), 'paid'],
    'another value': () => [again(payment, other), 'unrecognised'],
    'another payment': () => [again(before, other, [ruling]), 'unrecognised'],
  }
  if (next !== 'the same' && spelled(other) === spelled(read.body)) return
  const [judged, outcome] = outcomes[next]()
  if (judged.outcome !== outcome)
    fail([`after ${objection.name}: ${objection.value} was cleared, ${next}: ${textOf(judged)}`])
  if (again(before, read.body, [ruling]).outcome !== 'paid')
    fail([`an owner confirmed ${objection.name}: ${objection.value}, and it is not paid`])
}

/** The payment after the answer to a status read, as the till decides it. */
export function afterRead(
  parsers: Parsers,
  payment: Payment,
  answer: ReturnType<Parsers['status']>,
  rulings: readonly Ruling[] = [],
): Payment {
  if (answer.class !== 'ok') return payment
  const events = parsers.decideRead(payment, answer.value, {
    by: 'poller',
    words: shippedWords,
    rulings,
    now,
    alsoPaid: () => null,
  })
  return follow(parsers, payment, events)
}

/** A word without a meaning is no result: the next one may be (money rule 6). */
function isUnclear({ outcome, mismatch }: Payment): boolean {
  return outcome === 'unrecognised' && mismatch === null
}

/** Whatever the bytes are: no result beyond what they could mean at the most. */
export function judgeRead(
  before: Payment,
  after: Payment,
  exchange: Exchange,
  facts: PaymentFacts,
): void {
  if (after.outcome !== before.outcome) {
    if (after.outcome === 'paid' && !mayBePaid(exchange, facts))
      fail(['paid, and that was not said'])
    if (after.outcome === 'failed' && !mayBeFailed(exchange))
      fail(['failed, and that was not said'])
    if (before.mismatch && after.outcome !== 'unrecognised') fail(['a mismatch was forgotten'])
  }
  const { rawStatus } = after
  if (rawStatus !== before.rawStatus && !isWordSaid(exchange, rawStatus ?? ''))
    fail([`the word "${rawStatus}" was not said`])
  if (after.mismatch && !before.mismatch && !isSuccess(exchange))
    fail(['a mismatch without a success'])
}

/** What the service meant, it got: the till's reading of the bytes plays no part here. */
export function judgeSoundRead(
  before: Payment,
  after: Payment,
  read: Response,
  facts: PaymentFacts,
): void {
  const { body, status } = read
  const isPayment = ['accepted', 'status', 'other payment'].includes(body.template)
  if (!(isPayment && status >= 200 && status <= 299)) {
    if (after.outcome !== before.outcome || after.mismatch !== before.mismatch)
      fail([`nothing was said of the payment, and it is ${textOf(after)}`])
    return
  }
  if (body.template === 'other payment') {
    judgeOtherPayment(before, after, read)
    return
  }
  const words = wordsOf(body, facts)
  if (before.outcome === 'paid' || before.outcome === 'failed')
    judgeContradiction(before, after, tellingOf(body, facts))
  else if (before.mismatch === null) judgeVerdict(after, read, facts, words)
}

function judgeVerdict(
  after: Payment,
  read: Response,
  facts: PaymentFacts,
  words: readonly string[],
): void {
  const telling = tellingOf(read.body, facts)
  const { outcomes, isMismatch } = verdictOf(telling.meaning, words)
  const isRaised = after.mismatch !== null
  if (!outcomes.includes(after.outcome) || (isMismatch !== null && isMismatch !== isRaised))
    fail([`${meantBy(read, telling)} was meant, and it is ${textOf(after)}`])
  if (after.phase === 'settled' && !isWordKept(after, telling))
    fail([`its word is kept as "${after.rawStatus}"`])
}

function isWordKept({ rawStatus }: Payment, telling: Telling): boolean {
  const kept = (rawStatus ?? '').toLowerCase()
  return [telling.word, telling.second?.word ?? telling.word].some(word =>
    kept.includes(word.toLowerCase()),
  )
}

/** In an envelope that answers our read it needs a person; a flat one is another call's (money rule 12). */
function judgeOtherPayment(before: Payment, after: Payment, { body }: Response): void {
  const hasResult = after.outcome !== before.outcome && after.outcome !== 'unrecognised'
  const isRaised = after.mismatch !== null || body.form.envelopes === 'none'
  const isOpen = before.outcome === null || isUnclear(before)
  if (hasResult || (isOpen && !isRaised))
    fail([`another payment was meant, and it is ${textOf(after)}`])
}

/** A result stays, and a clear word against it is raised (money rule 6). */
function judgeContradiction(before: Payment, after: Payment, telling: Telling): void {
  const opposite = before.outcome === 'paid' ? 'failed' : 'paid'
  if (telling.meaning === opposite && after.contradiction === null)
    fail([`${opposite} was meant after ${before.outcome}, and that is not raised`])
}

const meantBy = ({ body: { template }, status }: Response, telling: Telling) =>
  template === 'accepted' || template === 'status' ? telling.meaning : `${template} (${status})`

const textOf = ({ phase, outcome, rawStatus, mismatch }: Payment) =>
  `${phase} ${outcome} "${rawStatus}" ${JSON.stringify(mismatch)}`

/** The payment, whose next attempt is on the wire. */
export function attempted(parsers: Parsers, payment: Payment): Payment {
  const started = { ...samples['attempt-started'], at: now, attempt: payment.attempts + 1 }
  return follow(parsers, payment, [started])
}

/** Every event has to be one that the ledger writes, and the payment one that it can read back. */
function follow(parsers: Parsers, payment: Payment, events: readonly PaymentEvent[]): Payment {
  const after = events.reduce(parsers.applyEvent, payment)
  const unwritable = events.filter(event => !eventSchema.safeParse(event).success)
  fail([
    ...unwritable.map(event => `the ledger cannot write ${JSON.stringify(event).slice(0, 300)}`),
    ...(paymentSchema.safeParse(after).success ? [] : ['the ledger cannot read the payment back']),
    ...shapeFaults('the payment', after, longestPayment),
    ...hiddenTextFaults(after),
  ])
  return after
}

/** A payment that was accepted as these facts say. */
export function acceptedPlainly(parsers: Parsers, facts: PaymentFacts): Payment {
  const { reference, expiresAt } = facts
  const accepted = { ...samples.accepted, at: now, reference, expiresAt, apiVersion: null }
  return follow(parsers, attempted(parsers, recordedPayment(facts)), [accepted])
}

export function recordedPayment({ channel, amount }: PaymentFacts): Payment {
  const draftId = '6f2a4d0e-8a52-4c36-9f0e-2d1f1f0d7a11'
  return beginPayment(
    '0192f000-0000-7000-8000-000000000001',
    recorded({ at: now, draftId, channel, amount }),
  )
}

function classOf(answer: { class: string; reason?: unknown }): string {
  return answer.class === 'unintelligible' ? `unintelligible, ${answer.reason}` : answer.class
}

function fail(faults: readonly string[]): void {
  if (faults.length > 0) throw new Fault(faults.join('; '))
}
