import { z } from 'zod'
import { isLoopback } from '../http'

/** Says `message` of a value, but "is required" of one that is not there. */
const says = (message: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : message),
})

/** A text that is not blank. §2.2 shows no other bounds. */
export const filledText = z
  .string(says('must be a text'))
  .refine(text => text.trim() !== '', 'must not be empty')

/** `payment_type`, of which each endpoint takes one (§4.1, §4.3). */
export const paymentType = <Type extends string>(type: Type) =>
  z.literal(type, says(`must be "${type}"`))

/** An amount in major units (§2.2). */
export const amount = z
  .int(says('must be a positive integer'))
  .positive('must be a positive integer')

/** An ISO 4217 code. */
export const currency = z
  .string(says('must be a text'))
  .regex(/^[A-Z]{3}$/, 'must be three capital letters')

/** Card requests use `TZS` (§2.2). */
export const cardCurrency = z.literal('TZS', says('must be "TZS" for card payments'))

/** An MSISDN in international format (§4.1); a national number begins with 0. */
export const msisdn = z
  .string(says('must be a text'))
  .regex(/^\+?[1-9]\d{7,14}$/, 'must be a phone number in international format, 8 to 15 digits')

/** The same, digits only (§2.2, card). */
export const msisdnDigits = z
  .string(says('must be a text'))
  .regex(
    /^[1-9]\d{7,14}$/,
    'must be a phone number in international format, 8 to 15 digits and no "+"',
  )

export const email = z.email(says('must be an email address'))

const asUrl = (text: string) => (URL.canParse(text) ? new URL(text) : null)

/** A callback address, a URI (§4.1). */
export const webhookUri = z
  .string(says('must be a text'))
  .refine(text => /^https?:$/.test(asUrl(text)?.protocol ?? ''), 'must be an http or https URI')

/**
 * A callback address for card payments: HTTPS (§4.3). Plain http is taken for this computer alone,
 * so that a test can receive what the service sends.
 */
export const webhookHttps = z.string(says('must be a text')).refine(text => {
  const url = asUrl(text)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
}, 'must be an https URI')

/** An object with these fields and no others. */
export const record = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: issue => {
      if (issue.code !== 'invalid_type') return undefined
      return issue.input === undefined ? 'is required' : 'must be an object'
    },
  })
