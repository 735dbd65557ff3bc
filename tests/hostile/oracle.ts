import type { Exchange } from '../../electron/main/service/transport'

/**
 * What may be believed of an answer, decided a second time and much more simply: no schema, no
 * library, none of the till's code, only own properties of the parsed body.
 */
type Fields = Record<string, unknown>

/** The `data` of a 200 that is the contract's envelope (§4), or null. */
export function believableData(exchange: Exchange): Fields | null {
  if (exchange.kind === 'failure' || exchange.status !== 200) return null
  const body = parsedBody(exchange)
  const status = own(body, 'status')
  const isEnvelope = typeof status === 'string' && status !== 'error'
  if (!isEnvelope || !Number.isSafeInteger(own(body, 'code'))) return null
  return asObject(own(body, 'data'))
}

/** The service's own error body (§7) for this HTTP status. */
export function isServiceError(exchange: Exchange): boolean {
  if (exchange.kind === 'failure') return false
  const body = parsedBody(exchange)
  const says = (key: string, type: string) => typeof own(body, key) === type
  return (
    own(body, 'status') === 'error' &&
    own(body, 'code') === exchange.status &&
    says('message', 'string')
  )
}

export interface Asked {
  channel: 'mobile' | 'card'
  amount: { currency: string; value: number }
  reference: string
}

const paidWords = ['paid', 'completed', 'success', 'successful', 'succeeded', 'settled']
const failedWords = [
  'failed',
  'declined',
  'rejected',
  'cancelled',
  'canceled',
  'expired',
  'reversed',
  'voided',
]

/** The most that a status answer may be taken for (money rules 5 and 12). */
export function mostItMeans(
  exchange: Exchange,
  asked: Asked,
): 'paid' | 'failed' | 'pending' | 'unrecognised' | 'nothing' {
  const data = believableData(exchange)
  const status = own(data, 'status')
  if (data === null || typeof status !== 'string' || status.trim() === '') return 'nothing'
  const word = status.trim().toLowerCase()
  if (word === 'pending') return 'pending'
  if (contradicts(data, asked)) return 'unrecognised'
  if (paidWords.includes(word)) return 'paid'
  return failedWords.includes(word) ? 'failed' : 'unrecognised'
}

/** True when an answer names another reference, amount or currency than the sale's, or one that cannot be compared. */
export function contradicts(data: Fields, asked: Asked): boolean {
  const reference = own(data, 'reference') ?? asked.reference
  const amount = own(data, 'amount') ?? null
  const parts = asObject(amount)
  const value = parts ? own(parts, 'value') : amount
  // §2.1 shows what a card answer holds: there a field of another name says nothing of the payment.
  const beside = asked.channel === 'mobile' ? own(data, 'currency') : null
  const currencies = [own(parts, 'currency'), beside].filter(each => each != null)
  const isOtherValue = amount !== null && !isSameNumber(value, asked.amount.value)
  const isOtherCurrency = currencies.some(each => each !== asked.amount.currency)
  return reference !== asked.reference || isOtherValue || isOtherCurrency
}

function isSameNumber(value: unknown, asked: number): boolean {
  if (typeof value === 'string') return /^0*(\d+)(\.0*)?$/.exec(value)?.[1] === String(asked)
  return value === asked
}

function parsedBody({ headers, body }: Extract<Exchange, { kind: 'response' }>): Fields | null {
  const type = [headers['content-type'] ?? ''].flat().join().toLowerCase()
  if (type.includes('html') || body.kind !== 'whole') return null
  const text = body.bytes.toString('utf8')
  if (!Buffer.from(text).equals(body.bytes)) return null
  try {
    return asObject(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch {
    return null
  }
}

/** A property of the value's own; what hangs on a prototype was said by nobody. */
export function own(value: Fields | null, key: string): unknown {
  return value !== null && Object.hasOwn(value, key) ? value[key] : undefined
}

function asObject(value: unknown): Fields | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Fields) : null
}
