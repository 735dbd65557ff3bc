import { createHash } from 'node:crypto'
import type { Payment } from '../payments/payment'
import type { OperationName } from '../requests/operation'
import type { ServiceTime } from '../service-time'

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
