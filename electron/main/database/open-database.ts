import { existsSync } from 'node:fs'
import { createPrivateFile, syncFile } from '../storage/durable-files'
import { createDatabase, type Database } from './database'
import { applySettings, readPragma } from './durability'
import { type Engine, openEngine } from './engine'
import { type DatabaseFailure, databaseFailure } from './failure'
import { keyFits } from './key-check'

export type OpenResult =
  | { ok: true; database: Database }
  | {
      ok: false
      reason: 'not-readable' | 'io' | 'cannot-create'
      /** What the disk or the engine said. */
      failure: DatabaseFailure
      detail: string
    }

/**
 * Opens a database file, or makes it, with a key of 32 bytes or plain with null.
 *
 * Not there and not makeable: 'cannot-create'. A wrong key, junk or damage: 'not-readable' (they
 * cannot be told apart), and the file is as it was. Anything else, a lock included: 'io'.
 */
export function openDatabase(options: { file: string; key: Buffer | null }): OpenResult {
  const { file, key } = options
  try {
    if (!existsSync(file)) makeFile(file)
  } catch (error) {
    return refused('cannot-create', error)
  }
  try {
    if (!keyFits(file, key)) return keyOrJunk
    return { ok: true, database: createDatabase(openReadable(file, key)) }
  } catch (error) {
    return refused(databaseFailure(error) === 'not-readable' ? 'not-readable' : 'io', error)
  }
}

const keyOrJunk: OpenResult = {
  ok: false,
  reason: 'not-readable',
  failure: 'not-readable',
  detail: 'key or junk',
}

function refused(reason: 'not-readable' | 'io' | 'cannot-create', error: unknown): OpenResult {
  return { ok: false, reason, failure: databaseFailure(error), detail: inWords(error) }
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

function inWords(error: unknown): string {
  return error instanceof Error ? `${databaseFailure(error)}: ${error.message}` : String(error)
}
