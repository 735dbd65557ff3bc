import { rmSync } from 'node:fs'
import { createPrivateFile, syncFile } from '../files/durable-files'
import { assertDurable, type Engine, readPragma } from './engine'
import { type DatabaseFailure, databaseFailure, putsInDoubt, refusal } from './failure'
import { scrubPages } from './page-scrubber'
import { Statements } from './statements'
import type { Row, Value } from './value'

export type Health = { state: 'good' } | { state: 'suspect'; failure: DatabaseFailure }

export interface Database {
  /** One INSERT, UPDATE, DELETE or change of tables. */
  run(sql: string, values?: readonly Value[]): { changes: number }
  /** All rows of one SELECT. TEXT comes as bytes, for decodeText. */
  all(sql: string, values?: readonly Value[]): Row[]
  /** Does the work wholly or, if anything throws, not at all. Not nested, not async. */
  transaction<T>(work: () => T): T
  /** How many transactions were taken back. What was remembered from within one does not hold after it. */
  rollbacks(): number
  userVersion(): number
  setUserVersion(version: number): void
  /** Throws unless the settings that make a commit lasting are in force. Ask after a first write. */
  assertDurable(): void
  /** 'suspect' from the first I/O error, full disk or failed COMMIT on: reopen and read back. */
  health(): Health
  /**
   * Inside a transaction: empties what deleted rows may have left on so many pages from `from` on (1 is
   * the first). Answers where to go on, or null after the last page.
   */
  scrubPages(from: number, count: number): number | null
  /** A whole copy with the same key in a new file; throws if the file exists. */
  copyTo(file: string): void
  /** Hazard: the engine keeps the file open until its statements are garbage-collected. */
  close(): void
}

/**
 * The wrapper around an open engine. Every method throws the engine's error (databaseFailure sorts
 * it) or a refusal. Nothing is written through a suspect database: what reached the disk is unknown.
 */
export function createDatabase(engine: Engine): Database {
  let health: Health = { state: 'good' }
  let inside = false
  let rollbacks = 0
  const statements = new Statements(engine)

  const suspect = (failure: DatabaseFailure) => {
    if (health.state === 'good') health = { state: 'suspect', failure }
  }
  const refuseIfSuspect = () => {
    if (health.state === 'suspect') throw refusal(`The database is suspect (${health.failure})`)
  }
  const watched = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      const failure = databaseFailure(error)
      if (putsInDoubt(failure)) suspect(failure)
      throw error
    }
  }
  /**
   * Hazard: after some errors SQLite ends the transaction by itself. Work that caught the error and
   * went on would then write each further statement for good, outside any transaction.
   */
  const refuseIfLost = () => {
    if (!inside || engine.inTransaction()) return
    suspect('other')
    throw refusal('The engine has ended this transaction')
  }
  const rollBack = () => {
    rollbacks += 1
    try {
      if (engine.inTransaction()) engine.execute('ROLLBACK')
    } catch (error) {
      // The error that led here is the one to throw; this one is kept in the health.
      suspect(databaseFailure(error))
    }
  }
  /** A COMMIT that throws may have reached the disk or not: the database is suspect from there. */
  const commit = () => {
    refuseIfSuspect()
    refuseIfLost()
    try {
      engine.execute('COMMIT')
    } catch (error) {
      suspect(databaseFailure(error))
      throw error
    }
  }
  const write = <T>(work: () => T): T => {
    refuseIfSuspect()
    refuseIfLost()
    return watched(work)
  }

  return {
    run: (sql, values = []) => write(() => statements.write(sql, values)),
    all: (sql, values = []) => watched(() => statements.read(sql, values)),
    transaction(work) {
      refuseIfSuspect()
      if (inside) throw refusal('Transactions do not nest')
      watched(() => engine.execute('BEGIN IMMEDIATE'))
      inside = true
      try {
        const result = work()
        // Async work would still be running when the transaction is over.
        if (result instanceof Promise) throw refusal('The work of a transaction is not async')
        commit()
        return result
      } catch (error) {
        rollBack()
        throw error
      } finally {
        inside = false
      }
    },
    rollbacks: () => rollbacks,
    userVersion: () => watched(() => Number(readPragma(engine, 'user_version'))),
    setUserVersion: version => write(() => setUserVersion(engine, version)),
    assertDurable: () => watched(() => assertDurable(engine)),
    health: () => health,
    scrubPages: (from, count) =>
      write(() => {
        if (!engine.inTransaction()) throw refusal('Pages are scrubbed inside a transaction')
        return scrubPages(engine, statements, from, count)
      }),
    copyTo: file => write(() => copyTo(engine, file)),
    close() {
      statements.forget()
      engine.close()
    },
  }
}

function setUserVersion(engine: Engine, version: number): void {
  const fits = Number.isInteger(version) && version >= 0 && version < 2 ** 31
  if (!fits) throw refusal('A user version is a whole number from 0 to 2^31 - 1')
  engine.execute(`PRAGMA user_version = ${version}`)
}

function copyTo(engine: Engine, file: string): void {
  if (engine.inTransaction()) throw refusal('A copy is made outside a transaction')
  createPrivateFile(file)
  try {
    engine.prepare('VACUUM INTO ?').run([file])
    syncFile(file)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
}
