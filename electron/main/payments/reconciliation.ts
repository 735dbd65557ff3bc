import { type Result, success } from '../../../shared/ipc/result'
import { mayStillBePaid } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import type { Ledger } from '../store/ledger/ledger'
import type { StatusPoller } from './polling/status-poller'

/** Reads once more what may turn out paid, although nothing polls it any more. */
export interface Reconciliation {
  /** Reads every sale that is open or unresolved and has a reference, once (money rule 8). */
  checkAll(): Promise<Result<{ read: number; unanswered: number }>>
  /** Reads once what is not open any more and may still turn out paid, resolved or not (money rules 8, 9). */
  checkClosed(): Promise<void>
}

interface ReconciliationDeps {
  ledger: Pick<Ledger, 'mayStillBePaid' | 'unresolved' | 'open'>
  poller: Pick<StatusPoller, 'readOnce'>
}

/** A payment that comes after this many others is for the reconciliation with the service to find. */
const lastUnpaid = 200

/** Each call throws what the ledger throws. */
export function createReconciliation({ ledger, poller }: ReconciliationDeps): Reconciliation {
  const closed = () => [
    ...ledger.unresolved().filter(mayStillBePaid),
    ...ledger.mayStillBePaid(lastUnpaid),
  ]

  return {
    async checkAll() {
      const sales = [...ledger.open(), ...ledger.unresolved(), ...closed()]
      return success(await poller.readOnce(eachOnce(sales)))
    },
    async checkClosed() {
      await poller.readOnce(eachOnce(closed()))
    },
  }
}

function eachOnce(sales: readonly Sale[]): Sale[] {
  return [...new Map(sales.map(sale => [sale.id, sale])).values()]
}
