import { type Failure, failure } from '../../../shared/ipc/result'
import { StoreFailed } from '../store/open-till'

/** The answer for an error that a handler may throw, or null for a fault of the till. */
export function knownFailure(error: unknown): Failure | null {
  return error instanceof StoreFailed ? failure(error.reason, error.message) : null
}
