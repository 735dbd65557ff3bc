import type { Channel, Payment } from '../payments/payment'
import { type Parsed, parseBody } from '../requests/parse'
import { cardCreateSchema, mobileCreateSchema } from '../requests/schemas'

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
