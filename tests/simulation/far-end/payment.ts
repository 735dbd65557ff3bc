import { z } from 'zod'
import type { SeededRandom } from '../world/seeded-random'

/** What a create request asks for, as the far end reads it from the bytes (§4.1, §4.3). */
export interface Order {
  channel: 'mobile' | 'card'
  msisdn: string
  amount: { currency: string; value: number }
  /** The cashier's draft: the schedule writes its number into the customer's last name. */
  draft: string
}

/** A payment in the far end's own books. All times are what really passed, ms. */
export interface Payment extends Order {
  account: string
  idempotencyKey: string
  body: string
  reference: string
  createdAt: number
  expiresAt: number
  statesExpiry: boolean
  /** What status reads say, each from a moment on. */
  course: readonly Stage[]
  /** How its answers differ from what was asked. */
  oddity: Oddity
}

export interface Stage {
  from: number
  word: string
  providerStatus: string | null
}

type Oddity =
  | 'none'
  | 'accepts-other-amount'
  | 'reads-other-amount'
  | 'reads-other-currency'
  | 'reads-other-reference'

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

/** What a status read of the payment says at a moment. */
export function stageAt(payment: Payment, now: number): Stage {
  const reached = payment.course.filter(stage => stage.from <= now)
  return reached.at(-1) ?? { from: 0, word: 'pending', providerStatus: null }
}

/** The customer can still be asked by it: a second push may kill this one (money rule 10). */
export function isLive(payment: Payment, now: number): boolean {
  return now < payment.expiresAt && stageAt(payment, now).word === 'pending'
}

const paidWords = ['paid', 'completed', 'success', 'successful', 'Succeeded', 'SETTLED']
const failedWords = ['failed', 'declined', 'Rejected', 'cancelled']
/** In no list: a person has to say what they mean. */
const foreignWords = ['processed_ok', 'IN_REVIEW', 'paid_partially', 'completed?']

const courses = {
  paid: 40,
  failed: 12,
  foreign: 8,
  silent: 8,
  'expired-word': 6,
  'paid-late': 10,
  'paid-then-failed': 7,
  'failed-then-paid': 7,
  'paid-at-the-last-second': 4,
  'foreign-then-paid': 4,
}

/** Draws how a payment goes on, from its creation to its result and beyond. */
export function drawCourse(random: SeededRandom, createdAt: number, expiresAt: number): Stage[] {
  const within = createdAt + random.int(500, Math.min(60_000, expiresAt - createdAt - 1))
  const later = within + random.int(1_000, 60_000)
  const stage = (from: number, word: string): Stage => ({
    from,
    word,
    providerStatus: random.pick([null, 'APPROVED', 'code 51']),
  })
  const paid = random.pick(paidWords)
  const failed = random.pick(failedWords)
  const foreign = random.pick(foreignWords)
  const hint: Stage = { from: createdAt + 200, word: 'pending', providerStatus: 'APPROVED' }
  const plans: Record<keyof typeof courses, Stage[]> = {
    paid: [stage(within, paid)],
    failed: [stage(within, failed)],
    foreign: [stage(within, foreign)],
    silent: [],
    'expired-word': [stage(expiresAt, 'expired')],
    'paid-late': [stage(expiresAt + random.int(1, 120_000), paid)],
    'paid-then-failed': [stage(within, paid), stage(later, failed)],
    'failed-then-paid': [stage(within, failed), stage(later, paid)],
    'paid-at-the-last-second': [stage(expiresAt - random.int(1, 900), paid)],
    'foreign-then-paid': [stage(within, foreign), stage(later, paid)],
  }
  const course = plans[random.weighted(courses)]
  return random.chance(0.2) ? [hint, ...course].sort((one, other) => one.from - other.from) : course
}

/** Draws whether its answers will match what was asked (money rule 12). */
export function drawOddity(random: SeededRandom): Oddity {
  return random.weighted({
    none: 90,
    'accepts-other-amount': 2.5,
    'reads-other-amount': 2.5,
    'reads-other-currency': 2.5,
    'reads-other-reference': 2.5,
  })
}
