import type { Ledger } from '../../electron/main/store/ledger/ledger'
import { everySale, type FoundSales, type SalesFilter } from '../../shared/payment/sales-filter'
import { finished } from './finished'

/** One page of what a filter finds, all its steps at once. */
export function foundPage(
  ledger: Pick<Ledger, 'search'>,
  filter: Partial<SalesFilter>,
  { before = null, limit = 50 }: { before?: string | null; limit?: number } = {},
): FoundSales {
  return finished(ledger.search({ filter: { ...everySale, ...filter }, before, limit }))
}

/** The ids of the whole result, page by page. */
export function foundIds(
  ledger: Pick<Ledger, 'search'>,
  filter: Partial<SalesFilter>,
  limit = 50,
): string[] {
  const ids: string[] = []
  for (let before: string | null = null; ; ) {
    const page: FoundSales = foundPage(ledger, filter, { before, limit })
    ids.push(...page.sales.map(({ id }) => id))
    if (page.next === null) return ids
    before = page.next
  }
}
