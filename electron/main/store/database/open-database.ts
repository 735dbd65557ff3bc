import { closeSync, existsSync, openSync, readSync, writeFileSync } from 'node:fs'
import { removeFile } from '../../platform/remove'
import { createPrivateFile, syncFile } from '../files/durable-files'
import { Database } from './database'
import { applySettings, type Engine, openEngine, readPragma } from './engine'
import { NOT_A_DATABASE } from './failure'
import { noteWrite } from './writes'

/**
 * Opens a database file, or makes it, with a key of 32 bytes or plain with null. Throws what node:fs or the
 * engine throws, and leaves the file as it was. `databaseFailure` says 'not-readable' for a wrong key, for junk
 * and for damage, which cannot be told apart.
 */
export function openDatabase({ file, key }: { file: string; key: Buffer | null }): Database {
  // A journal may be played back.
  noteWrite()
  if (!existsSync(file)) makeFile(file)
  // Without a journal a wrong key can do no harm, and people can still read on a full disk.
  if (existsSync(`${file}-journal`) && !keyFits(file, key))
    throw Object.assign(new Error('A wrong key, or no database'), { rawCode: NOT_A_DATABASE })
  return new Database(openReadable(file, key))
}

function makeFile(file: string): void {
  createPrivateFile(file)
  syncFile(file)
}

function openReadable(file: string, key: Buffer | null): Engine {
  const engine = openEngine(file, key)
  try {
    readPragma(engine, 'schema_version') // the first real read: it also plays a journal back
    applySettings(engine)
    return engine
  } catch (error) {
    engine.close()
    throw error
  }
}

/** The largest page SQLite has: a copy of this size holds the whole first page. */
const FIRST_PAGE = 65_536

/**
 * Whether the key opens the file, tried on a copy of its first page. Throws what node:fs throws.
 *
 * Hazard: a wrong key (or none) must never meet the ledger itself. After a crash its journal is the
 * only way back; the engine, reading that journal with a wrong key, finds it senseless, deletes it,
 * and leaves a half-written transaction in the ledger for good. The copy has no journal next to it.
 */
export function keyFits(file: string, key: Buffer | null): boolean {
  const copy = `${file}.key-check`
  try {
    removeFile(copy)
    writeFileSync(copy, firstPage(file), { mode: 0o600 })
    return opens(copy, key)
  } finally {
    removeFile(copy)
  }
}

function firstPage(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const page = Buffer.alloc(FIRST_PAGE)
    return page.subarray(0, readSync(descriptor, page, 0, FIRST_PAGE, 0))
  } finally {
    closeSync(descriptor)
  }
}

function opens(copy: string, key: Buffer | null): boolean {
  const engine = openEngine(copy, key)
  try {
    readPragma(engine, 'user_version')
    return true
  } catch (error) {
    // CORRUPT is expected of a cut copy, and comes only after the key has fitted.
    return Reflect.get(Object(error), 'rawCode') !== NOT_A_DATABASE
  } finally {
    engine.close()
  }
}

/** What brings a file from one version to the next: SQL, and work that no SQL can do. */
export type SchemaStep = readonly (string | ((database: Database) => void))[]

/**
 * Brings a file up to the version that these steps lead to, each step in a transaction of its own; the
 * first step makes the tables of a new file. A step that was released is never edited: a new one follows.
 * Returns `newer`, and changes nothing, where a later app has already written the file.
 */
export function migrate(database: Database, steps: readonly SchemaStep[]): 'ready' | 'newer' {
  const from = database.userVersion()
  if (from > steps.length) return 'newer'
  for (const [index, step] of steps.entries())
    if (index >= from) database.transaction(() => apply(database, step, index + 1))
  return 'ready'
}

function apply(database: Database, step: SchemaStep, version: number): void {
  for (const part of step)
    if (typeof part === 'string') database.run(part)
    else part(database)
  database.setUserVersion(version)
}

/** Triggers that keep a table append-only for every statement of this app. */
export function appendOnly(table: string): string[] {
  return ['UPDATE', 'DELETE'].map(
    change =>
      `CREATE TRIGGER ${table}_${change.toLowerCase()} BEFORE ${change} ON ${table}
       BEGIN SELECT RAISE(ABORT, 'append-only'); END`,
  )
}
