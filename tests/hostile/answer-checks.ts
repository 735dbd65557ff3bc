import type { Exchange } from '../../electron/main/service/exchange'
import type { ServiceResponse } from '../../electron/main/service/service-response'
import type { Payment } from '../../shared/payment/payment'
import type { AnswerSpec } from './answer-grammar'
import { successEntries } from './json-entries'
import { hasErrorWords, isSaid, speaksOfError } from './oracle'

const refusals = [400, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422]
const longestAnswer = 8_000
/** Codes of errors: nothing that the service can choose. */
const plainDetail = /^([A-Z][A-Z_\d]*|HTTPParserError|TypeError|[45]\d\d|)$/

/** What is wrong with an answer that was made of this exchange; empty when nothing is. */
export function answerFaults(
  answer: ServiceResponse<unknown>,
  exchange: Exchange,
  spec: AnswerSpec,
): string[] {
  return [
    ...classFaults(answer, exchange),
    ...limitFaults(answer, spec),
    ...shapeFaults('the answer', answer, longestAnswer),
    ...('detail' in answer && !mayShow(answer.detail, exchange)
      ? [`detail shows more: ${answer.detail}`]
      : []),
  ]
}

/** An error's code, or the words of the service itself about what it did not do: no piece of a body. */
function mayShow(detail: string, exchange: Exchange): boolean {
  if (plainDetail.test(detail)) return true
  // By code points, as a text is cut.
  return hasErrorWords(exchange) && [...detail].length <= 600 && !detail.includes('":')
}

/** Each class claims something about the wire; the exchange has to bear it out. */
function classFaults(answer: ServiceResponse<unknown>, exchange: Exchange): string[] {
  const status = exchange.kind === 'response' ? exchange.status : null
  const isError = speaksOfError(exchange)
  const faults: Record<typeof answer.class, () => boolean> = {
    ok: () => successEntries(exchange) === null,
    refused: () => !(refusals.includes(status ?? 0) && isError),
    unauthorized: () => !(status === 401 && isError),
    // Something came back.
    unsent: () => true,
    throttled: () => status !== 429 || ('own' in answer && answer.own && !isError),
    unreachable: () =>
      !(exchange.kind === 'failure' && 'sent' in answer && exchange.sent === answer.sent),
    unintelligible: () => exchange.kind === 'failure' && exchange.sent === 'no',
  }
  return faults[answer.class]() ? [`it is called ${answer.class}, and it is not`] : []
}

/** §7, §8: never earlier than asked, and nothing that is no span of time. */
function limitFaults(answer: ServiceResponse<unknown>, spec: AnswerSpec): string[] {
  if (answer.class === 'unreachable' || answer.class === 'unsent' || spec.kind === 'failure')
    return []
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
export function acceptedFaults({ reference, checkoutUrl }: Payment, exchange: Exchange): string[] {
  return [
    ...(reference === null || isSaid(exchange, reference) ? [] : ['reference was not said']),
    ...(checkoutUrl === null || isSaid(exchange, checkoutUrl) ? [] : ['checkout_url was not said']),
    ...(isUnsafeUrl(checkoutUrl) ? ['the checkout is not safe'] : []),
  ]
}

function isUnsafeUrl(url: string | null): boolean {
  if (url === null) return false
  return url.length > 2_048 || !/^(https:\/\/[^/]|http:\/\/(127\.|localhost|\[::1\]))/i.test(url)
}

/** What crosses to a window and onto the disk is plain, finite and small. */
export function shapeFaults(name: string, value: unknown, longest: number): string[] {
  if (!isPlainData(value)) return [`${name} is not plain data`]
  const { length } = JSON.stringify(value)
  return length > longest ? [`${name} is ${length} long`] : []
}

/** What a payment shows holds nothing hidden: no control or direction mark, no half character. */
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
