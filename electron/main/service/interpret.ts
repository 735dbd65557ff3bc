import { errorWords, readError, type ServiceError } from './error-body'
import type { Exchange, HttpFailure, HttpResponse } from './exchange'
import { type JsonRead, parseJson } from './exchange'
import { isNotHttp, unreachableReason } from './failure'
import { findPayment, type PaymentReader } from './payment-body'
import { headerTexts, noLimits, type RateLimits, readLimits, readServerDate } from './rate-limit'
import type { ServiceResponse, Unintelligible, UnintelligibleReason } from './service-response'

/**
 * The statuses that mean "not done", when the service itself says so in an error body. Only 400,
 * 401, 403 and 429 are in the contract (§7); the rest are definite by HTTP (RFC 9110 §15.5).
 * HAZARD: 408, 409, 423 and 425 are left out on purpose. They can mean "your first attempt is still
 * being worked on"; taken for a refusal they would lead to a new sale and a second charge.
 */
const definite = new Set([400, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422])

/** Decides what an exchange means; any 2xx with a payment in it is a success. Pure; `now` is the till's wall clock in ms. */
export function interpret<T>(
  exchange: Exchange,
  read: PaymentReader<T>,
  now: number,
): ServiceResponse<T> {
  if (exchange.kind === 'failure') return fromFailure(exchange)
  const limits = readLimits(exchange.headers, now)
  const { status } = exchange
  // These three are decided by the status alone: proxies send them too, with any body.
  if (status === 429) return throttled(exchange, limits)
  if (status >= 500) return unintelligible(status, 'server-error', limits)
  if (status >= 300 && status < 400) return unintelligible(status, 'redirect', limits)
  if (exchange.body.kind === 'too-large') return unintelligible(status, 'too-large', limits)
  if (exchange.body.kind === 'cut-off')
    return unintelligible(status, 'cut-off', limits, exchange.body.code)
  if (status >= 400) return fromError(exchange, limits)
  if (status < 200) return unintelligible(status, 'unexpected-status', limits)
  return fromSuccess(exchange, read, limits)
}

function fromFailure({ sent, code }: HttpFailure): ServiceResponse<never> {
  // What answered in no HTTP at all has had the request; before sending, nobody has.
  if (sent === 'maybe' && isNotHttp(code)) return unintelligible(null, 'not-http', noLimits, code)
  if (sent === 'maybe' && code === 'UND_ERR_HEADERS_OVERFLOW')
    return unintelligible(null, 'too-large', noLimits, code)
  return { class: 'unreachable', sent, reason: unreachableReason(code), detail: code }
}

function throttled(response: HttpResponse, limits: RateLimits): ServiceResponse<never> {
  const error = errorOf(response)
  const serverDate = error === null ? null : readServerDate(response.headers)
  const message = error?.message ?? ''
  const own = error !== null
  return { class: 'throttled', own, message, serverDate, limits }
}

/** A 4xx is the service's only in its own error body; a proxy or a portal has pages of its own. */
function fromError(response: HttpResponse, limits: RateLimits): ServiceResponse<never> {
  const { status } = response
  const error = errorOf(response)
  if (error === null) return unintelligible(status, 'not-the-envelope', limits)
  const serverDate = readServerDate(response.headers)
  if (status === 401)
    return { class: 'unauthorized', httpStatus: 401, message: error.message, serverDate, limits }
  if (!definite.has(status))
    return unintelligible(status, 'unexpected-status', limits, errorWords(status, error))
  return { class: 'refused', httpStatus: status, ...error, serverDate, limits }
}

function fromSuccess<T>(
  response: HttpResponse,
  read: PaymentReader<T>,
  limits: RateLimits,
): ServiceResponse<T> {
  const { status, headers } = response
  const body = jsonOf(response)
  if (!body.ok) return unintelligible(status, 'not-json', limits)
  const found = findPayment(body.json)
  if (found === null) return unintelligible(status, 'not-the-envelope', limits)
  const result = read(found)
  if (!result.ok) return unintelligible(status, result.reason, limits)
  return { class: 'ok', value: result.value, serverDate: readServerDate(headers), limits }
}

function errorOf(response: HttpResponse): ServiceError | null {
  const body = jsonOf(response)
  return body.ok ? readError(body.json, response.status) : null
}

/** What calls itself a web page is a portal's, whatever it holds; for the rest the bytes decide. */
function jsonOf({ headers, body }: HttpResponse): JsonRead {
  const isPage = headerTexts(headers, 'content-type').some(type => /\bx?html\b/i.test(type))
  return isPage || body.kind !== 'whole' ? { ok: false } : parseJson(body.bytes)
}

function unintelligible(
  httpStatus: number | null,
  reason: UnintelligibleReason,
  limits: RateLimits,
  detail = '',
): Unintelligible {
  return { class: 'unintelligible', httpStatus, reason, detail, limits }
}
