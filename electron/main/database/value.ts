import { refusal } from './refusal'

/** What may be written. Numbers are whole and safe: money and times have no fractions here. */
export type Value = number | string | Buffer | null

/** What the engine is given. */
export type Bindable = bigint | string | Buffer | null

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Checks values and turns them into what the engine binds truthfully; throws a refusal otherwise.
 *
 * Hazard: libsql aborts the whole process on a boolean, binds undefined and NaN as NULL, and every
 * number as REAL; it cuts a string at NUL and turns a lone surrogate into U+FFFD.
 */
export function toBindable(value: unknown, position: number): Bindable {
  if (value === null) return null
  if (Buffer.isBuffer(value)) return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string') return wholeText(value, position)
  // The value itself is not repeated: it may be a secret or a customer's.
  throw refusal(`Value ${position} is not a safe whole number, string, Buffer or null`)
}

function wholeText(value: string, position: number): string {
  if (value.includes('\0')) throw refusal(`Value ${position} is a string with a NUL in it`)
  if (LONE_SURROGATE.test(value)) throw refusal(`Value ${position} is not well-formed Unicode`)
  return value
}
