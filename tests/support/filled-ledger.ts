import { randomUUID } from 'node:crypto'
import { systemRandom } from '../../electron/main/platform/random'
import type { Ledger } from '../../electron/main/store/ledger/ledger'
import type { Payment, Phase } from '../../shared/payment/payment'
import {
  everyPayment,
  type FoundPayments,
  type PaymentsFilter,
} from '../../shared/payment/payments-filter'
import { morning } from './payments/clock'
import { eventsTo, recorded } from './payments/payments'
import { finished } from './results'

const phases: readonly Phase[] = ['ready', 'unknown', 'pending', 'settled', 'expired', 'refused']

/** Sells so many times, each payment with an amount of its own, to many ends. */
export function fillLedger(ledger: Ledger, sales: number): Payment[] {
  return Array.from({ length: sales }, (_, index) => {
    const at = morning + index * 60_000
    const event = recorded({
      at,
      draftId: randomUUID(),
      idempotencyKey: randomUUID(),
      amount: { currency: 'TZS', value: 1_000 + index },
    })
    const id = systemRandom.paymentId(at)
    const payment = ledger.record(id, event, { body: JSON.stringify({ amount: 1_000 + index }) })
    const later = eventsTo(phases[index % phases.length] ?? 'ready')
    return later.length === 0 ? payment : ledger.append(id, ...later)
  })
}

/** One page of what a filter finds, all its steps at once. */
export function foundPage(
  ledger: Pick<Ledger, 'search'>,
  filter: Partial<PaymentsFilter>,
  { before = null, limit = 50 }: { before?: string | null; limit?: number } = {},
): FoundPayments {
  return finished(ledger.search({ filter: { ...everyPayment, ...filter }, before, limit }))
}

/** The ids of the whole result, page by page. */
export function foundIds(
  ledger: Pick<Ledger, 'search'>,
  filter: Partial<PaymentsFilter>,
  limit = 50,
): string[] {
  const ids: string[] = []
  for (let before: string | null = null; ; ) {
    const page: FoundPayments = foundPage(ledger, filter, { before, limit })
    ids.push(...page.payments.map(({ id }) => id))
    if (page.next === null) return ids
    before = page.next
  }
}
