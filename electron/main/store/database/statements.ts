import type { Engine, EngineStatement } from './engine'
import { refusal } from './failure'
import { type Bindable, type Row, toBindable, toRow, type Value } from './value'

/** Far more than the till has; it only keeps a mistake (values glued into SQL) from growing. */
const MOST_KEPT = 200

interface Prepared {
  readonly placeholders: number
  readonly names: readonly string[]
  readonly statement: EngineStatement
  /** After it, prepared statements may no longer fit. */
  readonly changesSchema: boolean
}

/** Prepared statements: checked once when prepared, their values at each use. */
export class Statements {
  readonly #writes = new Map<string, Prepared>()
  readonly #reads = new Map<string, Prepared>()

  constructor(private readonly engine: Pick<Engine, 'prepare'>) {}

  write(sql: string, values: readonly Value[]): { changes: number } {
    const prepared = kept(this.#writes, sql, () => prepareWrite(this.engine, sql))
    const result = prepared.statement.run(bindables(prepared, values))
    if (prepared.changesSchema) this.forget()
    return result
  }

  read(sql: string, values: readonly Value[]): Row[] {
    const prepared = kept(this.#reads, sql, () => prepareRead(this.engine, sql))
    const rows = prepared.statement.rows(bindables(prepared, values))
    return rows.map(cells => toRow(prepared.names, cells))
  }

  forget(): void {
    this.#writes.clear()
    this.#reads.clear()
  }
}

function kept(known: Map<string, Prepared>, sql: string, prepare: () => Prepared): Prepared {
  const before = known.get(sql)
  if (before) return before
  if (known.size >= MOST_KEPT) known.clear()
  const prepared = prepare()
  known.set(sql, prepared)
  return prepared
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

/** Literals, quoted names and comments: a mark inside them is no placeholder. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g

const WRITES = new Set([
  ...['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'WITH'],
  ...['CREATE', 'ALTER', 'DROP', 'REINDEX'],
])
const QUERIES = new Set(['SELECT', 'VALUES', 'WITH'])
/** A trigger of one statement, which its grammar closes with a semicolon. */
const TRIGGER = /^\s*CREATE TRIGGER\b([^;]*);\s*END\s*$/i
const SCHEMA_CHANGES = new Set(['CREATE', 'ALTER', 'DROP', 'REINDEX'])

/**
 * How many positional `?` one statement holds.
 *
 * Throws a refusal for numbered or named parameters and for a second statement. Hazard: libsql
 * binds NULL for a missing value, ignores one too many, and silently drops a second statement.
 */
export function countPlaceholders(sql: string): number {
  const bare = sql.replace(QUOTED, ' ').replace(TRIGGER, '$1')
  if (bare.includes(';')) throw refusal('One statement at a time, without a semicolon')
  if (/\?\d|[:@$][A-Za-z_]/.test(bare)) throw refusal('Only positional parameters: ?')
  return bare.split('?').length - 1
}

/** Refuses what would go round `transaction` and the settings: BEGIN, PRAGMA, ATTACH, VACUUM. */
export function refuseUnlessWrite(sql: string): void {
  if (!WRITES.has(firstWord(sql))) throw refusal('run() is for INSERT, UPDATE, DELETE and tables')
}

/** Hazard: some PRAGMAs take effect when merely prepared, so this comes before the engine. */
function refuseUnlessQuery(sql: string): void {
  if (!QUERIES.has(firstWord(sql))) throw refusal('all() is for SELECT')
}

/** Whether the statement changes tables, after which prepared statements may no longer fit. */
export function changesSchema(sql: string): boolean {
  return SCHEMA_CHANGES.has(firstWord(sql))
}

function firstWord(sql: string): string {
  const words = /[A-Za-z]+/.exec(sql.replace(QUOTED, ' '))
  return words?.[0].toUpperCase() ?? ''
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

/** Refuses column names that would overwrite one another in a row. */
function refuseRepeatedNames(names: readonly string[]): void {
  if (new Set(names).size !== names.length) throw refusal('Two columns share a name: rename one')
}
