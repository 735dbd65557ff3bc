import { refusal } from './refusal'

/**
 * Wraps a query so that the engine never hands out TEXT: text comes as its bytes instead.
 *
 * Hazard: reading TEXT that is not valid UTF-8 aborts the whole process, and the encryption is not
 * authenticated, so a flipped byte on disk can make TEXT of any cell, also of one declared INTEGER
 * or BLOB. Neither the declared type nor a cast of the text columns is therefore enough: the type
 * is asked of every cell, inside the engine. A write is a syntax error in here.
 * The order of the inner query stays (SQLite flattens a plain outer SELECT; a test holds it to it).
 */
export function guardedQuery(sql: string, columnCount: number): string {
  const columns = Array.from({ length: columnCount }, (_, index) => `c${index}`)
  const cells = columns.map(name => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), ${name})`)
  // The line break keeps a comment at the end of the query from swallowing the bracket.
  return `WITH guarded(${columns.join(', ')}) AS (${sql}\n) SELECT ${cells.join(', ')} FROM guarded`
}

/** Refuses column names that would overwrite one another in a row. */
export function refuseRepeatedNames(names: readonly string[]): void {
  if (new Set(names).size !== names.length) throw refusal('Two columns share a name: rename one')
}
