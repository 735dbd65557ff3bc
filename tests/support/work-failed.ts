import type { ConnectionManager } from '../../electron/main/connections/connection-manager'
import { failure } from '../../shared/ipc/result'

/** Keeps what failed, and answers as a till whose ledger failed. */
export function workFailedInto(faults: unknown[]): ConnectionManager['workFailed'] {
  return (_engine, error) => {
    faults.push(error)
    return failure('storage-failed', 'The till could not write or read its ledger')
  }
}
