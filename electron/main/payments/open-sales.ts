import { type Result, success } from '../../../shared/ipc/result'
import { isOpen, isUnclear, mayStillBePaid } from '../../../shared/payment/actions'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'
import type { StatusPoller } from './polling/status-poller'
import type { SendQueue } from './sending/send-queue'

/** A payment that comes after this many others is for the reconciliation with the service to find. */
const lastUnpaid = 200

/** The sales that have no result yet, or may still turn out paid. Each method throws what the ledger throws. */
export class OpenSales {
  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'append' | 'find' | 'mayStillBePaid' | 'open' | 'unresolved'>
      clock: Pick<Clock, 'wall'>
      sendQueue: Pick<SendQueue, 'consider'>
      poller: Pick<StatusPoller, 'readOnce' | 'watch'>
      fault: (error: unknown) => void
    },
  ) {}

  /**
   * Takes up everything that was open when the till last stopped. What was settled meanwhile is found now, and not
   * only at cash-up.
   */
  takeUp(): void {
    const { ledger, clock, poller, sendQueue, fault } = this.deps
    for (const sale of ledger.open().filter(isOpen)) {
      if (sale.phase === 'sending') ledger.append(sale.id, stoppedWhileSending(sale, clock.wall()))
      if (sale.phase === 'pending') poller.watch(sale, 'soon')
      else sendQueue.consider(sale.id)
    }
    this.checkClosed().catch(fault)
  }

  /** Reads the status of a sale without a result: a callback came for it, which is a reason to ask and nothing else. */
  readSoon(paymentId: string): void {
    const { ledger, poller, fault } = this.deps
    try {
      const sale = ledger.find(paymentId)
      if (sale?.phase === 'pending') poller.watch(sale, 'first')
      // Nothing else reads these any more.
      else if (sale && (sale.phase === 'expired' || isUnclear(sale)))
        poller.readOnce([sale]).catch(fault)
    } catch (error) {
      fault(error)
    }
  }

  /** Reads every sale that is open or unresolved and has a reference, once (money rule 8). */
  async checkAll(): Promise<Result<{ read: number; unanswered: number }>> {
    const { ledger, poller } = this.deps
    const sales = [...ledger.open(), ...ledger.unresolved(), ...this.closed()]
    return success(await poller.readOnce(eachOnce(sales)))
  }

  /** Reads once what is not open any more and may still turn out paid, resolved or not (money rules 8, 9). */
  async checkClosed(): Promise<void> {
    await this.deps.poller.readOnce(eachOnce(this.closed()))
  }

  private closed(): Payment[] {
    const { ledger } = this.deps
    return [...ledger.unresolved().filter(mayStillBePaid), ...ledger.mayStillBePaid(lastUnpaid)]
  }
}

function eachOnce(sales: readonly Payment[]): Payment[] {
  return [...new Map(sales.map(sale => [sale.id, sale])).values()]
}

/** The till stopped between an attempt's start and its answer: it may have arrived (money rule 4). */
function stoppedWhileSending({ attempts }: Payment, at: number): PaymentEvent {
  const failed = { type: 'attempt-failed', sent: 'maybe', reason: 'till-stopped' } as const
  return { ...failed, at, attempt: attempts, detail: '' }
}
