import { displayText } from './text'

/** The money that a status answer names. `unreadable` is there, yet cannot be compared with the sale. */
export type MoneyRead =
  | { kind: 'absent' }
  /** Null is what the answer does not name. */
  | { kind: 'read'; amount: { currency: string | null; value: number | null } }
  | { kind: 'unreadable'; raw: string }

/** No currency's name is longer; what is cut off cannot make a different one equal. */
const longestCurrency = 64

/**
 * Reads the amount of a mobile status answer, whose fields the contract does not show (§2.1): the
 * object of every other answer, or a bare number or numeric string, with `currency` in it or beside it.
 * Whatever is named is kept to be compared with the sale (money rule 12).
 */
export function readMoney(amount: unknown, currencyBeside: unknown): MoneyRead {
  const parts = isObject(amount) ? amount : { value: amount }
  const value = readValue(parts.value)
  const currency = readCurrency(parts.currency ?? null, currencyBeside ?? null)
  if (!value.ok || !currency.ok || (isObject(amount) && value.value === null))
    return { kind: 'unreadable', raw: shown(amount ?? currencyBeside) }
  if (value.value === null && currency.value === null) return { kind: 'absent' }
  return { kind: 'read', amount: { currency: currency.value, value: value.value } }
}

type Part<T> = { ok: true; value: T | null } | { ok: false }

function readValue(value: unknown): Part<number> {
  if (value === undefined || value === null) return { ok: true, value: null }
  if (typeof value === 'number' && Number.isFinite(value)) return { ok: true, value }
  if (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value))
    return { ok: true, value: Number(value) }
  return { ok: false }
}

/** Of two that are named neither is believed where they differ. */
function readCurrency(inside: unknown, beside: unknown): Part<string> {
  const currency = inside ?? beside
  if (currency === null) return { ok: true, value: null }
  const agree = inside === null || beside === null || inside === beside
  if (typeof currency !== 'string' || !agree) return { ok: false }
  return { ok: true, value: currency.slice(0, longestCurrency) }
}

/** One level deep: the engine's stack does not hold what 256 kB of brackets can nest. */
function shown(money: unknown): string {
  const flat = (_key: string, each: unknown) => (isNested(each) && each !== money ? '…' : each)
  return displayText(JSON.stringify(money, flat), 200)
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isObject(value: unknown): value is { value?: unknown; currency?: unknown } {
  return isNested(value) && !Array.isArray(value)
}
