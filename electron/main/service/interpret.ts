import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { levelOf } from './answer-levels'
import { type AnswerReader, readAnswer } from './answer-reader'
import { errorWords, type ServiceError } from './answer-words'
import { readError, readErrorInSuccess } from './error-body'
import {
  type Exchange,
  type HttpFailure,
  type HttpResponse,
  isNotHttp,
  largestResponse,
  unreachableReason,
} from './exchange'
import { displayLines } from './field-text'
import { type JsonRead, parseJson, unwrapped, withoutSecret, withoutSpelledSecret } from './json'
import {
  headerTexts,
  noLimits,
  type RateLimits,
  type ResponseHeaders,
  readLimits,
  readServerDate,
} from './rate-limit'
import type { ServiceResponse, Unintelligible, UnintelligibleReason } from './service-response'

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer

const decoders = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  // Some servers leave out the zlib header (RFC 9110 §8.4.1.2).
  [
    'deflate',
    (bytes, options) => (hasZlibHeader(bytes) ? inflateSync : inflateRawSync)(bytes, options),
  ],
  ['br', brotliDecompressSync],
])

function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

/**
 * The body without its content encoding; null where it cannot be decoded, or is larger than an answer may be. The
 * till asks for `identity`, and some servers compress all the same. Others name a character set here, or what else is
 * no encoding: then the bytes are taken as they are.
 */
export function decodeBody(bytes: Uint8Array, headers: ResponseHeaders): Uint8Array | null {
  const encodings = headerTexts(headers, 'content-encoding')
    .flatMap(text => text.toLowerCase().split(','))
    .map(text => text.trim())
  try {
    // The last one named was applied last.
    return encodings.reverse().reduce(decode, bytes)
  } catch {
    return null
  }
}

function decode(bytes: Uint8Array, encoding: string): Uint8Array {
  return decoders.get(encoding)?.(bytes, { maxOutputLength: largestResponse }) ?? bytes
}

/**
 * The statuses that mean "not done", when the service itself says so in an error body. Only 400,
 * 401, 403 and 429 are in the contract (§7); the rest are definite by HTTP (RFC 9110 §15.5).
 * HAZARD: 408, 409, 423 and 425 are left out on purpose. They can mean "your first attempt is still
 * being worked on"; taken for a refusal they would lead to a new sale and a second charge.
 */
const definite = new Set([400, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422])

/** What an answer is read with, besides its reader. */
interface ReadingFacts {
  /** The service's time as far as the till knows it, ms: dates in headers count from it where there is no `Date`. */
  now: number
  /** The API secret, which is hidden in whatever the answer says. */
  secret: string
}

/** Decides what an exchange means; any 2xx with a payment in it is a success. Pure. */
export function interpret<T>(
  exchange: Exchange,
  reader: AnswerReader<T>,
  { now, secret }: ReadingFacts,
): ServiceResponse<T> {
  if (exchange.kind === 'failure') return fromFailure(exchange)
  const limits = readLimits(exchange.headers, now)
  const { status } = exchange
  const body = bodyOf(exchange, secret)
  // These three are decided by the status alone: proxies send them too, with any body.
  if (status === 429) return throttled(exchange, body, limits)
  if (status >= 500) return unintelligible(status, 'server-error', limits)
  if (status >= 300 && status < 400) return unintelligible(status, 'redirect', limits)
  if (exchange.body.kind === 'too-large') return unintelligible(status, 'too-large', limits)
  if (exchange.body.kind === 'cut-off')
    return unintelligible(status, 'cut-off', limits, exchange.body.code)
  if (status >= 400) return fromError(exchange, body, limits)
  if (status < 200) return unintelligible(status, 'unexpected-status', limits)
  return fromSuccess(exchange, body, { reader, limits, secret })
}

function fromFailure({ sent, code }: HttpFailure): ServiceResponse<never> {
  // A server that answered without HTTP has had the request; before sending, none has.
  if (sent === 'maybe' && isNotHttp(code)) return unintelligible(null, 'not-http', noLimits, code)
  if (sent === 'maybe' && code === 'UND_ERR_HEADERS_OVERFLOW')
    return unintelligible(null, 'too-large', noLimits, code)
  return { class: 'unreachable', sent, reason: unreachableReason(code), detail: code }
}

function throttled(
  { status, headers }: HttpResponse,
  body: DecodedBody,
  limits: RateLimits,
): ServiceResponse<never> {
  const error = errorOf(body, status)
  const own = error !== null
  return {
    class: 'throttled',
    own,
    errorCode: error?.errorCode ?? null,
    message: error?.message ?? '',
    serverDate: own ? readServerDate(headers) : null,
    limits,
  }
}

/** A 4xx is the service's only in its own error body; a proxy or a portal has pages of its own. */
function fromError(
  { status, headers }: HttpResponse,
  body: DecodedBody,
  limits: RateLimits,
): ServiceResponse<never> {
  const error = errorOf(body, status)
  if (error === null)
    return unintelligible(status, body.ok ? 'not-the-envelope' : body.reason, limits)
  const serverDate = readServerDate(headers)
  if (status === 401)
    return { class: 'unauthorized', httpStatus: 401, ...error, serverDate, limits }
  if (!definite.has(status))
    return unintelligible(status, 'unexpected-status', limits, errorWords(status, error))
  return { class: 'refused', httpStatus: status, ...error, serverDate, limits }
}

interface Reading<T> {
  reader: AnswerReader<T>
  limits: RateLimits
  secret: string
}

function fromSuccess<T>(
  { status, headers }: HttpResponse,
  body: DecodedBody,
  { reader, limits, secret }: Reading<T>,
): ServiceResponse<T> {
  const unread = (reason: UnintelligibleReason) => ({
    ...unintelligible(status, reason, limits),
    text: reason === 'page' ? null : rawText(body.text, secret),
  })
  if (!body.ok) return unread(body.reason)
  // Once more: a text can spell the secret in another way.
  const level = levelOf(withoutSecret(unwrapped(body.json), secret), reader.asked)
  if (level === null) return unread('not-the-envelope')
  const error = readErrorInSuccess(level)
  if (error !== null) return unintelligible(status, 'error-body', limits, error)
  const result = readAnswer(level, reader)
  if (!result.ok) return unread(result.reason)
  return { class: 'ok', value: result.value, serverDate: readServerDate(headers), limits }
}

function errorOf(body: DecodedBody, httpStatus: number): ServiceError | null {
  return body.ok ? readError(body.json, httpStatus) : null
}

type DecodedBody = { text: string } & (
  | { ok: true; json: unknown }
  | { ok: false; reason: 'page' | 'not-json' }
)

/** The bytes decide, whatever the content type says: no portal's page comes over a verified TLS connection. */
function bodyOf({ headers, body }: HttpResponse, secret: string): DecodedBody {
  const bytes = body.kind === 'whole' ? decodeBody(body.bytes, headers) : null
  const text = new TextDecoder().decode(bytes ?? undefined)
  const read: JsonRead = bytes === null ? { ok: false } : parseJson(bytes)
  if (read.ok) return { text, ok: true, json: withoutSecret(read.json, secret) }
  return { text, ok: false, reason: /^\s*<(?:!doctype|html)\b/i.test(text) ? 'page' : 'not-json' }
}

/** What a manager reads of an answer, and whoever they ask about it. */
const longestRaw = 2_000

function rawText(text: string, secret: string): string {
  return displayLines(withoutSpelledSecret(text, secret), longestRaw)
}

function unintelligible(
  httpStatus: number | null,
  reason: UnintelligibleReason,
  limits: RateLimits,
  detail = '',
): Unintelligible {
  return { class: 'unintelligible', httpStatus, reason, detail, text: null, limits }
}
