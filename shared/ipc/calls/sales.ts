import { z } from 'zod'
import { draftSchema } from '../../payment/draft'
import { type PaymentEvent, resolutionHowSchema } from '../../payment/event'
import type { Sale } from '../../payment/sale'
import { call, nothing, oneSale } from '../call'

/** What a cashier does with sales. */
export const salesCalls = {
  /** Records a sale and starts sending it. A second press with the same draft answers the first sale. */
  request: call<Sale>()(draftSchema),
  /** Everything open or unresolved, and the last sales. */
  recent: call<readonly Sale[]>()(nothing),
  /** Reads every sale that is open or unresolved once; `unanswered` could not be read now. */
  checkAll: call<{ read: number; unanswered: number }>()(nothing),
  story: call<{ sale: Sale; events: readonly PaymentEvent[] }>()(oneSale),
  withdraw: call<Sale>()(oneSale),
  sendNow: call<Sale>()(oneSale),
  tryAgain: call<Sale>()(oneSale),
  stop: call<Sale>()(oneSale),
  checkNow: call<Sale>()(oneSale),
  stopWaiting: call<Sale>()(oneSale),
  handOver: call<Sale>()(oneSale),
  resolve: call<Sale>()(
    oneSale.extend({
      reason: z.string().trim().min(3).max(300),
      how: resolutionHowSchema.default('other'),
    }),
  ),
  giveMeaning: call<Sale>()(oneSale.extend({ meaning: z.enum(['paid', 'failed']) })),
} as const
