import { z } from 'zod'
import { cashDraftSchema } from '../../payment/draft'
import type { Sale } from '../../payment/sale'
import { call, oneSale } from '../call'

/** What staff took in cash. */
export const cashCalls = {
  /** Records cash that was taken, alone or as a part. A second press with the same draft answers the first sale. */
  record: call<Sale>()('cashier', cashDraftSchema),
  /** The other parts of the sale's purchase and the sale itself; none where it is paid alone. */
  parts: call<readonly Sale[]>()('cashier', oneSale),
  /** The customer paid this sale in cash; a push that may still be paid is watched on (money rule 9). */
  take: call<Sale>()('cashier', oneSale.extend({ note: z.string().trim().max(300) })),
} as const
