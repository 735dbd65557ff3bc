import { type Failure, failure } from '../../../shared/ipc/result'
import { AuditLogFailed } from '../audit-log/audit-opening'
import { StaffNotWritten } from '../staff/people-file'

/** The answer for an error that a handler may throw, or null for a fault of the till. */
export function knownFailure(error: unknown): Failure | null {
  if (error instanceof AuditLogFailed)
    return failure(error.reason === 'locked' ? 'passphrase-needed' : 'record-failed', error.message)
  if (error instanceof StaffNotWritten) return failure(error.reason, error.message)
  return null
}
