import { BoundedCache } from '../../../../shared/bounded-cache'
import type { Engine, EngineStatement } from './engine'
import { refusal } from './failure'
import { type Bindable, type Row, toBindable, toRow, type Value } from './value'

/** Far more than the till has; it only keeps a mistake (values glued into SQL) from growing. */
const MOST_KEPT = 200

interface Prepared {
  readonly statement: EngineStatement
  readonly names: readonly string[]
}

/** After it, prepared statements may no longer fit. Hazard: this engine calls ALTER TABLE a reader. */
const schemaChange = /^\s*(CREATE|ALTER|DROP)\b/i

/** Prepared statements: prepared once, their values checked at each use. */
export class Statements {
  readonly #writes = new BoundedCache<Prepared>(MOST_KEPT)
  readonly #reads = new BoundedCache<Prepared>(MOST_KEPT)

  constructor(private readonly engine: Pick<Engine, 'prepare'>) {}

  write(sql: string, values: readonly Value[]): { changes: number } {
    const { statement } = this.#writes.get(sql, () => this.#prepareWrite(sql))
    const result = statement.run(bindables(sql, values))
    if (schemaChange.test(sql)) this.forget()
    return result
  }

  read(sql: string, values: readonly Value[]): Row[] {
    const { statement, names } = this.#reads.get(sql, () => this.#prepareRead(sql))
    return statement.rows(bindables(sql, values)).map(cells => toRow(names, cells))
  }

  forget(): void {
    this.#writes.clear()
    this.#reads.clear()
  }

  #prepareWrite(sql: string): Prepared {
    const statement = this.engine.prepare(sql)
    if (statement.reader && !schemaChange.test(sql))
      throw refusal('run() returns no rows: read them with all()')
    return { statement, names: [] }
  }

  #prepareRead(sql: string): Prepared {
    const names = this.engine.prepare(sql).columnNames()
    // They would overwrite one another in a row.
    if (new Set(names).size !== names.length) throw refusal('Two columns share a name: rename one')
    return { statement: this.engine.prepare(guardedQuery(sql, names.length)), names }
  }
}

/** Hazard: libsql binds NULL for a missing value, and ignores one too many. No text in our SQL has a question mark. */
function bindables(sql: string, values: readonly Value[]): Bindable[] {
  const wanted = sql.split('?').length - 1
  if (values.length !== wanted)
    throw refusal(`The statement takes ${wanted} values, not ${values.length}`)
  // Array.from also visits the holes of a sparse array: map() would skip them.
  return Array.from(values, (value, index) => toBindable(value, index + 1))
}

/**
 * Wraps a query so that the engine never hands out TEXT: text comes as its bytes instead.
 *
 * Hazard: reading TEXT that is not valid UTF-8 aborts the whole process, and the encryption is not
 * authenticated, so a flipped byte on disk can make TEXT of any cell, also of one declared INTEGER
 * or BLOB. Neither the declared type nor a cast of the text columns is therefore enough: the type
 * is asked of every cell, inside the engine. A write is a syntax error in here.
 * The order of the inner query stays (SQLite flattens a plain outer SELECT; a test holds it to it).
 */
function guardedQuery(sql: string, columnCount: number): string {
  const columns = Array.from({ length: columnCount }, (_, index) => `c${index}`)
  const cells = columns.map(name => `iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), ${name})`)
  // The line break keeps a comment at the end of the query from swallowing the bracket.
  return `WITH guarded(${columns.join(', ')}) AS (${sql}\n) SELECT ${cells.join(', ')} FROM guarded`
}
