import { z } from 'zod'
import { type Amount, cardCurrency } from '../../../shared/money'
import { amountSchema } from '../../../shared/money-schemas'
import type { Channel } from '../../../shared/payment/channel'
import type { Customer } from '../../../shared/payment/customer'
import {
  customerFieldNames,
  customerFields,
  isEmailField,
  isRequired,
} from '../../../shared/payment/customer-fields'
import { msisdnSchema } from '../../../shared/payment/customer-schemas'
import { isWebhookAddress } from './secure-url'

/** What a payment asks for. A card payment needs every field (§2.2, §4.3). null and '' are "none". */
export interface PaymentInput {
  amount: Amount
  /** International format, digits only, no `+`. */
  msisdn: string
  customer: Pick<Customer, 'firstName' | 'lastName'> & Partial<Customer>
  webhookUrl?: string | null
}

const text = z.string().min(1)
const webhook = z.string().refine(isWebhookAddress, 'not an https URL that the service can call')
const value = amountSchema.shape.value

/** The customer's fields as they are sent: what the channel does not require may be left out. */
function customerShape(channel: Channel): Record<string, z.ZodType> {
  const entries = customerFieldNames.map(name => {
    const schema = isEmailField(name) ? z.email() : text
    return [
      customerFields[name].sentAs,
      isRequired(name, channel) ? schema : schema.optional(),
    ] as const
  })
  return Object.fromEntries(entries)
}

const mobileRequest = z.strictObject({
  payment_type: z.literal('mobile'),
  details: z.strictObject({ amount: value, currency: amountSchema.shape.currency }),
  phone_number: msisdnSchema,
  customer: z.strictObject(customerShape('mobile')),
  webhook_url: webhook.optional(),
})

const cardRequest = z.strictObject({
  payment_type: z.literal('card'),
  details: z.strictObject({ amount: value, currency: z.literal(cardCurrency) }),
  customer: z.strictObject({ ...customerShape('card'), phone_number: msisdnSchema }),
  webhook_url: webhook,
})

/**
 * The body of a mobile create request (§4.1), the same text for the same input. It is made once,
 * when the payment is recorded; every attempt sends the recorded text (money rule 2).
 * Throws a ZodError that names the fields at fault when the input breaks the contract: the form
 * has been checked by then, so that is a fault in the till.
 */
export function mobileRequestBody(input: PaymentInput): string {
  return JSON.stringify(
    mobileRequest.parse({
      payment_type: 'mobile',
      details: detailsOf(input),
      phone_number: input.msisdn,
      customer: customerOf(input),
      webhook_url: given(input.webhookUrl),
    }),
  )
}

/** The body of a card create request (§4.3); promises and throws as mobileRequestBody does. */
export function cardRequestBody(input: PaymentInput): string {
  return JSON.stringify(
    cardRequest.parse({
      payment_type: 'card',
      details: detailsOf(input),
      customer: { ...customerOf(input), phone_number: input.msisdn },
      webhook_url: given(input.webhookUrl),
    }),
  )
}

function detailsOf({ amount }: PaymentInput) {
  return { amount: amount.value, currency: amount.currency }
}

function customerOf({ customer }: PaymentInput) {
  return Object.fromEntries(
    customerFieldNames.map(name => [customerFields[name].sentAs, given(customer[name])]),
  )
}

function given(text: string | null | undefined): string | undefined {
  return text === null || text === '' ? undefined : text
}
