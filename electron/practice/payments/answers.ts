import type { ServiceTime } from '../service-time'
import type { Payment } from './payment'

/** A date-like label; the contract shows its shape only (§9). */
const apiVersion = '2025-01-01'

const identity = (payment: Payment) => ({
  object: 'payment',
  payment_type: payment.channel,
  reference: payment.reference,
  status: payment.status,
  amount: payment.amount,
})

/** `data` of a create answer (§2.1). Only the mobile one carries `api_version` (§9). */
export function createData(payment: Payment, time: ServiceTime, address: string) {
  const common = { ...identity(payment), expires_at: time.iso(payment.expiresAt) }
  if (payment.channel === 'mobile') return { ...common, api_version: apiVersion }
  return { ...common, checkout_url: `${address}/checkout/${payment.checkoutToken}` }
}

/**
 * `data` of a status answer (§2.1), and the payload of a notification (§6).
 * The contract shows neither the mobile status answer nor any payload: the practice service gives
 * the fields of the payment record and the amount.
 */
export function statusData(payment: Payment, time: ServiceTime) {
  if (payment.channel === 'mobile') return identity(payment)
  return {
    ...identity(payment),
    provider_status: payment.providerStatus,
    created_at: time.iso(payment.createdAt),
    updated_at: time.iso(payment.updatedAt),
  }
}
