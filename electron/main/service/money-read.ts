import { displayText } from './text'

/** The money that a status answer names. `unreadable` is there, yet cannot be compared with the sale. */
export type MoneyRead =
  | { kind: 'absent' }
  | { kind: 'read'; amount: { currency: string | null; value: number } }
  | { kind: 'unreadable'; raw: string }

/**
 * Reads the amount of a mobile status answer, whose fields the contract does not show (§2.1): the
 * object of every other answer, or a bare number or numeric string with `currency` beside it.
 */
export function readMoney(amount: unknown, currencyBeside: unknown): MoneyRead {
  if (amount === undefined || amount === null) return { kind: 'absent' }
  const parts = isObject(amount) ? amount : { value: amount, currency: currencyBeside }
  const value = readValue(parts.value)
  const currency = parts.currency ?? null
  if (value === null || !(currency === null || typeof currency === 'string'))
    return { kind: 'unreadable', raw: displayText(JSON.stringify(amount), 200) }
  return { kind: 'read', amount: { currency, value } }
}

function readValue(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string') return null
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : null
}

function isObject(value: unknown): value is { value?: unknown; currency?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
