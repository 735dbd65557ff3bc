import { z } from 'zod'
import type { Sale } from '../../payment/sale'
import { call, oneSale } from '../call'

/** What was paid in another way than it was asked for. */
export const cashCalls = {
  /** The customer paid this sale in cash; a push that may still be paid is watched on (money rule 9). */
  take: call<Sale>()('cashier', oneSale.extend({ note: z.string().trim().max(300) })),
} as const
