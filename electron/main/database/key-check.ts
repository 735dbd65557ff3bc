import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { readPragma } from './durability'
import { openEngine } from './engine'
import { databaseFailure } from './failure'

/** The largest page SQLite has: a copy of this size holds the whole first page. */
const FIRST_PAGE = 65_536

/**
 * Whether the key opens the file, tried on a copy of its first page. Throws what node:fs throws.
 *
 * Hazard: a wrong key (or none) must never meet the ledger itself. After a crash its journal is the
 * only way back; the engine, reading that journal with a wrong key, finds it senseless, deletes it,
 * and leaves a half-written transaction in the ledger for good. The copy has no journal beside it.
 */
export function keyFits(file: string, key: Buffer | null): boolean {
  const copy = `${file}.key-check`
  try {
    rmSync(copy, { force: true })
    writeFileSync(copy, firstPage(file), { mode: 0o600 })
    return opens(copy, key)
  } finally {
    rmSync(copy, { force: true })
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
    return !isNotADatabase(error)
  } finally {
    engine.close()
  }
}

/** CORRUPT is expected of a cut copy, and comes only after the key has fitted. */
function isNotADatabase(error: unknown): boolean {
  return databaseFailure(error) === 'not-readable' && Reflect.get(Object(error), 'rawCode') === 26
}
