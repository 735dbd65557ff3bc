import { isPaidInCash, needsResolving } from '../payment/actions'
import type { Payment } from '../payment/payment'
import { isConfirmed, isDoubted } from '../payment/payment-money'
import { isSaidFailed, isSaidPaid, type PaymentStatus, statusOf } from '../payment/status'
import type { SalePayment } from './cover'
import { type NumberedMovement, saidOf } from './entry'

/** What each status means for the sale, until a person says how the payment ended. */
const states: Record<PaymentStatus, SalePayment['state']> = {
  waitingToSend: 'open',
  askCustomer: 'open',
  sending: 'open',
  unknown: 'open',
  waitingForCustomer: 'open',
  paid: 'over',
  failed: 'over',
  manager: 'unclear',
  expired: 'unknown',
  refused: 'over',
  withdrawn: 'over',
  stopped: 'unknown',
  cash: 'over',
}

/**
 * What a sale has to know of its payments, oldest first: with each that is asked for, staff stop waiting for those before,
 * until they have one of them tried again.
 */
export function salePayments(
  payments: readonly Payment[],
  entries: readonly NumberedMovement[],
): SalePayment[] {
  const newest = payments.at(-1)
  return payments
    .filter(({ channel }) => channel !== 'cash')
    .map(payment => ({
      id: payment.id,
      value: payment.amount.value,
      state: stateOf(payment),
      stopped:
        payment.stoppedWaitingAt !== null ||
        isPaidInCash(payment) ||
        (payment !== newest && !isTriedAgainSince(payment, newest)),
      contradicted: isContradicted(payment, entries),
    }))
}

/** By the clock of this computer: one that was set back makes staff wait for the newest alone. */
function isTriedAgainSince({ freshSince, recordedAt }: Payment, newest: Payment | undefined) {
  return freshSince > Math.max(recordedAt, newest?.recordedAt ?? 0)
}

function stateOf(payment: Payment): SalePayment['state'] {
  if (isSaidPaid(payment)) return 'over'
  const status = statusOf(payment)
  // Its repeat was refused: the till tries no more, and a person says how it ended.
  if (status === 'unknown' && needsResolving(payment)) return 'unknown'
  return states[status] !== 'open' && payment.resolution !== null ? 'over' : states[status]
}

/** An answer contradicts money that is counted, and no manager has said since what is true. */
function isContradicted(payment: Payment, entries: readonly NumberedMovement[]): boolean {
  const { id, resolution } = payment
  if (resolution !== null && !resolution.contradicted) return false
  if (isSaidFailed(payment) && saidOf(id, entries).length > 0) return true
  return isConfirmed(payment) && isDoubted(payment)
}
