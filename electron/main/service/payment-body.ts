import type { UnintelligibleReason } from './service-response'

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** Where the payment stands in a 2xx answer. */
export interface PaymentBody {
  /** `enveloped`: in the `data` of §4's envelope. `flat`: the body itself is the payment. */
  form: 'enveloped' | 'flat'
  payment: Fields
}

/** The names under which services give a payment's reference, the contract's own first. */
export const referenceNames = ['reference', 'reference_id', 'referenceId'] as const

/**
 * Finds the payment in the JSON of a 2xx answer. With an object `data` it is `data` (§4); real services also
 * answer with the payment as the body itself. Null where neither is there: the envelope's own `status` speaks
 * of the call and never of the payment (money rule 5).
 */
export function findPayment(json: unknown): PaymentBody | null {
  if (!isFields(json) || isErrorBody(json)) return null
  if (isFields(json.data)) return { form: 'enveloped', payment: withoutInnerEnvelope(json.data) }
  return hasEnvelopeMarks(json) && !isPayment(json) ? null : { form: 'flat', payment: json }
}

function hasEnvelopeMarks({ code, ...json }: Fields): boolean {
  return (
    'data' in json || typeof code === 'number' || (typeof code === 'string' && /^\d+$/.test(code))
  )
}

/** A flat payment may have a `code` too. Its amount, and a status that is not the call's, show that it is one. */
function isPayment({ amount, status }: Fields): boolean {
  return amount !== undefined && amount !== null && !isOfTheCall(status)
}

/**
 * Some services put another service's whole answer into their own envelope. What names a reference is a payment,
 * whatever its `data` holds (money rule 14).
 */
function withoutInnerEnvelope(outer: Fields): Fields {
  const { data, status } = outer
  const namesPayment = referenceNames.some(name => name in outer)
  const isEnvelope = isFields(data) && 'status' in data && isOfTheCall(status) && !namesPayment
  return isEnvelope ? data : outer
}

/** Whether a status word can be the envelope's own: that the call succeeded. */
function isOfTheCall(status: unknown): boolean {
  return typeof status !== 'string' || ['success', 'ok'].includes(status.trim().toLowerCase())
}

/** §7: `error` is the status word of the error body. A number there, or as `code`, is an HTTP status. */
function isErrorBody({ status, code }: Fields): boolean {
  const saysError = typeof status === 'string' && status.trim().toLowerCase() === 'error'
  return saysError || [status, code].some(isErrorStatus)
}

function isErrorStatus(number: unknown): boolean {
  return typeof number === 'number' && number >= 400 && number < 600
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A payment as read out of an answer, or why it is not understood. */
export type PaymentRead<T> = { ok: true; value: T } | { ok: false; reason: UnintelligibleReason }

/** Reads one kind of answer. */
export type PaymentReader<T> = (body: PaymentBody) => PaymentRead<T>
