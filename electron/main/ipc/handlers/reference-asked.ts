import type { FailureCode, Result } from '../../../../shared/ipc/result'
import type { LookedUp } from '../../../../shared/payment/service-payment'
import type { ActDetail } from '../../../../shared/record'

/** Nothing was asked of the service, because the till does not sell. */
const notAsked: readonly FailureCode[] = ['not-selling', 'storage-failed']

/**
 * How a question about a reference goes on the record, or null where the service was not asked. A text that
 * the service does not know may be anything, also a customer's number: only a reference it knows is kept.
 */
export function referenceAsked(reference: string, found: Result<LookedUp>): ActDetail | null {
  if (!found.ok) return notAsked.includes(found.code) ? null : { result: found.code }
  if (found.value.kind === 'own') return null
  const { meaning, status } = found.value.payment
  return { reference: reference.slice(0, 300), result: meaning, status }
}
