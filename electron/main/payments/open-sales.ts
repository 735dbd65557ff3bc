import { isOpen, isUnclear } from '../../../shared/payment/actions'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'
import type { ElapsedTime } from './clocks/elapsed-time'
import type { StatusPoller } from './polling/status-poller'
import type { SendQueue } from './sending/send-queue'

/** The sales that have no result yet. */
export interface OpenSales {
  /** Takes up everything that was open when the till last stopped. */
  takeUp(): void
  /** Reads the status of a sale without a result: a callback came for it, which is a reason to ask and nothing else. */
  readSoon(saleId: string): void
  /** How long this run has itself seen each open sale last, ms (decision 10). */
  seenOpen(): Readonly<Record<string, number>>
}

interface OpenSalesDeps {
  ledger: Ledger
  clock: Pick<Clock, 'wall'>
  elapsed: Pick<ElapsedTime, 'seen'>
  sendQueue: Pick<SendQueue, 'consider'>
  poller: Pick<StatusPoller, 'readOnce' | 'watch'>
  fault: (error: unknown) => void
}

export function createOpenSales(deps: OpenSalesDeps): OpenSales {
  const { ledger, clock, elapsed, sendQueue, poller, fault } = deps

  function takeUp(sale: Sale): void {
    if (!isOpen(sale)) return
    if (sale.phase === 'sending') ledger.append(sale.id, stoppedWhileSending(sale, clock.wall()))
    if (sale.phase === 'pending') poller.watch(sale, 'soon')
    else sendQueue.consider(sale.id)
  }

  return {
    takeUp() {
      for (const sale of ledger.open()) takeUp(sale)
    },
    readSoon(saleId) {
      try {
        const sale = ledger.find(saleId)
        if (sale?.phase === 'pending') poller.watch(sale, 'first')
        // Nothing else reads these any more.
        else if (sale && (sale.phase === 'expired' || isUnclear(sale)))
          poller.readOnce([sale]).catch(fault)
      } catch (error) {
        fault(error)
      }
    },
    seenOpen() {
      return Object.fromEntries(ledger.openIds().map(id => [id, elapsed.seen({ id })]))
    },
  }
}

/** The till stopped between an attempt's start and its answer: it may have arrived (money rule 4). */
function stoppedWhileSending(sale: Sale, at: number): PaymentEvent {
  return {
    type: 'attempt-failed',
    at,
    attempt: sale.attempts,
    sent: 'maybe',
    reason: 'till-stopped',
    detail: '',
  }
}
