import { removeFile } from '../../platform/remove'
import { createPrivateFile, syncFile } from '../files/durable-files'
import { assertDurable, type Engine, readPragma } from './engine'
import { type DatabaseFailure, databaseFailure, putsInDoubt, refusal } from './failure'
import { Statements } from './statements'
import type { Row, Value } from './value'
import { noteWrite } from './writes'

/**
 * An open database. Each method throws the engine's error (`databaseFailure` sorts it) or a refusal. Nothing is
 * written through a suspect database: what reached the disk is unknown.
 */
export class Database {
  readonly #engine: Engine
  readonly #statements: Statements
  #suspect: DatabaseFailure | null = null
  #inside = false

  constructor(engine: Engine) {
    this.#engine = engine
    this.#statements = new Statements(engine)
  }

  /** One INSERT, UPDATE, DELETE or change of tables. */
  run(sql: string, values: readonly Value[] = []): { changes: number } {
    return this.#write(() => this.#statements.write(sql, values))
  }

  /** One new row: its values, by the names of their columns. */
  insert(table: string, row: Readonly<Record<string, Value>>): void {
    const names = Object.keys(row)
    const places = names.map(() => '?')
    this.run(`INSERT INTO ${table} (${names}) VALUES (${places})`, Object.values(row))
  }

  /** All rows of one SELECT. TEXT comes as bytes, for decodeText. */
  all(sql: string, values: readonly Value[] = []): Row[] {
    return this.#watched(() => this.#statements.read(sql, values))
  }

  /** Does all of the work or, if anything throws, none of it. Not nested, not async. */
  transaction<T>(work: () => T): T {
    this.#refuseIfUnsafe()
    if (this.#inside) throw refusal('Transactions do not nest')
    noteWrite()
    this.#watched(() => this.#engine.execute('BEGIN IMMEDIATE'))
    this.#inside = true
    try {
      const result = work()
      // Async work would still be running when the transaction is over.
      if (result instanceof Promise) throw refusal('The work of a transaction is not async')
      this.#commit()
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    } finally {
      this.#inside = false
    }
  }

  userVersion(): number {
    return this.#watched(() => Number(readPragma(this.#engine, 'user_version')))
  }

  setUserVersion(version: number): void {
    this.#write(() => this.#engine.execute(`PRAGMA user_version = ${version}`))
  }

  /** What the file says it belongs to: 0 where nothing was said. */
  applicationId(): number {
    return this.#watched(() => Number(readPragma(this.#engine, 'application_id')))
  }

  /** Throws unless the settings that make a commit lasting are in force. Ask after a first write. */
  assertDurable(): void {
    this.#watched(() => assertDurable(this.#engine))
  }

  /** Set from the first I/O error, full disk or failed COMMIT on: reopen and read back. */
  suspect(): DatabaseFailure | null {
    return this.#suspect
  }

  /** A whole copy with the same key in a new file; throws if the file exists. */
  copyTo(file: string): void {
    this.#write(() => copyTo(this.#engine, file))
  }

  /** Hazard: the engine keeps the file open until its statements are garbage-collected. */
  close(): void {
    this.#statements.forget()
    this.#engine.close()
  }

  /**
   * Hazard: after some errors SQLite ends the transaction by itself. Work that caught the error and
   * went on would then write each further statement for good, outside any transaction.
   */
  #refuseIfUnsafe(): void {
    if (this.#suspect !== null) throw refusal(`The database is suspect (${this.#suspect})`)
    if (!this.#inside || this.#engine.inTransaction()) return
    this.#suspect = 'other'
    throw refusal('The engine has ended this transaction')
  }

  #write<T>(work: () => T): T {
    this.#refuseIfUnsafe()
    noteWrite()
    return this.#watched(work)
  }

  #watched<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const failure = databaseFailure(error)
      if (putsInDoubt(failure)) this.#suspect ??= failure
      throw error
    }
  }

  /** A COMMIT that throws may have reached the disk or not: the database is suspect from there. */
  #commit(): void {
    this.#refuseIfUnsafe()
    try {
      this.#engine.execute('COMMIT')
    } catch (error) {
      this.#suspect ??= databaseFailure(error)
      throw error
    }
  }

  /** The error that led here is the one to throw; one of the rollback itself makes the database suspect. */
  #rollBack(): void {
    try {
      if (this.#engine.inTransaction()) this.#engine.execute('ROLLBACK')
    } catch (error) {
      this.#suspect ??= databaseFailure(error)
    }
  }
}

function copyTo(engine: Engine, file: string): void {
  if (engine.inTransaction()) throw refusal('A copy is made outside a transaction')
  createPrivateFile(file)
  try {
    engine.prepare('VACUUM INTO ?').run([file])
    syncFile(file)
  } catch (error) {
    removeFile(file)
    throw error
  }
}
