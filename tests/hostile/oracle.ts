import type { Exchange } from '../../electron/main/service/exchange'

/**
 * What may be believed of an answer, decided a second time and much more simply: no schema, no
 * library, none of the till's code, only own properties of the parsed body.
 */
type Fields = Record<string, unknown>

/** What a call asked for: a create has no reference yet. */
export interface Asked {
  channel: 'mobile' | 'card'
  amount: { currency: string; value: number }
  reference: string
}

/** The payment that a 2xx answer to a create holds: enveloped as `data`, or flat, always with a reference; or null. */
export function acceptedPayment(exchange: Exchange): Fields | null {
  const found = paymentIn(exchange)
  if (!found || referencesOf(found.payment).length === 0) return null
  return found.isFlat && !isText(own(found.payment, 'status')) ? null : found.payment
}

/** The same of an answer to a status read: flat only with the reference that was asked for. */
export function readPayment(exchange: Exchange, asked: string): Fields | null {
  const found = paymentIn(exchange)
  if (!found || !isText(own(found.payment, 'status'))) return null
  return found.isFlat && !referencesOf(found.payment).includes(asked) ? null : found.payment
}

function paymentIn(exchange: Exchange): { isFlat: boolean; payment: Fields } | null {
  if (exchange.kind === 'failure' || exchange.status < 200 || exchange.status > 299) return null
  const body = parsedBody(exchange)
  const isFailure = saysError(own(body, 'status')) || ['status', 'code'].some(isErrorNumber(body))
  if (body === null || isFailure) return null
  const data = asObject(own(body, 'data'))
  if (data) return { isFlat: false, payment: innermost(data) }
  const code = own(body, 'code')
  const isEnvelope =
    Object.hasOwn(body, 'data') ||
    typeof code === 'number' ||
    (typeof code === 'string' && /^\d+$/.test(code))
  const amount = own(body, 'amount')
  const isPayment = amount !== null && amount !== undefined && !saysCallSucceeded(body)
  return isEnvelope && !isPayment ? null : { isFlat: true, payment: body }
}

/** An envelope inside the envelope: its word is about another call. */
function innermost(data: Fields): Fields {
  const inner = asObject(own(data, 'data'))
  const names = ['reference', 'reference_id', 'referenceId']
  const isPayment = names.some(name => Object.hasOwn(data, name))
  const isEnvelope = inner && Object.hasOwn(inner, 'status') && saysCallSucceeded(data)
  return isEnvelope && !isPayment ? inner : data
}

function saysCallSucceeded(body: Fields): boolean {
  const status = own(body, 'status')
  return typeof status !== 'string' || /^(?:success|ok)$/i.test(status.trim())
}

const isErrorNumber = (body: Fields | null) => (name: string) => {
  const value = own(body, name)
  return typeof value === 'number' && value >= 400 && value < 600
}

function saysError(status: unknown): boolean {
  return typeof status === 'string' && status.trim().toLowerCase() === 'error'
}

/** The service's own error body (§7) for this HTTP status. */
export function isServiceError(exchange: Exchange): boolean {
  if (exchange.kind === 'failure') return false
  const body = parsedBody(exchange)
  const code = own(body, 'code')
  return (
    saysError(own(body, 'status')) && (code === exchange.status || code === String(exchange.status))
  )
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

/** What a status word means by the lists that ship (money rule 5). */
export function meaningOfWord(word: string): 'paid' | 'failed' | 'pending' | 'unrecognised' {
  const plain = word.trim().toLowerCase()
  if (plain === 'pending') return 'pending'
  if (paidWords.includes(plain)) return 'paid'
  return failedWords.includes(plain) ? 'failed' : 'unrecognised'
}

/** The most that a status answer may be taken for (money rules 5 and 12). */
export function mostItMeans(
  exchange: Exchange,
  asked: Asked,
): 'paid' | 'failed' | 'pending' | 'unrecognised' | 'nothing' {
  const payment = readPayment(exchange, asked.reference)
  if (payment === null) return 'nothing'
  const meaning = meaningOfWord(String(own(payment, 'status')))
  return meaning !== 'pending' && contradicts(payment, asked) ? 'unrecognised' : meaning
}

/** True when an answer names another reference, amount or currency than the sale's, in a form that can be read. */
function contradicts(payment: Fields, asked: Asked): boolean {
  const references = referencesOf(payment)
  const isOther = references.length > 0 && !references.includes(asked.reference)
  return isOther || namesOtherMoney(payment, asked)
}

/** The same of the money alone: what a create's answer can differ in. */
export function namesOtherMoney(payment: Fields, { amount }: Pick<Asked, 'amount'>): boolean {
  const { value, currencies } = moneyIn(payment)
  const isOtherCurrency = currencies.some(each => each.toUpperCase() !== amount.currency)
  return (value !== null && value !== amount.value) || isOtherCurrency
}

/** The money that an answer names. What cannot be read is not named (money rule 14). */
export function moneyIn(payment: Fields): { value: number | null; currencies: string[] } {
  const amount = own(payment, 'amount')
  const parts = asObject(amount)
  const currencies = [own(parts, 'currency'), own(payment, 'currency')].flatMap(each => {
    const text = typeof each === 'string' ? each.replace(hidden, ' ').trim() : ''
    return text === '' ? [] : [text]
  })
  return { value: numberIn(parts ? own(parts, 'value') : amount), currencies }
}

function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const isNumber = typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value.trim())
  return isNumber ? Number(value) : null
}

/** The references that a payment names: texts without anything hidden in them, or whole numbers. */
export function referencesOf(payment: Fields): string[] {
  return ['reference', 'reference_id', 'referenceId'].flatMap(name => {
    const value = own(payment, name)
    if (typeof value === 'number') return Number.isSafeInteger(value) ? [String(value)] : []
    return isText(value) && value.length <= 512 ? [value] : []
  })
}

/** What no screen shows: controls, formats, and what a font leaves out. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

function isText(value: unknown): value is string {
  if (typeof value !== 'string' || value.includes('\uFFFD')) return false
  return value.trim() !== '' && value.search(hidden) === -1
}

function parsedBody({ headers, body }: Extract<Exchange, { kind: 'response' }>): Fields | null {
  const type = [headers['content-type'] ?? ''].flat().join().toLowerCase()
  if (type.includes('html') || body.kind !== 'whole') return null
  const text = body.bytes.toString('utf8')
  try {
    return asObject(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch {
    return null
  }
}

/** A property of the value's own; what hangs on a prototype was not said by the service. */
export function own(value: Fields | null, key: string): unknown {
  return value !== null && Object.hasOwn(value, key) ? value[key] : undefined
}

function asObject(value: unknown): Fields | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Fields) : null
}
