import { theOnly } from './answer-levels'
import { displayText } from './field-text'
import { type Fields, isFields } from './json'

/** An amount as an answer names it. */
export interface AmountRead {
  /** Major currency units; null where it has digits and cannot be read without doubt. */
  value: number | null
  /** As it was written. */
  text: string
}

const longestText = 64

/** "15000", "15000.00", "15,000.00", "15 000", "TZS 15,000", "15,000 Tsh", "15,000/=". */
const amountForm =
  /^(?:([a-z]{2,4})\.?\s?)?(-?)(\d{1,15}|\d{1,3}(?:([,'’\s])\d{3})(?:\4\d{3}){0,3})(\.\d{1,9})?(?:\s?([a-z]{2,4})\.?|\/[=-])?$/i
/** "15.000" is fifteen in one country and fifteen thousand in another. */
const ambiguous = /^\d{1,3}\.\d{3}$/

/**
 * Reads an amount: a number, a text, or an object with `value` and `currency` (§2.2). Null where it names none:
 * then it costs nothing (money rule 14). One with digits that cannot be read is named, and equals no sale's
 * (money rule 12).
 */
export function readAmount(field: unknown): { amount: AmountRead | null; currencies: string[] } {
  const amount = theOnly(field)
  const inner: Fields = isFields(amount) ? amount : { value: amount }
  const given = inner.value ?? inner.amount
  const own = readCurrency(inner.currency)
  const currencies = own === null ? [] : [own]
  if (typeof given === 'number') {
    const value = Number.isFinite(given) ? given : null
    return { amount: { value, text: String(given) }, currencies }
  }
  const text = (typeof given === 'string' ? given : JSON.stringify(given ?? inner)).trim()
  if (!/\p{Nd}/u.test(text)) return { amount: null, currencies }
  const [, before, sign, whole = '', , fraction = '', after] = amountForm.exec(text) ?? []
  const value = Number(`${sign}${whole.replace(/\D/g, '')}${fraction}`)
  const isRead = whole !== '' && !ambiguous.test(`${whole}${fraction}`)
  const named = [before, after].flatMap(each => readCurrency(each) ?? [])
  return {
    amount: { value: isRead ? value : null, text: displayText(text, longestText) },
    currencies: isRead ? [...currencies, ...named] : currencies,
  }
}

/** What people call a currency, and its code. */
const codes = new Map([
  ['TSH', 'TZS'],
  ['TSHS', 'TZS'],
  ['KSH', 'KES'],
  ['KSHS', 'KES'],
  ['USH', 'UGX'],
  ['USHS', 'UGX'],
])

/** A currency in capitals, by its code where people call it otherwise; null where none is named. */
export function readCurrency(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = displayText(value, longestText)
    .toUpperCase()
    .replace(/(?:\.|\/=)$/, '')
  return codes.get(text) ?? (text || null)
}
