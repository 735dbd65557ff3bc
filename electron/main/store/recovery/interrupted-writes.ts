import { isDeepStrictEqual } from 'node:util'
import type { InterruptedSale, ReadBackSale } from '../../../../shared/ipc/till-state'
import { statusOf } from '../../../../shared/payment/status'
import { LedgerWriteFailed } from '../ledger/errors'
import type { Ledger } from '../ledger/ledger'

/** The sales that were being written when the disk failed. */
export interface InterruptedWrites {
  /** Keeps the sale that an error of the ledger names; of each sale what failed first. */
  note(error: unknown): void
  list(): InterruptedSale[]
  /**
   * Looks each up in the ledger that was opened again, and holds the new ones that are there after all:
   * see docs/decisions/0012. Throws what the ledger throws; then all are kept.
   */
  readBack(ledger: Ledger, now: number): ReadBackSale[]
  forget(): void
}

/** None yet. */
export function createInterruptedWrites(): InterruptedWrites {
  const writes = new Map<string, LedgerWriteFailed>()
  return {
    note(error) {
      if (error instanceof LedgerWriteFailed && !writes.has(error.sale.id))
        writes.set(error.sale.id, error)
    },
    list: () => [...writes.values()].map(summaryOf),
    readBack: (ledger, now) => [...writes.values()].map(write => readBackOne(write, ledger, now)),
    forget: () => writes.clear(),
  }
}

function summaryOf({ sale, events }: LedgerWriteFailed): InterruptedSale {
  const isNew = events[0]?.type === 'recorded'
  return { saleId: sale.id, amount: sale.amount, msisdn: sale.msisdn, isNew }
}

function readBackOne(write: LedgerWriteFailed, ledger: Ledger, now: number): ReadBackSale {
  const found = summaryOf(write)
  const history = ledger.history(found.saleId)
  const recorded = write.events.every(event => history.some(kept => isDeepStrictEqual(kept, event)))
  // The cashier was told that the disk failed; by now the customer may have paid in another way.
  const sale = ledger.find(found.saleId)
  if (found.isNew && sale !== null && statusOf(sale) === 'waitingToSend')
    ledger.append(found.saleId, { type: 'held', at: now })
  return { ...found, recorded }
}

/**
 * Holds every sale that waits and was never tried: for a ledger's first opening after a start. A till
 * that died cannot know whether the person was told that such a sale was recorded or that the disk
 * failed, nor what they did then (docs/decisions/0012), so the push asks first (money rule 7). `now`
 * is wall clock, ms; throws what the ledger throws.
 */
export function holdUntriedSales(ledger: Pick<Ledger, 'open' | 'append'>, now: number): void {
  for (const sale of ledger.open())
    if (statusOf(sale) === 'waitingToSend' && sale.attempts === 0)
      ledger.append(sale.id, { type: 'held', at: now })
}
