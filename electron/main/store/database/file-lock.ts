import { existsSync, statSync } from 'node:fs'
import { removeFile } from '../../platform/remove'
import { createPrivateFile } from '../files/durable-files'
import { openEngine } from './engine'

/**
 * Takes the one lock of a ledger, for as long as it is open here: a second process that wrote the same
 * ledger would send its payments a second time. Returns what releases it; the operating system drops it when the
 * process dies. Throws; `databaseFailure` says 'busy' where another till, or this one, has it already.
 *
 * It is an open, exclusive transaction on an empty file of its own next to the ledger, not a lock on the
 * ledger. Hazards of the latter: a POSIX lock goes when *any* descriptor of that file is closed in this
 * process, as key-check does; and the engine keeps a closed file open until its statements are
 * garbage-collected, so that a ledger reopened in this process would meet its own old lock. Nothing else
 * opens this file, and ROLLBACK gives the lock back at once.
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`
  // Nothing is ever written to it: what is in it is damage, which would refuse every lock from now on.
  if (existsSync(lock) && statSync(lock).size > 0) removeFile(lock)
  if (!existsSync(lock)) createPrivateFile(lock)
  const engine = openEngine(lock, null, { timeout: 0 })
  try {
    engine.execute('PRAGMA journal_mode = MEMORY') // nothing is ever written: no journal next to it
    engine.execute('BEGIN EXCLUSIVE')
    // HAZARD: on a file that cannot be written, BEGIN EXCLUSIVE succeeds and locks nothing. This fails there.
    engine.execute('PRAGMA user_version = 1')
  } catch (error) {
    engine.close()
    throw error
  }
  let isHeld = true
  return () => {
    if (isHeld) engine.execute('ROLLBACK')
    if (isHeld) engine.close()
    isHeld = false
  }
}
