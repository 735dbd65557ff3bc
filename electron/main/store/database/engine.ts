import Libsql from 'libsql'
import type { Bindable } from './value'

/** The few things of the engine that the rest of this folder uses. Errors carry SQLite's `rawCode`. */
export interface Engine {
  prepare(sql: string): EngineStatement
  /** For our own fixed statements without values. */
  execute(sql: string): void
  inTransaction(): boolean
  close(): void
}

export interface EngineStatement {
  /** Whether it returns rows. */
  readonly reader: boolean
  columnNames(): string[]
  /** Hazard: never on a reader. It would stay half-read, holding its lock. */
  run(values: readonly Bindable[]): { changes: number }
  /** All rows, read to the end. */
  rows(values: readonly Bindable[]): unknown[][]
}

/** How long, in milliseconds, to wait for another process's lock. It blocks, so not for long. */
const BUSY_TIMEOUT = 2_000

/**
 * Opens the engine on a file. The key is not tried yet: a wrong one shows at the first statement.
 *
 * Hazard: the option `encryptionKey` takes text and uses its first 32 bytes only, so 64 hexadecimal
 * digits given there would be half a key. `PRAGMA hexkey` takes all 32 bytes.
 */
export function openEngine(
  file: string,
  key: Buffer | null,
  { timeout } = { timeout: BUSY_TIMEOUT },
): Engine {
  if (key !== null && key.length !== 32) throw new RangeError('The key has 32 bytes')
  const engine = wrap(openFile(file, timeout))
  if (key !== null) engine.execute(`PRAGMA hexkey = '${key.toString('hex')}'`)
  return engine
}

function openFile(file: string, timeout: number): Libsql.Database {
  try {
    return new Libsql(file, { timeout })
  } catch (error) {
    // The constructor alone throws without result codes; it can do nothing but not open: CANTOPEN.
    throw Object.assign(new Error('The file cannot be opened', { cause: error }), { rawCode: 14 })
  }
}

function wrap(database: Libsql.Database): Engine {
  return {
    prepare: sql => wrapStatement(database.prepare(sql)),
    execute: sql => void database.exec(sql),
    inTransaction: () => database.inTransaction,
    close: () => void database.close(),
  }
}

function wrapStatement(statement: Libsql.Statement): EngineStatement {
  const { reader } = statement
  if (reader) statement.raw(true).safeIntegers(true)
  return {
    reader,
    columnNames: () => statement.columns().map(column => column.name),
    run: values => ({ changes: statement.run(values).changes }),
    rows: values => statement.all(values) as unknown[][],
  }
}

/**
 * Rollback journal, not WAL: with WAL a failed fsync at COMMIT throws, and yet the row can be there
 * after a crash (a ghost commit: the frames were in the file already). A payment said not to be
 * recorded must not come back. DELETE with EXTRA also syncs the folder after the journal is gone.
 */
const SETTINGS = [
  'journal_mode = DELETE',
  'synchronous = EXTRA',
  'foreign_keys = ON',
  'secure_delete = ON',
  'temp_store = MEMORY', // no plain rows in temporary files
  'cache_size = -131072', // kB, taken as pages are read: a search reads 75 MB of a million payments, decrypted once
  'trusted_schema = OFF',
  'recursive_triggers = ON', // or INSERT OR REPLACE would delete what a trigger keeps
]

const IN_FORCE: ReadonlyArray<readonly [pragma: string, value: unknown]> = [
  ['journal_mode', 'delete'],
  ['synchronous', 3n],
  ['foreign_keys', 1n],
  ['secure_delete', 1n],
]

/** Applies the settings. The engine ignores one it does not take: see assertDurable. */
export function applySettings(engine: Engine): void {
  for (const setting of SETTINGS) engine.execute(`PRAGMA ${setting}`)
}

/** Throws unless the settings that make a commit lasting are in force. */
export function assertDurable(engine: Engine): void {
  for (const [pragma, value] of IN_FORCE)
    if (readPragma(engine, pragma) !== value)
      throw new Error(`The database is not durable: ${pragma} is not in force`)
}

/** One value of the engine's own (never text of the file's, which could abort when read). */
export function readPragma(engine: Engine, pragma: string): unknown {
  return engine.prepare(`PRAGMA ${pragma}`).rows([])[0]?.[0]
}
