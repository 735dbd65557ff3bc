import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ServiceTime } from '../clock'
import type { Payment } from '../payments/payment'
import type { OperationName } from '../requests'

/** Everything that an answer can say about a payment. A scenario may change it. */
export type PaymentFields = Record<string, unknown>

/** A date-like label; the contract shows its shape only (§9). */
const apiVersion = '2025-01-01'

/** Identifiers that real services give in addition to the reference. No request takes them here. */
function otherIds(reference: string) {
  const hash = createHash('sha256').update(reference).digest('hex')
  return { transaction_id: hash.slice(0, 24), display_id: hash.slice(-8).toUpperCase() }
}

/** Describes payments; the checkout pages are at `address`. */
export const createPaymentFields =
  (time: ServiceTime, address: string) =>
  (payment: Payment): PaymentFields => ({
    object: 'payment',
    payment_type: payment.channel,
    reference: payment.reference,
    status: payment.status,
    amount: payment.amount,
    expires_at: time.iso(payment.expiresAt),
    api_version: apiVersion,
    checkout_url: `${address}/checkout/${payment.checkoutToken}`,
    provider_status: payment.providerStatus,
    created_at: time.iso(payment.createdAt),
    updated_at: time.iso(payment.updatedAt),
    ...otherIds(payment.reference),
  })

const record = ['object', 'payment_type', 'reference', 'status', 'amount']

/**
 * The fields of `data` in each answer (§2.1). Only the mobile create answer has `api_version` (§9).
 * The contract does not show the mobile status answer: the practice service gives the payment
 * record and the amount.
 */
export const contractFields: Record<OperationName, readonly string[]> = {
  'mobile-create': [...record, 'expires_at', 'api_version'],
  'mobile-status': record,
  'card-create': [...record, 'expires_at', 'checkout_url'],
  'card-status': [...record, 'provider_status', 'created_at', 'updated_at'],
}

/** Only the fields with these names, as far as they are there. */
export const pick = (fields: PaymentFields, names: readonly string[]): PaymentFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))

/** All fields but those with these names. */
export const omit = (fields: PaymentFields, names: readonly string[]): PaymentFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** Writes fields in another way. A field that is missing or already odd stays as it is. */
export type Change = (fields: PaymentFields) => PaymentFields

const whole = z.object({ currency: z.string(), value: z.number() })
type WholeAmount = z.infer<typeof whole>

/** Changes the amount. */
export const withAmount =
  (change: (amount: WholeAmount) => object): Change =>
  fields => {
    const amount = whole.safeParse(fields.amount)
    return amount.success ? { ...fields, amount: change(amount.data) } : fields
  }

/** An amount's value as text with decimals: "1000.00". */
export const decimalText = (value: number): string => value.toFixed(2)

const isoTime = z.iso.datetime()

/** Changes every time, given as ISO text. */
export const withTimes =
  (change: (iso: string) => unknown): Change =>
  fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const time = name.endsWith('_at') ? isoTime.safeParse(value) : null
        return [name, time?.success ? change(time.data) : value]
      }),
    )

/** 2026-01-25T05:04:54.063Z with nanoseconds. */
export const withNanoseconds = (iso: string): string => iso.replace('Z', '853993Z')

/** 2026-01-25 05:04:54: UTC, but nothing says so. */
export const withoutZone = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

/** Seconds since the epoch, as a number. */
export const epochSeconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000)

/** The status in capitals. */
export const capitals: Change = fields =>
  typeof fields.status === 'string' ? { ...fields, status: fields.status.toUpperCase() } : fields
