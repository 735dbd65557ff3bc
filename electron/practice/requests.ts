import { z } from 'zod'
import { invalid, isLoopback, type Reply } from './http'
import type { Channel } from './payments/payment'

export type OperationName = `${Channel}-${'create' | 'status'}`

/** One of the four operations of §4. */
export interface Operation {
  name: OperationName
  channel: Channel
  /** Without the first path segment, which is a setting. */
  path: string
}

export const operationTable: readonly Operation[] = [
  { name: 'mobile-create', channel: 'mobile', path: '/merchant/payments/create' },
  { name: 'mobile-status', channel: 'mobile', path: '/merchant/payments/status' },
  { name: 'card-create', channel: 'card', path: '/merchant/card/pay' },
  { name: 'card-status', channel: 'card', path: '/merchant/card/status' },
]

/** A request to one of them, as read from the wire. */
export interface MerchantRequest {
  operation: Operation
  /** A header's value, by its lower-case name. */
  header(name: string): string | undefined
  body: string
}

/** A body that fits, or the 400 of §7 that says why not. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; refusal: Reply }

type Issue = z.core.$ZodIssue

const refused = (message: string) => ({ ok: false, refusal: invalid(message) }) as const

/** A field as a person would name it: `customer.email`. */
const nameOf = (path: readonly PropertyKey[]) => path.map(String).join('.')

function describe(issue: Issue): string {
  if (issue.code !== 'unrecognized_keys') return `${nameOf(issue.path)} ${issue.message}`.trim()
  const names = issue.keys.map(key => nameOf([...issue.path, key]))
  return `${names.join(', ')} is not a field of this request`
}

function parseJson(text: string): Parsed<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return refused('The body is not valid JSON.')
  }
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads `text` as `schema` has it. Every fault is named in one message (§7 validation_error). */
export function parseBody<Value>(text: string, schema: z.ZodType<Value>): Parsed<Value> {
  const json = parseJson(text)
  if (!json.ok) return json
  if (!isObject(json.value)) return refused('The body must be a JSON object.')
  const result = schema.safeParse(json.value)
  if (result.success) return { ok: true, value: result.data }
  return refused(`${result.error.issues.map(describe).join('; ')}.`)
}

/** Says `message` of a value, but "is required" of one that is not there. */
const says = (message: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : message),
})

/** A text that is not blank. §2.2 shows no other bounds. */
const filledText = z
  .string(says('must be a text'))
  .refine(text => text.trim() !== '', 'must not be empty')

/** `payment_type`, of which each endpoint takes one (§4.1, §4.3). */
const paymentType = <Type extends string>(type: Type) => z.literal(type, says(`must be "${type}"`))

/** An amount in major units (§2.2). */
const amount = z.int(says('must be a positive integer')).positive('must be a positive integer')

/** An ISO 4217 code. */
const currency = z
  .string(says('must be a text'))
  .regex(/^[A-Z]{3}$/, 'must be three capital letters')

/** Card requests use `TZS` (§2.2). */
const cardCurrency = z.literal('TZS', says('must be "TZS" for card payments'))

/** An MSISDN in international format (§4.1); a national number begins with 0. */
const msisdn = z
  .string(says('must be a text'))
  .regex(/^\+?[1-9]\d{7,14}$/, 'must be a phone number in international format, 8 to 15 digits')

/** The same, digits only (§2.2, card). */
const msisdnDigits = z
  .string(says('must be a text'))
  .regex(
    /^[1-9]\d{7,14}$/,
    'must be a phone number in international format, 8 to 15 digits and no "+"',
  )

const email = z.email(says('must be an email address'))

const asUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null)

/** A callback address, a URI (§4.1). */
const webhookUri = z
  .string(says('must be a text'))
  .refine(text => /^https?:$/.test(asUrl(text)?.protocol ?? ''), 'must be an http or https URI')

/**
 * A callback address for card payments: HTTPS (§4.3). Plain http is taken for this computer alone,
 * so that a test can receive what the service sends.
 */
const webhookHttps = z.string(says('must be a text')).refine(text => {
  const url = asUrl(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
}, 'must be an https URI')

/** An object with these fields and no others. */
const record = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: issue => {
      if (issue.code !== 'invalid_type') return undefined
      return issue.input === undefined ? 'is required' : 'must be an object'
    },
  })

/*
 * The bodies of §4. The contract does not say how a field that it does not name is treated. The
 * practice service refuses it, so that a mistake of the till is found here.
 */

const optionalText = z.string().nullish()

/** §4.1 with the mobile customer of §2.2. */
export const mobileCreateSchema = record({
  payment_type: paymentType('mobile'),
  details: record({ amount, currency }),
  phone_number: msisdn,
  customer: record({
    firstname: filledText,
    lastname: filledText,
    email: email.nullish(),
    country: optionalText,
    city: optionalText,
    address: optionalText,
  }),
  webhook_url: webhookUri.optional(),
})

/** §4.3 with the card customer of §2.2, all of whose fields are required. */
export const cardCreateSchema = record({
  payment_type: paymentType('card'),
  details: record({ amount, currency: cardCurrency }),
  customer: record({
    firstname: filledText,
    lastname: filledText,
    phone_number: msisdnDigits,
    email,
    country: filledText,
    city: filledText,
    address: filledText,
  }),
  webhook_url: webhookHttps,
})

/** §4.2: here the reference goes by another name than in §4.4. */
export const mobileStatusSchema = record({ referenceId: filledText })

/** §4.4. */
export const cardStatusSchema = record({ reference: filledText })
