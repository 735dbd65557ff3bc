import { needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import {
  beforeRetry,
  exceptionOf,
  isSettled,
  type PaymentException,
  type PaymentStatus,
  statusOf,
} from '../../shared/payment/status'

/** What a screen calls a sale (`status.<name>`): its status, or the exception that a person has to know. */
export type DisplayStatus =
  | Exclude<PaymentStatus, 'cash'>
  | 'partPaid'
  | 'paidLate'
  | 'paidTwice'
  | 'paidInCash'
  | 'refunded'
  | 'resolved'

/** The name of a paid sale while a person still has to resolve its exception. */
const openPaidNames: Record<PaymentException, DisplayStatus> = {
  none: 'paid',
  cash: 'paid',
  late: 'paidLate',
  twice: 'paidTwice',
  twiceAfterFailure: 'manager',
  contradicted: 'manager',
  mismatched: 'manager',
  providerDisagrees: 'paid',
}

/** Nothing but a payment that a manager still has to look at keeps its name once the money went back. */
const endsRefunded: readonly DisplayStatus[] = ['paid', 'paidLate', 'paidTwice', 'paidInCash']

/**
 * The name of a sale. What a person still has to resolve is never plainly Paid or Failed, and what was refunded
 * is never Paid: it would look like goods to hand over.
 */
export function displayStatusOf(sale: Payment): DisplayStatus {
  const name = nameBeforeRefund(sale)
  return sale.refund !== null && endsRefunded.includes(name) ? 'refunded' : name
}

function nameBeforeRefund(sale: Payment): DisplayStatus {
  const status = statusOf(sale)
  const exception = exceptionOf(sale)
  if (needsResolving(sale) && isSettled(sale))
    return status === 'paid' ? openPaidNames[exception] : 'manager'
  // The customer does not wait for it any more, though its request may still be open.
  if (exception === 'cash') return 'paidInCash'
  // Its buttons and clocks stay where they are through every retry.
  const shown = statusOf(beforeRetry(sale))
  if (shown === 'cash') return 'paidInCash'
  // The manager has decided: the screen does not send the cashier there again.
  return shown === 'manager' && sale.resolution !== null ? 'resolved' : shown
}

/** The exception of a paid sale, said with its name also after it was resolved. */
export function exceptionNameOf(sale: Payment): 'paidTwice' | 'paidLate' | null {
  const name = displayStatusOf(sale)
  if (name !== 'paid' && name !== 'refunded') return null
  if (sale.paidTwice !== null) return 'paidTwice'
  return sale.late ? 'paidLate' : null
}
