import { isDeepStrictEqual } from 'node:util'
import type { Accepted } from '../../electron/main/service/accepted'
import type { Answer } from '../../electron/main/service/answer'
import type { StatusRead } from '../../electron/main/service/status-read'
import type { Exchange } from '../../electron/main/service/transport'
import type { AnswerSpec } from './answer-grammar'
import { believableData, isServiceError, own } from './oracle'

const refusals = [400, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422]
const longestAnswer = 8_000
/** Codes of errors, and the fields that the contract names: nothing that the far end can choose. */
const plainDetail = /^([A-Z][A-Z_\d]*|HTTPParserError|TypeError|)$/
const fieldNames =
  /^(reference|status|object|payment_type|amount|currency|value|expires_at|api_version|checkout_url|provider_status|created_at|updated_at|[., ])*$/

/** What is wrong with an answer that was made of this exchange; empty when nothing is. */
export function answerFaults(
  answer: Answer<Accepted | StatusRead>,
  exchange: Exchange,
  spec: AnswerSpec,
): string[] {
  return [
    ...classFaults(answer, exchange),
    ...limitFaults(answer, spec),
    ...shapeFaults('the answer', answer, longestAnswer),
    ...('detail' in answer && !isPlain(answer.detail)
      ? [`detail shows more: ${answer.detail}`]
      : []),
  ]
}

function isPlain(detail: string): boolean {
  return plainDetail.test(detail) || (detail.length < 200 && fieldNames.test(detail))
}

/** Each class claims something about the wire; the exchange has to bear it out. */
function classFaults(answer: Answer<Accepted | StatusRead>, exchange: Exchange): string[] {
  const status = exchange.kind === 'response' ? exchange.status : null
  switch (answer.class) {
    case 'ok':
      return believableData(exchange) ? [] : ['ok, though the contract does not allow it']
    case 'refused':
      return refusals.includes(status ?? 0) && isServiceError(exchange) ? [] : ['refused by nobody']
    case 'unauthorized':
      return status === 401 && isServiceError(exchange) ? [] : ['keys rejected by nobody']
    case 'throttled':
      return status === 429 ? [] : ['throttled by nobody']
    case 'unreachable':
      return exchange.kind === 'failure' && exchange.sent === answer.sent
        ? []
        : ['sent is not the wire’s']
    case 'unintelligible':
      return exchange.kind === 'failure' && exchange.sent === 'no'
        ? ['an answer to what never left']
        : []
  }
}

/** §7, §8: never earlier than asked, and nothing that is no span of time. */
function limitFaults(answer: Answer<unknown>, spec: AnswerSpec): string[] {
  if (answer.class === 'unreachable' || spec.kind === 'failure') return []
  const { limits } = answer
  const bad = Object.entries(limits).filter(
    ([, each]) => each !== null && !(Number.isFinite(each) && each >= 0),
  )
  const asked = { retryAfter: spec.headers.retryAfter, resetIn: spec.headers.resetIn }
  const wrong = (['retryAfter', 'resetIn'] as const).filter(
    name => asked[name] !== undefined && asked[name] !== limits[name],
  )
  return [
    ...bad.map(([name]) => `${name} is no span of time`),
    ...wrong.map(name => `${name} is ${limits[name]}, asked was ${asked[name]}`),
    ...(answer.class === 'ok' ? dateFaults(answer.serverDate, spec.headers.date) : []),
  ]
}

function dateFaults(serverDate: number | null, said: number | null | undefined): string[] {
  if (said === undefined)
    return serverDate === null || serverDate >= 0 ? [] : ['a service before 1970']
  return serverDate === said ? [] : [`the service’s clock is ${serverDate}, said was ${said}`]
}

/** What an acceptance keeps has to be what the body itself said, word for word. */
export function acceptedFaults(value: Accepted, exchange: Exchange): string[] {
  const data = believableData(exchange)
  const same = (name: string, kept: unknown, absent: unknown = null) =>
    isDeepStrictEqual(kept, own(data, name) ?? absent) ? [] : [`${name} was not said`]
  const time = Date.parse(String(own(data, 'expires_at')))
  const isOtherTime = value.expiresAt !== null && value.expiresAt !== time
  const amount = value.amount && { ...value.amount }
  const said = own(data, 'amount') as Accepted['amount']
  const isOtherAmount =
    amount && (amount.value !== said?.value || amount.currency !== said.currency.slice(0, 64))
  return [
    ...same('reference', value.reference),
    ...same('status', value.status, 'pending'),
    ...(value.checkoutUrl === null ? [] : same('checkout_url', value.checkoutUrl)),
    ...(value.apiVersion === null ? [] : same('api_version', value.apiVersion)),
    ...(isOtherTime ? ['expires_at was not said'] : []),
    ...(isOtherAmount ? ['the amount was not said'] : []),
    ...(isUnsafeUrl(value.checkoutUrl) ? ['the checkout is not safe'] : []),
  ]
}

function isUnsafeUrl(url: string | null): boolean {
  if (url === null) return false
  return url.length > 2_048 || !/^(https:\/\/[^/]|http:\/\/(127\.|localhost|\[::1\]))/i.test(url)
}

/** A status read keeps the payment's own words. */
export function statusFaults(value: StatusRead, exchange: Exchange): string[] {
  const data = believableData(exchange)
  return [
    ...(value.status === own(data, 'status') ? [] : ['status was not said']),
    ...(value.reference === (own(data, 'reference') ?? null) ? [] : ['reference was not said']),
    ...([...(value.providerStatus ?? '')].length > 64 ? ['the provider’s word is a page'] : []),
  ]
}

/** What crosses to a window and onto the disk is plain, finite and small. */
export function shapeFaults(name: string, value: unknown, longest: number): string[] {
  if (!isPlainData(value)) return [`${name} is not plain data`]
  const { length } = JSON.stringify(value)
  return length > longest ? [`${name} is ${length} long`] : []
}

/** What a sale shows holds nothing hidden: no control or direction mark, no half character. */
export function hiddenTextFaults(value: unknown): string[] {
  if (typeof value === 'string')
    return /[\p{Cc}\p{Cf}\p{Cs}]/u.test(value)
      ? [`hidden characters in ${JSON.stringify(value)}`]
      : []
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(hiddenTextFaults)
    : []
}

function isPlainData(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return ['string', 'boolean'].includes(typeof value) || value === null
  const isOwn = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))
  return isOwn && Object.values(value).every(isPlainData)
}
