import type { Database, Value } from '../database'

/** Rows in one statement: a call into the engine costs more than the row. */
const rowsAtOnce = 50

/** Inserts rows, many in a statement; `into` ends with the columns. */
export function insertMany(database: Database, into: string, rows: readonly Value[][]): void {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    const marks = some.map(row => `(${row.map(() => '?').join(', ')})`).join(', ')
    database.run(`${into} VALUES ${marks}`, some.flat())
  }
}
