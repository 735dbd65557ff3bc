import { needsResolving } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'
import {
  beforeRetry,
  exceptionOf,
  isSettled,
  type SaleException,
  type SaleStatus,
  statusOf,
} from '../../shared/payment/status'
import type { IconName } from '../ui/icons/shapes'
import type { Tone } from '../ui/tone'

/** What a screen calls a sale (`status.<name>`): its status, or the exception that a person has to know. */
export type DisplayStatus = SaleStatus | 'paidLate' | 'paidTwice' | 'paidInCash' | 'resolved'

const tonesAndIcons: Record<DisplayStatus, { tone: Tone; icon: IconName }> = {
  waitingToSend: { tone: 'waiting', icon: 'queue' },
  askCustomer: { tone: 'unknown', icon: 'person' },
  sending: { tone: 'waiting', icon: 'up' },
  unknown: { tone: 'unknown', icon: 'question' },
  waitingForCustomer: { tone: 'pending', icon: 'clock' },
  paid: { tone: 'paid', icon: 'check' },
  paidLate: { tone: 'unknown', icon: 'alert' },
  paidTwice: { tone: 'unknown', icon: 'alert' },
  paidInCash: { tone: 'expired', icon: 'person' },
  resolved: { tone: 'expired', icon: 'person' },
  failed: { tone: 'bad', icon: 'cross' },
  manager: { tone: 'unknown', icon: 'alert' },
  expired: { tone: 'expired', icon: 'hourglass' },
  refused: { tone: 'bad', icon: 'barred' },
  withdrawn: { tone: 'waiting', icon: 'undo' },
  stopped: { tone: 'expired', icon: 'square' },
}

/** Every name, in the order of a sale's life. */
export const displayStatuses = Object.keys(tonesAndIcons) as readonly DisplayStatus[]

/** The colour and the icon of a name. */
export function toneAndIcon(status: DisplayStatus): { tone: Tone; icon: IconName } {
  return tonesAndIcons[status]
}

/** The name of a paid sale while a person still has to resolve its exception. */
const openPaidNames: Record<SaleException, DisplayStatus> = {
  none: 'paid',
  cash: 'paid',
  late: 'paidLate',
  twice: 'paidTwice',
  twiceAfterFailure: 'manager',
  contradicted: 'manager',
  mismatched: 'manager',
  providerDisagrees: 'paid',
}

/** The name of a sale. What a person still has to resolve is never plainly Paid or Failed. */
export function displayStatusOf(sale: Sale): DisplayStatus {
  const status = statusOf(sale)
  const exception = exceptionOf(sale)
  if (needsResolving(sale) && isSettled(sale))
    return status === 'paid' ? openPaidNames[exception] : 'manager'
  // The customer does not wait for it any more, though its request may still be open.
  if (exception === 'cash') return 'paidInCash'
  // Its buttons and clocks stay where they are through every retry.
  const shown = statusOf(beforeRetry(sale))
  // The manager has decided: the screen does not send the cashier there again.
  return shown === 'manager' && sale.resolution !== null ? 'resolved' : shown
}

/** The same on the sale's own screen, which knows whether this till can still ask about it. */
export function displayStatusAt(sale: Sale, { elsewhere }: { elsewhere: boolean }): DisplayStatus {
  const status = displayStatusOf(sale)
  return elsewhere && status === 'waitingForCustomer' ? 'manager' : status
}

/** The exception of a paid sale, said with its name also after it was resolved (`live.<key>`). */
export function exceptionWordOf(sale: Sale): 'paidTwiceWord' | 'paidLateWord' | null {
  if (displayStatusOf(sale) !== 'paid') return null
  if (sale.paidTwice !== null) return 'paidTwiceWord'
  return sale.late ? 'paidLateWord' : null
}
