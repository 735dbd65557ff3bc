import type { Engine, EngineStatement } from './engine'
import { refusal } from './failure'
import {
  changesSchema,
  countPlaceholders,
  guardedQuery,
  refuseRepeatedNames,
  refuseUnlessQuery,
  refuseUnlessWrite,
} from './statement-text'
import { type Bindable, type Row, toBindable, toRow, type Value } from './value'

/** Far more than the till has; it only keeps a mistake (values glued into SQL) from growing. */
const MOST_KEPT = 200

export interface Statements {
  write(sql: string, values: readonly Value[]): { changes: number }
  read(sql: string, values: readonly Value[]): Row[]
  forget(): void
}

interface Prepared {
  readonly placeholders: number
  readonly names: readonly string[]
  readonly statement: EngineStatement
  /** After it, prepared statements may no longer fit. */
  readonly changesSchema: boolean
}

/** Prepared statements: checked once when prepared, their values at each use. */
export function createStatements(engine: Pick<Engine, 'prepare'>): Statements {
  const writes = keep(sql => prepareWrite(engine, sql))
  const reads = keep(sql => prepareRead(engine, sql))
  const forget = () => {
    writes.clear()
    reads.clear()
  }
  return {
    write: (sql, values) => {
      const prepared = writes.get(sql)
      const result = prepared.statement.run(bindables(prepared, values))
      if (prepared.changesSchema) forget()
      return result
    },
    read: (sql, values) => {
      const prepared = reads.get(sql)
      const rows = prepared.statement.rows(bindables(prepared, values))
      return rows.map(cells => toRow(prepared.names, cells))
    },
    forget,
  }
}

function prepareWrite(engine: Pick<Engine, 'prepare'>, sql: string): Prepared {
  const placeholders = countPlaceholders(sql)
  refuseUnlessWrite(sql)
  const statement = engine.prepare(sql)
  // Hazard: this engine calls ALTER TABLE a reader, and returns no row for it.
  const isSchemaChange = changesSchema(sql)
  if (statement.reader && !isSchemaChange)
    throw refusal('run() returns no rows: read them with all()')
  return { placeholders, names: [], statement, changesSchema: isSchemaChange }
}

function prepareRead(engine: Pick<Engine, 'prepare'>, sql: string): Prepared {
  const placeholders = countPlaceholders(sql)
  refuseUnlessQuery(sql)
  const names = engine.prepare(sql).columnNames()
  if (names.length === 0) throw refusal('all() is for queries: write with run()')
  refuseRepeatedNames(names)
  const statement = engine.prepare(guardedQuery(sql, names.length))
  return { placeholders, names, statement, changesSchema: false }
}

function bindables(prepared: Prepared, values: readonly Value[]): Bindable[] {
  if (values.length !== prepared.placeholders) {
    throw refusal(`The statement takes ${prepared.placeholders} values, not ${values.length}`)
  }
  const bound: Bindable[] = []
  // By index, which also visits the holes of a sparse array: map() would skip them.
  for (let index = 0; index < values.length; index++)
    bound.push(toBindable(values[index], index + 1))
  return bound
}

/** Keeps what was made for a text. */
function keep(make: (sql: string) => Prepared) {
  const kept = new Map<string, Prepared>()
  return {
    get(sql: string): Prepared {
      const known = kept.get(sql)
      if (known) return known
      if (kept.size >= MOST_KEPT) kept.clear()
      const prepared = make(sql)
      kept.set(sql, prepared)
      return prepared
    },
    clear: () => kept.clear(),
  }
}
