import { join } from 'node:path'
import type { ConnectionKind } from '../../../shared/connection'
import { failure, type Result, success } from '../../../shared/ipc/result'
import { lockFile } from '../database'
import type { ReturnableFile } from '../vault'
import type { KeyedFiles } from './keyed-files'
import { ledgerFileName } from './keyed-files'

/** Takes one ledger of a connection out of use and another in, together with their keys (decision 23). */
export interface LedgerExchange {
  /** Sets the ledger aside whose key does not open; the next opening makes a new one. */
  startOver(kind: ConnectionKind): Result<{ keptAs: string | null }>
  /** Ledgers set aside so, whose keys open now. */
  returnable(kind: ConnectionKind): ReturnableFile[]
  /** Puts one of them in place of the one in use, which must be closed. */
  bringBack(kind: ConnectionKind, file: string): Result<{ keptAs: string }>
}

/** Null files, where there is no vault to keep keys in: then nothing is possible. */
export function createLedgerExchange(dataFolder: string, files: KeyedFiles | null): LedgerExchange {
  /** Another till that writes this very ledger must not lose it under its hands. */
  function unlessLocked<Value>(kind: ConnectionKind, work: () => Result<Value>): Result<Value> {
    const lock = lockFile(join(dataFolder, ledgerFileName(kind)))
    if (!lock.ok) return failure('export-failed', String(lock.error))
    try {
      return work()
    } finally {
      lock.release()
    }
  }

  return {
    startOver: kind =>
      files
        ? unlessLocked(kind, () => success({ keptAs: files.startOver(kind) }))
        : failure('action-not-possible', 'There is no vault'),
    returnable: kind => files?.returnable(kind) ?? [],
    bringBack: (kind, file) =>
      unlessLocked(kind, () => {
        const { ok, keptAs } = files?.bringBack(kind, file) ?? { ok: false, keptAs: '' }
        return ok ? success({ keptAs }) : failure('action-not-possible', 'It does not open')
      }),
  }
}
