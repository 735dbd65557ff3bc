import { z } from 'zod'
import { type FoundSales, salesFilterSchema } from '../../payment/sales-filter'
import { type PeriodTotals, periodStartsSchema, type Totals } from '../../payment/totals'
import { call } from '../call'

/** Finding sales in the whole ledger. */
export const searchCalls = {
  /** Newest first; `before` is the `next` of the page before, or null. At most `limit` sales. */
  find: call<FoundSales>()(
    'cashier',
    z.strictObject({
      filter: salesFilterSchema,
      before: z.uuid().nullable(),
      limit: z.int().min(1).max(100).default(50),
    }),
  ),
  /** What the payments that the filter finds came to. */
  totals: call<Totals>()('cashier', z.strictObject({ filter: salesFilterSchema })),
  /** What the payments came to that were asked for between each two moments. */
  periods: call<readonly PeriodTotals[]>()(
    'cashier',
    z.strictObject({ starts: periodStartsSchema }),
  ),
} as const
