import { type BigIntStats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../platform/clock'
import { FolderInUse } from '../platform/start-failure'
import { databaseFailure, lockFile } from './database'

/** The lock of a data folder: one till alone works with it. It ends with the process. */
export interface FolderLock {
  /** False once its file is gone or another: then another till may have a lock of its own. */
  isHeld(): boolean
  release(): void
}

/** How long the till that was restarted waits for the one before it to end, ms. */
const waitLimit = 3_000
const waitStep = 50

/**
 * Takes the lock before anything of the folder is opened. The counts of wrong PINs and passphrases are in each
 * process's memory: a second till would give fresh tries. Chromium's own lock is a link that anyone
 * with the computer's account can delete. Throws FolderInUse, and what node:fs and the database throw.
 */
export async function lockFolder(
  folder: string,
  clock: Pick<Clock, 'monotonic' | 'after'>,
): Promise<FolderLock> {
  const end = clock.monotonic() + waitLimit
  for (;;) {
    const lock = tryLockFolder(folder)
    if (lock !== null) return lock
    if (clock.monotonic() >= end) throw new FolderInUse()
    await new Promise<void>(resolve => void clock.after(waitStep, resolve))
  }
}

/** The same once, without waiting: null where another till has it. */
export function tryLockFolder(folder: string): FolderLock | null {
  const file = join(folder, 'till')
  try {
    const release = lockFile(file)
    return { isHeld: sameFile(`${file}.lock`), release }
  } catch (error) {
    if (databaseFailure(error) !== 'busy') throw error
    return null
  }
}

/** Asks whether the file at a path is still the one that is there now. */
function sameFile(path: string): () => boolean {
  const stat = (): BigIntStats | undefined =>
    statSync(path, { bigint: true, throwIfNoEntry: false })
  const first = stat()
  return () => {
    const now = stat()
    return first !== undefined && now?.ino === first.ino && now.dev === first.dev
  }
}
