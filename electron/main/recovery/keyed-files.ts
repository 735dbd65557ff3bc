import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ConnectionKind } from '../../../shared/connection'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Clock } from '../clock'
import { lockFile } from '../database'
import { fileInFolder } from '../storage/file-in-folder'
import { finishRename, quarantineName } from '../storage/quarantine'
import type { ReturnableFile, Vault } from '../vault'

/** Files that only a key of the vault opens, and what they are called in the data folder. */
export const keyedFiles = {
  practice: 'ledger-practice.db',
  sandbox: 'ledger-sandbox.db',
  production: 'ledger-production.db',
  auditLog: 'audit-log.db',
} as const

export type KeyedKind = keyof typeof keyedFiles

/** The file of a connection's own ledger. */
export function ledgerFileName(kind: ConnectionKind): string {
  return keyedFiles[kind]
}

/**
 * What can be done with a file whose key cannot be opened: another keychain, another user, a backup on
 * another computer. No file is ever changed or deleted; only names change, and keys are kept.
 */
export interface KeyedFiles {
  /** Ends the renames that a crash cut short. Call before a key is asked for; throws what node:fs throws. */
  finish(): void
  /** Sets the file aside together with its key; the next use makes new ones. Returns the new name. */
  startOver(kind: KeyedKind): string | null
  /** Files set aside whose keys open now, the newest first. */
  returnable(kind: KeyedKind): ReturnableFile[]
  /** Puts such a file back in its place, and sets aside the one that is there. */
  bringBack(kind: KeyedKind, file: string): { ok: boolean; keptAs: string }
}

interface KeyedFilesDeps {
  dataFolder: string
  vault: Vault
  clock: Pick<Clock, 'wall'>
}

/** Nothing else may have the files open meanwhile. */
export function createKeyedFiles({ dataFolder, vault, clock }: KeyedFilesDeps): KeyedFiles {
  const pathOf = (file: string) => fileInFolder(dataFolder, file)
  const asideOf = (kind: KeyedKind) =>
    basename(quarantineName(pathOf(keyedFiles[kind]), new Date(clock.wall())))

  function finish(): void {
    for (const { from, to } of vault.moves()) finishRename(pathOf(from), pathOf(to))
    vault.moved()
  }

  return {
    finish,
    startOver(kind) {
      const from = keyedFiles[kind]
      const to = existsSync(pathOf(from)) ? asideOf(kind) : null
      vault.retireDataKey(kind, to, to === null ? [] : [{ from, to }])
      finish()
      return to
    },
    returnable: kind => vault.returnable(kind).filter(({ file }) => existsSync(pathOf(file))),
    bringBack(kind, file) {
      const place = keyedFiles[kind]
      const keptAs = asideOf(kind)
      const moves = [
        { from: place, to: keptAs },
        { from: file, to: place },
      ]
      const ok = existsSync(pathOf(file)) && vault.returnDataKey(kind, file, keptAs, moves)
      if (ok) finish()
      return { ok, keptAs }
    },
  }
}

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
  /** Another till that writes this ledger must not lose it. */
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
