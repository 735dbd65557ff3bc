import { failure, type Result, success } from '../../../shared/ipc/result'
import { isOfOtherAccount } from '../../../shared/payment/account'
import type { Action } from '../../../shared/payment/actions'
import type { PaymentEvent } from '../../../shared/payment/event'
import { isLateToTryAgain } from '../../../shared/payment/freshness'
import type { Sale } from '../../../shared/payment/sale'
import type { Person } from '../../../shared/person'
import type { Ledger } from '../store/ledger/ledger'
import type { ElapsedTime } from './clocks/elapsed-time'
import type { SaleActions } from './sale-actions'
import type { SendQueue } from './sending/send-queue'

/** What a person may do with a sale that waits to be sent. */
export interface SendingActions {
  withdraw(saleId: string): Result<Sale>
  /** `person`: who pressed, where the other tills were asked since. */
  sendNow(saleId: string, person?: Person | null): Result<Sale>
  /** Asks again with the same key; after an hour only where a manager allows it (money rule 7). */
  tryAgain(saleId: string, by: 'cashier' | 'manager', person?: Person | null): Result<Sale>
  abandon(saleId: string): Result<Sale>
}

export interface SendingActionsDeps {
  ledger: Pick<Ledger, 'find'>
  elapsed: Pick<ElapsedTime, 'agesOf'>
  sendQueue: Pick<SendQueue, 'consider' | 'hurry'>
  /** The merchant account behind the keys in use. */
  account: () => string
  /** The sale as it is now, or as given when it cannot be read again. */
  reread: (committed: Sale) => Sale
}

/** They throw what the ledger throws. */
export function createSendingActions(
  deps: SendingActionsDeps,
  { perform, now }: Pick<SaleActions, 'perform' | 'now'>,
): SendingActions {
  const { ledger, elapsed, sendQueue, reread } = deps

  /** Ends a sale that was waiting: the queue drops its timer. */
  function end(saleId: string, action: Action, event: PaymentEvent): Result<Sale> {
    const ended = perform(saleId, action, event)
    if (ended.ok) sendQueue.consider(saleId)
    return ended
  }

  function release(
    saleId: string,
    action: 'send-now' | 'try-again',
    person?: Person | null,
  ): Result<Sale> {
    const sale = ledger.find(saleId)
    if (sale && isOfOtherAccount(sale, deps.account()))
      return failure('other-account', 'Sent with the keys of another account')
    const released = perform(saleId, action, { type: 'released', ...now(person) })
    if (!released.ok) return released
    sendQueue.hurry(saleId)
    return success(reread(released.value))
  }

  function tryAgain(
    saleId: string,
    by: 'cashier' | 'manager',
    person?: Person | null,
  ): Result<Sale> {
    const sale = ledger.find(saleId)
    if (sale && by === 'cashier' && isLateToTryAgain(elapsed.agesOf(sale)))
      return failure('manager-needed', 'Asking again after an hour takes a manager')
    return release(saleId, 'try-again', person)
  }

  return {
    withdraw: saleId => end(saleId, 'withdraw', { type: 'withdrawn', ...now() }),
    sendNow: (saleId, person) => release(saleId, 'send-now', person),
    tryAgain,
    abandon: saleId => end(saleId, 'stop', { type: 'abandoned', ...now() }),
  }
}
