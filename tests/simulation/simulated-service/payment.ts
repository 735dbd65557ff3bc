import { z } from 'zod'
import {
  failedWords,
  paidWords,
  progressWords,
  unknownWords,
  weakWords,
} from '../../support/answer-grammar/payment-answer'
import type { SeededRandom } from '../../support/seeded-random'

/** What a create request asks for, as the service reads it from the bytes (§4.1, §4.3). */
export interface Order {
  channel: 'mobile' | 'card'
  msisdn: string
  amount: { currency: string; value: number }
  /** The cashier's draft: the schedule writes its number into the customer's last name. */
  draft: string
}

/** A payment in the service's own books. All times are what really passed, ms. */
export interface Payment extends Order {
  account: string
  idempotencyKey: string
  body: string
  reference: string
  createdAt: number
  /** From then on the service takes no money for it. */
  expiresAt: number
  /** What the create answer says of that end; null where it says nothing that can be read. */
  statedExpiry: number | null
  /** The prompt on the customer's phone is gone from then on, answered or not (money rule 10). */
  promptEndsAt: number
  /** Status reads know its reference from then on. */
  knownFrom: number
  /** What becomes of status reads of it in this span. */
  trouble: { from: number; to: number; kind: TroubleKind } | null
  /** What status reads say, each from a moment on. */
  course: readonly Stage[]
  /** How its answers differ from what was asked. */
  oddity: Oddity
}

/** What the service has decided: `foreign` is a word that no list of the till holds. */
export type Meaning = 'pending' | 'paid' | 'failed' | 'foreign'

export interface Stage {
  from: number
  word: string
  meaning: Meaning
  providerStatus: string | null
}

/** It fails, hangs, or asks for a pause that is for this payment alone. */
export type TroubleKind = 'fails' | 'hangs' | 'asks for ten minutes'

export type Oddity =
  | 'none'
  | 'accepts-other-amount'
  | 'reads-other-amount'
  | 'reads-other-currency'
  | 'reads-other-reference'
  | 'reads-unreadable-amount'

const text = z.string()
const details = z.object({ amount: z.int(), currency: text })
const mobileOrder = z.object({
  payment_type: z.literal('mobile'),
  details,
  phone_number: text,
  customer: z.object({ lastname: text }),
})
const cardOrder = z.object({
  payment_type: z.literal('card'),
  details,
  customer: z.object({ lastname: text, phone_number: text }),
})

/** Reads a create request's body; null for what is none. */
export function readOrder(body: string): Order | null {
  const json: unknown = JSON.parse(body)
  const mobile = mobileOrder.safeParse(json).data
  if (mobile) return order(mobile, mobile.phone_number)
  const card = cardOrder.safeParse(json).data
  return card ? order(card, card.customer.phone_number) : null
}

type Read = z.infer<typeof mobileOrder> | z.infer<typeof cardOrder>

function order({ payment_type: channel, details, customer }: Read, msisdn: string): Order {
  const amount = { currency: details.currency, value: details.amount }
  return { channel, msisdn, amount, draft: customer.lastname }
}

const firstStage: Stage = { from: 0, word: 'pending', meaning: 'pending', providerStatus: null }

/** What a status read of the payment says at a moment. */
export function stageAt({ course }: Payment, now: number): Stage {
  return course.findLast(({ from }) => from <= now) ?? firstStage
}

/** The customer can still be asked by it: a second push may kill this one (money rule 10). */
export function isLive(payment: Payment, now: number): boolean {
  return now < payment.promptEndsAt
}

const minute = 60_000

/** How long a payment lives, and how long its prompt does: drawn together with what happens to it. */
export interface Lifetime {
  expiresAt: number
  promptEndsAt: number
  course: Stage[]
}

/** No prompt stays longer than this on a phone: what the till's own setting assumes, ms. */
const longestPrompt = 3 * minute

/** Some payments live four hours, although the prompt is gone after one to three minutes. */
export function drawLifetime(random: SeededRandom, createdAt: number): Lifetime {
  const life = random.chance(0.3)
    ? 240 * minute
    : random.int(20_000, random.chance(0.2) ? 10 * minute : 2 * minute)
  const promptEndsAt = createdAt + Math.min(life, random.int(minute, longestPrompt))
  const latest = promptEndsAt - createdAt - 1
  const answeredAt =
    createdAt + random.int(500, random.chance(0.7) ? Math.min(minute, latest) : latest)
  const expiresAt = createdAt + life
  const { course, isAnswered } = drawCourse(random, { createdAt, answeredAt, expiresAt })
  return { expiresAt, promptEndsAt: isAnswered ? answeredAt : promptEndsAt, course }
}

/** What the create answer says of `expires_at`: mostly the truth (money rule 10). */
export function drawStatedExpiry(random: SeededRandom, expiresAt: number): number | null {
  const zone = 3 * 60 * minute
  const stated = random.weighted({ right: 81, nothing: 6, early: 6, late: 3, past: 4 })
  const times: Record<typeof stated, number | null> = {
    right: expiresAt,
    nothing: null,
    // A moment in UTC with the label of East Africa, and the other way round.
    early: expiresAt - zone,
    late: expiresAt + zone,
    past: expiresAt - 24 * 60 * minute,
  }
  return times[stated]
}

const allPaidWords = [...paidWords, ...weakWords]

const courses = {
  paid: 36,
  failed: 10,
  foreign: 6,
  silent: 8,
  'expired-word': 6,
  'paid-late': 8,
  'confirmed-late': 9,
  'paid-then-failed': 6,
  'failed-then-paid': 6,
  'paid-at-the-last-second': 4,
  'progress-then-paid': 7,
  'progress-then-failed': 3,
  'progress-while-it-rings': 6,
  'foreign-then-pending-then-paid': 2,
}

interface Moments {
  createdAt: number
  /** When the customer answers the prompt, where they do. */
  answeredAt: number
  expiresAt: number
}

/** Draws how a payment goes on, from its creation to its result and beyond. */
function drawCourse(random: SeededRandom, { createdAt, answeredAt, expiresAt }: Moments) {
  const stage = (from: number, word: string, meaning: Meaning): Stage => ({
    from,
    word,
    meaning,
    providerStatus: random.pick([null, 'APPROVED', 'code 51']),
  })
  const later = answeredAt + random.int(1_000, minute)
  const paid = (from: number) => stage(from, random.pick(allPaidWords), 'paid')
  const failed = (from: number) => stage(from, random.pick(failedWords), 'failed')
  const foreign = (from: number) => stage(from, random.pick(unknownWords), 'foreign')
  const progress = (from: number) => stage(from, random.pick(progressWords), 'foreign')
  const plans: Record<keyof typeof courses, () => Stage[]> = {
    paid: () => [paid(answeredAt)],
    failed: () => [failed(answeredAt)],
    foreign: () => [foreign(answeredAt)],
    silent: () => [],
    'expired-word': () => [stage(expiresAt, 'expired', 'failed')],
    'paid-late': () => [paid(expiresAt + random.int(1, 2 * minute))],
    // The operator confirms minutes after the customer typed the PIN.
    'confirmed-late': () => [paid(answeredAt + random.int(minute, 8 * minute))],
    'paid-then-failed': () => [paid(answeredAt), failed(later)],
    'failed-then-paid': () => [failed(answeredAt), paid(later)],
    'paid-at-the-last-second': () => [paid(expiresAt - random.int(1, 900))],
    'progress-then-paid': () => [progress(answeredAt), paid(later)],
    'progress-then-failed': () => [progress(answeredAt), failed(later)],
    // The customer is still being asked, whatever word says so.
    'progress-while-it-rings': () => [
      progress(createdAt + random.int(200, Math.max(200, answeredAt - createdAt - 300))),
      random.chance(0.8) ? paid(answeredAt) : failed(answeredAt),
    ],
    'foreign-then-pending-then-paid': () => [
      foreign(answeredAt),
      stage(later, 'pending', 'pending'),
      paid(later + random.int(1_000, minute)),
    ],
  }
  const name = random.weighted(courses)
  const hint = { ...firstStage, from: createdAt + 200, providerStatus: 'APPROVED' }
  const course = plans[name]()
  const hinted = random.chance(0.2) ? [hint, ...course] : course
  return {
    course: hinted.sort((one, other) => one.from - other.from),
    isAnswered: name !== 'silent' && name !== 'expired-word',
  }
}

/** Draws whether its answers will match what was asked (money rule 12). */
export function drawOddity(random: SeededRandom): Oddity {
  return random.weighted({
    none: 90,
    'accepts-other-amount': 2.5,
    'reads-other-amount': 2.5,
    'reads-other-currency': 2.5,
    'reads-other-reference': 2.5,
    'reads-unreadable-amount': 2.5,
  })
}
