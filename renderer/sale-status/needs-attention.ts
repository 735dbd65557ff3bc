import { isOfOtherAccount } from '../../shared/payment/account'
import { isUnclear, needsResolving } from '../../shared/payment/actions'
import type { Mismatch } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { isSettled, statusOf } from '../../shared/payment/status'
import { inLedgerOrder } from '../stores/ledger-order'

/** Why a payment still needs a person (`history.event.<key>`, or `attention.reason.<key>`). */
export type AttentionReason =
  | { key: 'paidTwice'; other: string }
  | { key: PlainReason }
  | { key: 'contradicted' | 'unrecognised' | 'providerDisagreed'; status: string }
  | { key: 'mismatched'; field: Mismatch['field'] }

type PlainReason =
  | 'paidTwiceCash'
  | 'paidLate'
  | 'sharedReference'
  | 'expired'
  | 'stopped'
  | 'elsewhere'
  | 'repeatRefused'

/** Everything that is left open about a payment, the most urgent first; empty once it is resolved. */
export function attentionReasons(payment: Payment, account: string | null): AttentionReason[] {
  if (!needsResolving(payment)) return []
  const { paidTwice, contradiction, mismatch } = payment
  const status = statusOf(payment)
  const reasons: (AttentionReason | false)[] = [
    paidTwice === 'cash' && { key: 'paidTwiceCash' },
    paidTwice !== null && paidTwice !== 'cash' && { key: 'paidTwice', other: paidTwice },
    payment.late && { key: 'paidLate' },
    contradiction !== null && { key: 'contradicted', status: contradiction },
    mismatch !== null && mismatchReason(mismatch),
    payment.providerContradiction !== null && {
      key: 'providerDisagreed',
      status: payment.providerContradiction,
    },
    payment.repeatRefused && { key: 'repeatRefused' },
    isUnclear(payment) && { key: 'unrecognised', status: payment.rawStatus ?? '' },
    status === 'stopped' && { key: 'stopped' },
    status === 'expired' && { key: 'expired' },
    isOfOtherAccount(payment, account) && { key: 'elsewhere' },
  ]
  return reasons.filter(reason => reason !== false)
}

/** The to-dos among these payments, paid parts whose rest is missing too: unexpected money first, and of each kind the oldest. */
export function needingAttention(
  payments: readonly Payment[],
  uncovered: readonly string[],
): Payment[] {
  return payments
    .filter(payment => needsResolving(payment) || uncovered.includes(payment.id))
    .sort((one, other) => rank(one) - rank(other) || inLedgerOrder(one, other))
}

function rank(payment: Payment): number {
  if (payment.paidTwice !== null) return 0
  if (payment.late) return 1
  return isSettled(payment) ? 2 : 3
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
