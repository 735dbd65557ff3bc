import { pending } from '../payments/lifecycle'
import type { Channel, Payment } from '../payments/payment'
import type { Ids } from '../random'
import { type Parsed, parseBody } from '../requests/parse'
import { cardCreateSchema, mobileCreateSchema } from '../requests/schemas'
import type { Scenario } from '../scenarios/scenario'
import { expiryOf, type Pace, planFor } from '../scenarios/schedule'
import type { Answers } from './answers'

/** What both create requests ask for, in one form. */
export interface Order {
  amount: Payment['amount']
  /** The number that gets the push (mobile), or the customer's (card). */
  phone: string
  webhookUrl: string | null
}

const amountOf = (details: { amount: number; currency: string }) => ({
  currency: details.currency,
  value: details.amount,
})

function mobileOrder(body: string): Parsed<Order> {
  const parsed = parseBody(body, mobileCreateSchema)
  if (!parsed.ok) return parsed
  const { details, phone_number, webhook_url } = parsed.value
  const webhookUrl = webhook_url ?? null
  return { ok: true, value: { amount: amountOf(details), phone: phone_number, webhookUrl } }
}

function cardOrder(body: string): Parsed<Order> {
  const parsed = parseBody(body, cardCreateSchema)
  if (!parsed.ok) return parsed
  const { details, customer, webhook_url } = parsed.value
  const amount = amountOf(details)
  return { ok: true, value: { amount, phone: customer.phone_number, webhookUrl: webhook_url } }
}

/** Reads the body of a create request (§4.1, §4.3). */
export const parseOrder = (channel: Channel, body: string): Parsed<Order> =>
  channel === 'mobile' ? mobileOrder(body) : cardOrder(body)

/** What a new payment is made of. */
interface NewPayment {
  account: string
  channel: Channel
  idempotencyKey: string
  request: string
  order: Order
  scenario: Scenario | null
  /** ms since the epoch. */
  now: number
  pace: Pace
}

function withoutAnswer(asked: NewPayment, ids: Ids): Payment {
  const { account, channel, idempotencyKey, request, order, scenario, now, pace } = asked
  const expiresAt = expiryOf(scenario, channel, now, pace)
  return {
    account,
    channel,
    reference: ids.reference(),
    amount: order.amount,
    status: pending,
    providerStatus: null,
    createdAt: now,
    updatedAt: now,
    expiresAt,
    history: [{ at: now, by: 'creation', status: pending, providerStatus: null }],
    plan: planFor(scenario, channel, { createdAt: now, expiresAt }, pace),
    scenario: scenario?.id ?? null,
    webhookUrl: order.webhookUrl,
    checkoutToken: channel === 'card' ? ids.token() : null,
    idempotencyKey,
    request,
    answer: '',
    answerStatus: 0,
    attempts: 1,
  }
}

/** A new payment, `pending` (§3 rule 1), with the answer that its creator gets. */
export function newPayment(
  asked: NewPayment,
  { ids, answers }: { ids: Ids; answers: Answers },
): Payment {
  const payment = withoutAnswer(asked, ids)
  return { ...payment, ...answers.first(payment) }
}
