import { isOfOtherAccount } from '../../shared/payment/account'
import { isUnclear, needsResolving } from '../../shared/payment/actions'
import type { Mismatch } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { isSaidFailed, statusOf } from '../../shared/payment/status'

/** Why a payment still needs a person (`history.event.<key>`, or `attention.reason.<key>`). */
export type AttentionReason =
  | { key: 'alsoPaid'; other: string }
  | { key: PlainReason }
  | { key: 'contradicted' | 'unrecognised' | 'providerDisagreed'; status: string }
  | { key: 'mismatched'; field: Mismatch['field'] }

type PlainReason =
  | 'paidLate'
  | 'failed'
  | 'sharedReference'
  | 'expired'
  | 'stopped'
  | 'elsewhere'
  | 'repeatRefused'

/** Everything that is left open about a payment, the most urgent first; empty once it is resolved. */
export function attentionReasons(payment: Payment, account: string | null): AttentionReason[] {
  if (!needsResolving(payment)) return []
  const { alsoPaid, contradiction, late, mismatch } = payment
  const status = statusOf(payment)
  const reasons: (AttentionReason | false)[] = [
    late && (alsoPaid === null ? { key: 'paidLate' } : { key: 'alsoPaid', other: alsoPaid }),
    contradiction !== null && { key: 'contradicted', status: contradiction },
    mismatch !== null && mismatchReason(mismatch),
    payment.providerContradiction !== null && {
      key: 'providerDisagreed',
      status: payment.providerContradiction,
    },
    payment.repeatRefused && { key: 'repeatRefused' },
    isSaidFailed(payment) && payment.resolution?.contradicted === true && { key: 'failed' },
    isUnclear(payment) && { key: 'unrecognised', status: payment.rawStatus ?? '' },
    status === 'stopped' && { key: 'stopped' },
    status === 'expired' && { key: 'expired' },
    isOfOtherAccount(payment, account) && { key: 'elsewhere' },
  ]
  return reasons.filter(reason => reason !== false)
}

function mismatchReason(mismatch: Mismatch): AttentionReason {
  return isSharedReference(mismatch)
    ? { key: 'sharedReference' }
    : { key: 'mismatched', field: mismatch.field }
}

/** Did the service give the same reference to this payment and to another one (money rules 11, 12)? */
export function isSharedReference({ field, asked }: Mismatch): boolean {
  return field === 'reference' && asked === ''
}
