import { isDeepStrictEqual } from 'node:util'
import type { Accepted } from '../../electron/main/service/accepted'
import type { Exchange } from '../../electron/main/service/exchange'
import type { ServiceResponse } from '../../electron/main/service/service-response'
import type { StatusRead } from '../../electron/main/service/status-read'
import type { AnswerSpec } from './answer-grammar'
import { acceptedPayment, isServiceError, moneyIn, own, readPayment, referencesOf } from './oracle'

const refusals = [400, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422]
const longestAnswer = 8_000
/** Codes of errors: nothing that the service can choose. */
const plainDetail = /^([A-Z][A-Z_\d]*|HTTPParserError|TypeError|)$/
/** Names of fields that could not be read: of ours, not of the service's. */
const fieldNames = [
  'reference',
  'reference_id',
  'referenceId',
  'status',
  'object',
  'amount',
  'currency',
  'expires_at',
  'api_version',
  'checkout_url',
  'provider_status',
  'created_at',
  'updated_at',
]

/** What is wrong with an answer that was made of this exchange; empty when nothing is. */
export function answerFaults(
  answer: ServiceResponse<Accepted | StatusRead>,
  exchange: Exchange,
  spec: AnswerSpec,
  believable: object | null,
): string[] {
  return [
    ...classFaults(answer, exchange, believable),
    ...limitFaults(answer, spec),
    ...shapeFaults('the answer', answer, longestAnswer),
    ...('detail' in answer && !mayShow(answer, exchange)
      ? [`detail shows more: ${answer.detail}`]
      : []),
    ...(answer.class === 'ok' ? unreadFaults(answer.value.unread) : []),
  ]
}

/** An error's code, or the words of the service itself about what it did not do. */
function mayShow(
  { class: kind, detail, ...answer }: Extract<ServiceResponse<unknown>, { detail: string }>,
  exchange: Exchange,
): boolean {
  const isItsWords =
    kind === 'unintelligible' &&
    'reason' in answer &&
    answer.reason === 'unexpected-status' &&
    isServiceError(exchange)
  return isItsWords ? detail.length <= 600 : plainDetail.test(detail)
}

function unreadFaults(unread: readonly string[]): string[] {
  return unread
    .filter(name => !fieldNames.includes(name))
    .map(name => `it says that ${name} is ours`)
}

/** Each class claims something about the wire; the exchange has to bear it out. */
function classFaults(
  answer: ServiceResponse<Accepted | StatusRead>,
  exchange: Exchange,
  believable: object | null,
): string[] {
  const status = exchange.kind === 'response' ? exchange.status : null
  switch (answer.class) {
    case 'ok':
      return believable ? [] : ['ok, though there is no payment in it']
    case 'refused':
      return refusals.includes(status ?? 0) && isServiceError(exchange)
        ? []
        : ['refused, but the service did not refuse it']
    case 'unauthorized':
      return status === 401 && isServiceError(exchange)
        ? []
        : ['keys rejected, but the service did not reject them']
    case 'throttled':
      return status === 429 && answer.own === isServiceError(exchange)
        ? []
        : ['throttled, but the service did not throttle it, or another part is named']
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
function limitFaults(answer: ServiceResponse<unknown>, spec: AnswerSpec): string[] {
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
  const payment = acceptedPayment(exchange)
  if (payment === null) return []
  const isSame = (name: string, kept: unknown) => isDeepStrictEqual(kept, own(payment, name))
  const isStated = value.status === 'pending' || isSame('status', value.status)
  return [
    ...(referencesOf(payment)[0] === value.reference ? [] : ['reference was not said']),
    ...(isStated ? [] : ['status was not said']),
    ...(value.checkoutUrl === null || isSame('checkout_url', value.checkoutUrl)
      ? []
      : ['checkout_url was not said']),
    ...(value.expiresAt !== null && own(payment, 'expires_at') === undefined
      ? ['expires_at was not said']
      : []),
    ...(isUnsafeUrl(value.checkoutUrl) ? ['the checkout is not safe'] : []),
    ...moneyFaults(value.money, payment),
  ]
}

function moneyFaults(money: Accepted['money'], payment: Record<string, unknown>): string[] {
  const said = moneyIn(payment)
  const named = said.currencies.length > 0
  return [
    ...(money.value === said.value ? [] : ['the amount was not said']),
    ...((money.currency !== null) === named ? [] : ['the currency was not said, or is lost']),
  ]
}

function isUnsafeUrl(url: string | null): boolean {
  if (url === null) return false
  return url.length > 2_048 || !/^(https:\/\/[^/]|http:\/\/(127\.|localhost|\[::1\]))/i.test(url)
}

/** A status read keeps the payment's own words. */
export function statusFaults(value: StatusRead, exchange: Exchange, asked: string): string[] {
  const payment = readPayment(exchange, asked)
  if (payment === null) return []
  const references = referencesOf(payment)
  const reference = references.includes(asked) ? asked : (references[0] ?? null)
  return [
    ...(value.status === own(payment, 'status') ? [] : ['status was not said']),
    ...(value.reference === reference ? [] : ['reference was not said']),
    ...([...(value.providerStatus ?? '')].length > 64 ? ['the provider’s word is a page'] : []),
    ...moneyFaults(value.money, payment),
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
