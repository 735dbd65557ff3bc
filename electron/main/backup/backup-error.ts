import type { FailureCode } from '../../../shared/ipc/result'

/** A backup that could not be made, read or restored; `code` is what a screen says of it. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'

  constructor(
    readonly code: Extract<FailureCode, `backup-${string}`>,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
  }
}
