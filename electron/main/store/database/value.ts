import { refusal, UNREADABLE_VALUE } from './failure'

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

/** A cell as read. TEXT comes as its bytes: see decodeText. */
export type Cell = number | Buffer | null
export type Row = Readonly<Record<string, Cell>>

/** Names the cells of one row; throws an error of the kind 'not-readable' for impossible values. */
export function toRow(names: readonly string[], cells: readonly unknown[]): Row {
  const row: Record<string, Cell> = Object.create(null)
  names.forEach((name, index) => {
    row[name] = toCell(cells[index], name)
  })
  return row
}

function toCell(value: unknown, name: string): Cell {
  if (value === null || typeof value === 'number' || Buffer.isBuffer(value)) return value
  // Integers arrive as bigint, so that one beyond 2^53 is noticed and not rounded.
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value)
  const error = new Error(`The column ${name} holds a value that cannot be read`)
  throw Object.assign(error, { code: UNREADABLE_VALUE })
}

/** The bytes of a cell; one that damage made something else counts as empty. */
export function bytesOf(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : Buffer.alloc(0)
}

// ignoreBOM: or a leading U+FEFF, which was part of what was written, would vanish.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text from the bytes of a cell; null for what is no text. Nothing is replaced or dropped. */
export function decodeText(cell: unknown): string | null {
  try {
    return Buffer.isBuffer(cell) ? utf8.decode(cell) : null
  } catch {
    return null // the decoder throws for nothing else
  }
}
