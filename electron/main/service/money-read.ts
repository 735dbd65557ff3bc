import { displayText, type FieldReader } from './field-reader'
import { type Fields, isFields } from './payment-body'

/** The money that an answer names; null is what it does not name, or names unreadably. */
export interface MoneyRead {
  /** Major currency units. */
  value: number | null
  currency: string | null
}

const longestCurrency = 64

/**
 * Reads `amount`, an object with `value` and `currency` (§2.2) or a number or numeric text of its own, and
 * the `currency` in it or next to it. What is read is compared with the sale by the caller (money rule 12);
 * what cannot be read is noted and left out (money rule 14).
 */
export function readMoney(payment: Fields, fields: FieldReader): MoneyRead {
  const { amount } = payment
  const inner = isFields(amount) ? amount : { value: amount, currency: null }
  const part = <T>(value: unknown, name: string, read: (given: unknown) => T | null) => {
    if (value === undefined || value === null) return null
    const result = read(value)
    if (result === null) fields.note(name)
    return result
  }
  const value = part(inner.value, 'amount', readValue)
  if (isFields(amount) && inner.value === undefined) fields.note('amount')
  const inside = part(inner.currency, 'amount', readCurrency)
  const outside = part(payment.currency, 'currency', readCurrency)
  return { value, currency: oneCurrency(inside, outside) }
}

function readValue(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : null
}

/** What is cut off cannot make another currency equal to a sale's three letters. */
function readCurrency(value: unknown): string | null {
  return typeof value === 'string' ? displayText(value, longestCurrency) || null : null
}

/** Two that differ are named together, so that they equal no sale's currency. */
function oneCurrency(inside: string | null, outside: string | null): string | null {
  if (inside === null || outside === null) return inside ?? outside
  return inside.toUpperCase() === outside.toUpperCase() ? inside : `${inside}, ${outside}`
}
