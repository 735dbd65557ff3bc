import type { UnintelligibleReason } from './service-response'

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** Where the payment stands in a 2xx answer. */
export interface PaymentBody {
  /** `enveloped`: in the `data` of §4's envelope. `flat`: the body itself is the payment. */
  form: 'enveloped' | 'flat'
  payment: Fields
}

/**
 * Finds the payment in the JSON of a 2xx answer. With an object `data` it is `data` (§4); real services also
 * answer with the payment as the body itself. Null where neither is there: an envelope without `data` says
 * nothing, because its own `status` speaks of the call and never of the payment (money rule 5).
 */
export function findPayment(json: unknown): PaymentBody | null {
  if (!isFields(json) || isErrorBody(json)) return null
  if (isFields(json.data)) return { form: 'enveloped', payment: json.data }
  const isEnvelope = 'data' in json || typeof json.code === 'number'
  return isEnvelope ? null : { form: 'flat', payment: json }
}

/** §7: `error` is the status word of the error body. A number there, or as `code`, is an HTTP status. */
function isErrorBody({ status, code }: Fields): boolean {
  const saysError = typeof status === 'string' && status.trim().toLowerCase() === 'error'
  return saysError || [status, code].some(number => typeof number === 'number' && number >= 400)
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A payment as read out of an answer, or why it is not understood. */
export type PaymentRead<T> = { ok: true; value: T } | { ok: false; reason: UnintelligibleReason }

/** Reads one kind of answer. */
export type PaymentReader<T> = (body: PaymentBody) => PaymentRead<T>
