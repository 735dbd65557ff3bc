import type { Fields, PaymentBody } from '../../../electron/main/service/payment-body'

/** A success envelope (§4). */
export function envelope(data: unknown): Record<string, unknown> {
  return { status: 'success', code: 200, data }
}

/** An error body (§7). */
export function errorBody(
  code: number,
  errorCode: string,
  message: string,
): Record<string, unknown> {
  return { status: 'error', code, error_code: errorCode, message }
}

/** A payment as §4's envelope brings it to a reader. */
export function enveloped(payment: Fields): PaymentBody {
  return { form: 'enveloped', payment }
}

/** A payment that is the whole body. */
export function flat(payment: Fields): PaymentBody {
  return { form: 'flat', payment }
}

/** `data` of a mobile create response, every field of §2.1. */
export const mobileCreated = {
  object: 'payment',
  payment_type: 'mobile',
  reference: 'ref-mobile-1',
  status: 'pending',
  amount: { currency: 'TZS', value: 5000 },
  expires_at: '2025-06-01T10:05:00Z',
  api_version: '2025-01-01',
}

/** `data` of a card create response, every field of §2.1. */
export const cardCreated = {
  object: 'payment',
  payment_type: 'card',
  reference: 'ref-card-1',
  status: 'pending',
  amount: { currency: 'TZS', value: 5000 },
  expires_at: '2025-06-01T10:30:00+03:00',
  checkout_url: 'https://checkout.example/s/1',
}

/** `data` of a card status response, every field of §2.1. */
export const cardStatus = {
  object: 'payment',
  payment_type: 'card',
  reference: 'ref-card-1',
  status: 'pending',
  amount: { currency: 'TZS', value: 5000 },
  provider_status: null,
  created_at: '2025-06-01T10:00:00Z',
  updated_at: '2025-06-01T10:01:00.250Z',
}
