import { type Result, success } from '../../../shared/ipc/result'
import { isOpen, isUnclear, mayStillBePaid, needsResolving } from '../../../shared/payment/actions'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'
import type { StatusPoller } from './polling/status-poller'
import type { SendQueue } from './sending/send-queue'

/** A payment that comes after this many others is for the reconciliation with the service to find. */
const lastUnpaid = 200

/** The payments that have no result yet, or may still turn out paid. Each method throws what the ledger throws. */
export class OpenPayments {
  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'append' | 'find' | 'mayStillBePaid' | 'open' | 'toDos'>
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
    for (const payment of ledger.open().filter(isOpen)) {
      if (payment.phase === 'sending')
        ledger.append(payment.id, stoppedWhileSending(payment, clock.wall()))
      if (payment.phase === 'pending') poller.watch(payment, 'soon')
      else sendQueue.consider(payment.id)
    }
    this.checkClosed().catch(fault)
  }

  /** Reads the status of a payment without a result: a callback came for it, which is a reason to ask and nothing else. */
  readSoon(paymentId: string): void {
    const { ledger, poller, fault } = this.deps
    try {
      const payment = ledger.find(paymentId)
      if (payment?.phase === 'pending') poller.watch(payment, 'first')
      // Nothing else reads these any more.
      else if (payment && (payment.phase === 'expired' || isUnclear(payment)))
        poller.readOnce([payment]).catch(fault)
    } catch (error) {
      fault(error)
    }
  }

  /** Reads every payment that is open or unresolved and has a reference, once (money rule 8). */
  async checkAll(): Promise<Result<{ read: number; unanswered: number }>> {
    const { ledger, poller } = this.deps
    const payments = [...ledger.open(), ...ledger.toDos().filter(needsResolving), ...this.closed()]
    return success(await poller.readOnce(eachOnce(payments)))
  }

  /** Reads once what is not open any more and may still turn out paid, resolved or not (money rules 8, 9). */
  async checkClosed(): Promise<void> {
    await this.deps.poller.readOnce(eachOnce(this.closed()))
  }

  private closed(): Payment[] {
    const { ledger } = this.deps
    return [...ledger.toDos().filter(mayStillBePaid), ...ledger.mayStillBePaid(lastUnpaid)]
  }
}

function eachOnce(payments: readonly Payment[]): Payment[] {
  return [...new Map(payments.map(payment => [payment.id, payment])).values()]
}

/** The till stopped between an attempt's start and its answer: it may have arrived (money rule 4). */
function stoppedWhileSending({ attempts }: Payment, at: number): PaymentEvent {
  const failed = { type: 'attempt-failed', sent: 'maybe', reason: 'till-stopped' } as const
  return { ...failed, at, attempt: attempts, detail: '' }
}
