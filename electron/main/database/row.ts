import { UNREADABLE_VALUE } from './failure'

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
