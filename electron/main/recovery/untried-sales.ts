import { statusOf } from '../../../shared/payment/status'
import type { Ledger } from '../ledger/ledger'

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
