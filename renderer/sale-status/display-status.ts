import { needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { isDoubted, isGivenBack } from '../../shared/payment/payment-money'
import {
  beforeRetry,
  exceptionOf,
  isSettled,
  type PaymentException,
  type PaymentStatus,
  statusOf,
} from '../../shared/payment/status'
import { isInDoubt, type SaleView } from '../../shared/sale/sale-view'
import type { IconName } from '../ui/icons/shapes'
import type { Tone } from '../ui/tone'

/** What a screen calls a payment (`status.<name>`): its status, or the exception that a person has to know. */
export type DisplayStatus =
  | Exclude<PaymentStatus, 'cash'>
  | 'partPaid'
  | 'paidLate'
  | 'tooMuch'
  | 'paidInCash'
  | 'givenBack'
  | 'undone'
  | 'resolved'

/** The name of a paid payment while a person still has to resolve its exception. */
const openPaidNames: Record<PaymentException, DisplayStatus> = {
  none: 'paid',
  cash: 'paid',
  late: 'paidLate',
  contradicted: 'manager',
  mismatched: 'manager',
  providerDisagrees: 'paid',
}

/** What has its money, and nothing that a person still has to resolve, is called by what happened to the money. */
const endsGivenBack: readonly DisplayStatus[] = ['paid', 'paidInCash', 'resolved']

/**
 * The name of a payment. What a person still has to resolve is never plainly Paid or Failed, and what was given
 * back is never Paid: it would look like goods to hand over.
 */
export function displayStatusOf(payment: Payment): DisplayStatus {
  const name = nameOfState(payment)
  return isGivenBack(payment) && endsGivenBack.includes(name) ? 'givenBack' : name
}

const endsWithout: readonly PaymentStatus[] = ['failed', 'expired', 'stopped']

function nameOfState(payment: Payment): DisplayStatus {
  const status = statusOf(payment)
  const exception = exceptionOf(payment)
  if (needsResolving(payment) && isSettled(payment))
    return status === 'paid' ? openPaidNames[exception] : 'manager'
  // Its buttons and clocks stay where they are through every retry.
  const shown = statusOf(beforeRetry(payment))
  // The customer does not wait for it any more, though its request may still be open.
  if (exception === 'cash' || shown === 'cash') return 'paidInCash'
  if (shown === 'withdrawn' && payment.channel === 'cash') return 'undone'
  // A manager has decided: the screen does not send the cashier there again.
  // A payment whose money came is not called by how it ended without money.
  const cameAfterAll = payment.contradictedByPaid || payment.resolution?.how === 'seen-in-dashboard'
  return shown === 'manager' || (endsWithout.includes(shown) && cameAfterAll) ? 'resolved' : shown
}

/** The exception of a paid payment, said with its name also after it was resolved. */
export function exceptionNameOf(payment: Payment): 'paidLate' | null {
  const name = displayStatusOf(payment)
  return payment.late && (name === 'paid' || name === 'givenBack') ? 'paidLate' : null
}

/** Is a person asked by this payment to give back what its sale has too much? First they find out what of it came. */
export function isTooMuch(
  payment: Payment,
  { cover, asks, paidBy }: Pick<SaleView, 'cover' | 'asks' | 'paidBy'>,
): boolean {
  const brought = paidBy.some(({ paymentId }) => paymentId === payment.id)
  const isSaid = payment.resolution !== null
  const isInDoubt = needsResolving(payment) && (isSaid || isDoubted(payment))
  return cover === 'too-much' && brought && asks.includes(payment.id) && !isInDoubt
}

type SaleOf = Pick<SaleView, 'cover' | 'rest' | 'toDos' | 'asks' | 'paidBy' | 'isConfirmed'>

/**
 * What a screen calls a payment, as a part of its sale; `sale` is null where main has not sent it. A payment is Paid, in
 * green, only where its whole sale is. Where the rest is missing, the screen's content has a name of its own.
 */
export function statusInSale(payment: Payment, sale: SaleOf | null): DisplayStatus {
  if (sale !== null && isTooMuch(payment, sale)) return 'tooMuch'
  const name = displayStatusOf(payment)
  if (name !== 'paid' || sale === null || sale.isConfirmed || sale.rest > 0) return name
  if (isInDoubt(sale)) return 'manager'
  return sale.cover === 'given-back' ? 'givenBack' : 'resolved'
}

/** Each status's colour and icon, in the order of a payment's life. */
const looks: Record<DisplayStatus, { tone: Tone; icon: IconName }> = {
  waitingToSend: { tone: 'waiting', icon: 'queue' },
  askCustomer: { tone: 'unknown', icon: 'person' },
  sending: { tone: 'waiting', icon: 'up' },
  unknown: { tone: 'unknown', icon: 'question' },
  waitingForCustomer: { tone: 'pending', icon: 'clock' },
  paid: { tone: 'paid', icon: 'check' },
  partPaid: { tone: 'expired', icon: 'alert' },
  paidLate: { tone: 'unknown', icon: 'alert' },
  tooMuch: { tone: 'unknown', icon: 'alert' },
  givenBack: { tone: 'waiting', icon: 'refund' },
  paidInCash: { tone: 'expired', icon: 'person' },
  resolved: { tone: 'expired', icon: 'person' },
  failed: { tone: 'bad', icon: 'cross' },
  manager: { tone: 'unknown', icon: 'alert' },
  expired: { tone: 'expired', icon: 'hourglass' },
  refused: { tone: 'bad', icon: 'barred' },
  withdrawn: { tone: 'waiting', icon: 'undo' },
  undone: { tone: 'waiting', icon: 'undo' },
  stopped: { tone: 'expired', icon: 'square' },
}

/** The colour and the icon of a status, where the moment does not matter: in lists. */
export function toneAndIcon(status: DisplayStatus): { tone: Tone; icon: IconName } {
  return looks[status]
}

/** Every name, in the order of a payment's life. */
export const displayStatuses = Object.keys(looks) as readonly DisplayStatus[]
