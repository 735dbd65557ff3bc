import { isOfOtherAccount } from '../../shared/payment/account'
import { isUnclear, needsResolving } from '../../shared/payment/actions'
import type { Mismatch } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { isSettled, statusOf } from '../../shared/payment/status'
import { inLedgerOrder } from '../stores/ledger-order'

/** Why a sale still needs a person (`history.event.<key>`, or `attention.reason.<key>`). */
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

/** Everything that is left open about a sale, the most urgent first; empty once it is resolved. */
export function attentionReasons(sale: Payment, account: string | null): AttentionReason[] {
  if (!needsResolving(sale)) return []
  const { paidTwice, contradiction, mismatch } = sale
  const status = statusOf(sale)
  const reasons: (AttentionReason | false)[] = [
    paidTwice === 'cash' && { key: 'paidTwiceCash' },
    paidTwice !== null && paidTwice !== 'cash' && { key: 'paidTwice', other: paidTwice },
    sale.late && { key: 'paidLate' },
    contradiction !== null && { key: 'contradicted', status: contradiction },
    mismatch !== null && mismatchReason(mismatch),
    sale.providerContradiction !== null && {
      key: 'providerDisagreed',
      status: sale.providerContradiction,
    },
    sale.repeatRefused && { key: 'repeatRefused' },
    isUnclear(sale) && { key: 'unrecognised', status: sale.rawStatus ?? '' },
    status === 'stopped' && { key: 'stopped' },
    status === 'expired' && { key: 'expired' },
    isOfOtherAccount(sale, account) && { key: 'elsewhere' },
  ]
  return reasons.filter(reason => reason !== false)
}

/** The to-dos among these sales, paid parts whose rest is missing too: unexpected money first, and of each kind the oldest. */
export function needingAttention(
  sales: readonly Payment[],
  uncovered: readonly string[],
): Payment[] {
  return sales
    .filter(sale => needsResolving(sale) || uncovered.includes(sale.id))
    .sort((one, other) => rank(one) - rank(other) || inLedgerOrder(one, other))
}

function rank(sale: Payment): number {
  if (sale.paidTwice !== null) return 0
  if (sale.late) return 1
  return isSettled(sale) ? 2 : 3
}

function mismatchReason(mismatch: Mismatch): AttentionReason {
  return isSharedReference(mismatch)
    ? { key: 'sharedReference' }
    : { key: 'mismatched', field: mismatch.field }
}

/** Did the service give the same reference to this sale and to another one (money rules 11, 12)? */
export function isSharedReference({ field, asked }: Mismatch): boolean {
  return field === 'reference' && asked === ''
}
