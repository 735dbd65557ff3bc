import type { BackupTrouble } from '../../../shared/backup'
import type { FailureCode } from '../../../shared/ipc/result'
import { diskFault } from '../platform/disk-fault'
import { WorkerFailed } from '../platform/workers'

type BackupCode = Extract<FailureCode, `backup-${string}`>

/** A backup that could not be made, read or restored; `code` is what a screen says of it. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'

  constructor(
    readonly code: BackupCode,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
  }
}

/** An error of the disk, the engine or the worker as what could not be done. Throws what is neither. */
export function asBackupFailed(error: unknown, code: BackupCode): BackupFailed {
  if (error instanceof BackupFailed) return error
  const reason = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof reason !== 'string') throw error
  if (!(error instanceof WorkerFailed)) return new BackupFailed(code, reason, { cause: error })
  if (reason === 'worker-silent') return new BackupFailed('backup-folder-silent', error.message)
  // The worker's own: it throws no other code that begins so.
  if (reason.startsWith('backup-')) return new BackupFailed(reason as BackupCode, error.message)
  return new BackupFailed(code, reason, { cause: error })
}

const byCode: Readonly<Record<string, BackupTrouble>> = {
  'worker-silent': 'silent',
  'backup-folder-silent': 'silent',
  'backup-store-unreadable': 'unreadable',
  'backup-till-busy': 'busy',
}

/** Why a backup was not made, by the code of the error or of what caused it. Pure, and never throws. */
export function troubleOf(error: unknown): BackupTrouble {
  return byCode[String(Reflect.get(Object(error), 'code'))] ?? diskFault(error) ?? 'failed'
}
