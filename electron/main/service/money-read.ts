import { fieldsOf, type Level, theOnly, valuesOf } from './answer-levels'
import { anyShilling } from './answer-words'
import { displayText } from './field-text'
import { isFields } from './json'

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

/** What one field says of money: each value that an object gives for a name counts. */
export interface MoneyRead {
  amounts: AmountRead[]
  currencies: string[]
}

/**
 * Reads an amount: a number, a text, or an object with `value` and `currency` (§2.2). One that names none costs
 * nothing (money rule 14). One with digits that cannot be read is named, and equals no payment's (money rule 12).
 */
export function readAmount(field: unknown): MoneyRead {
  const amount = theOnly(field)
  if (!isFields(amount)) return readPlain(amount)
  const fields = fieldsOf(amount)
  const given = [...valuesOf(fields, 'value'), ...valuesOf(fields, 'amount')]
  const read = (given.length > 0 ? given : [amount]).map(each => readPlain(theOnly(each)))
  return {
    amounts: read.flatMap(({ amounts }) => amounts),
    currencies: [...currenciesOf(fields), ...read.flatMap(({ currencies }) => currencies)],
  }
}

function readPlain(given: unknown): MoneyRead {
  if (typeof given === 'number') {
    const value = Number.isFinite(given) ? given : null
    return { amounts: [{ value, text: String(given) }], currencies: [] }
  }
  const text = (typeof given === 'string' ? given : JSON.stringify(given ?? null)).trim()
  if (!/\p{N}/u.test(text)) return { amounts: [], currencies: [] }
  const [, before, sign, whole = '', , fraction = '', after] = amountForm.exec(text) ?? []
  const isRead = whole !== '' && !ambiguous.test(`${whole}${fraction}`)
  const value = Number(`${sign}${whole.replace(/\D/g, '')}${fraction}`)
  const named = before ?? after ?? /\/[=-]$/.exec(text)?.[0]
  return {
    amounts: [{ value: isRead ? value : null, text: displayText(text, longestText) }],
    currencies: isRead ? [named].flatMap(each => readCurrency(each) ?? []) : [],
  }
}

/** What people call a currency, and its code. */
const codes = new Map([
  ['SHS', anyShilling],
  ['SH', anyShilling],
  ['/=', anyShilling],
  ['/-', anyShilling],
  ['TSH', 'TZS'],
  ['TSHS', 'TZS'],
  ['KSH', 'KES'],
  ['KSHS', 'KES'],
  ['USH', 'UGX'],
  ['USHS', 'UGX'],
  // By their numbers (ISO 4217).
  ['834', 'TZS'],
  ['404', 'KES'],
  ['800', 'UGX'],
])

const currencyNames = ['currency', 'currencycode', 'ccy']

/** The currencies that an object names. */
export function currenciesOf(fields: Level['fields']): string[] {
  return currencyNames.flatMap(name => valuesOf(fields, name).flatMap(namesOfCurrency))
}

/** A currency may be an object with its code. */
export function namesOfCurrency(value: unknown): string[] {
  const fields = isFields(value) ? fieldsOf(value) : null
  const given = fields ? codeNames.flatMap(name => valuesOf(fields, name)) : [value]
  return given.flatMap(each => readCurrency(each) ?? [])
}

const codeNames = ['code', 'currency', 'currencycode', 'iso', 'isocode']

/** A currency in capitals, by its code where people call it otherwise; null where none is named. */
export function readCurrency(value: unknown): string | null {
  // A number is one of ISO 4217 where it has its three digits.
  if (typeof value === 'number')
    return value > 99 && value < 1_000 ? readCurrency(`${value}`) : null
  if (typeof value !== 'string') return null
  const text = displayText(value, longestText)
    .toUpperCase()
    .replace(/(?<=.)(?:\.|\/=)$/, '')
  return codes.get(text) ?? (text || null)
}
