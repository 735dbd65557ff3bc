import { type Result, success } from '../../../shared/ipc/result'
import { isPaidInCash, mayStillBePaid } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import type { Ledger } from '../ledger/ledger'
import type { StatusPoller } from './polling/status-poller'

/** Reads once more what may turn out paid, although nothing polls it any more. */
export interface Reconciliation {
  /** Reads every sale that is open or unresolved and has a reference, once (money rule 8). */
  checkAll(): Promise<Result<{ read: number; unanswered: number }>>
  /** Reads once more what was settled in cash or charged again, and may have been paid too (money rule 9). */
  checkForPaidTwice(): Promise<void>
  /** Reads once what was not settled when the till last stopped. */
  checkUnclear(): Promise<void>
}

interface ReconciliationDeps {
  ledger: Pick<Ledger, 'recent' | 'chargedAgain' | 'unresolved' | 'open'>
  poller: Pick<StatusPoller, 'readOnce'>
}

/** A payment that comes after this many other sales is for the reconciliation with the service to find. */
const lastInCash = 200
const lastChargedAgain = 200

/** Each call throws what the ledger throws. */
export function createReconciliation({ ledger, poller }: ReconciliationDeps): Reconciliation {
  /** Sales that were settled in cash or charged again: if they turn out paid, it is twice (money rule 9). */
  function settledOtherwise(): Sale[] {
    const inCash = ledger.recent(lastInCash).filter(isPaidInCash)
    return [...inCash, ...ledger.chargedAgain(lastChargedAgain)].filter(mayStillBePaid)
  }

  /** Sales that may still turn out paid, although nothing polls them (money rules 8, 9). */
  const unclear = () => [...ledger.unresolved(), ...settledOtherwise()]

  return {
    async checkAll() {
      const byId = new Map([...ledger.open(), ...unclear()].map(sale => [sale.id, sale]))
      return success(await poller.readOnce([...byId.values()]))
    },
    async checkForPaidTwice() {
      await poller.readOnce(settledOtherwise())
    },
    async checkUnclear() {
      await poller.readOnce(unclear())
    },
  }
}
