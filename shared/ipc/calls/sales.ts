import { z } from 'zod'
import { draftSchema } from '../../payment/draft'
import { type PaymentEvent, refundHowSchema, resolutionHowSchema } from '../../payment/event'
import type { Sale } from '../../payment/sale'
import { type LookedUp, referenceSchema } from '../../payment/service-payment'
import { wordMeaningSchema } from '../../payment/status-words'
import type { OthersAsked } from '../../shop-meeting'
import { call, nothing, oneSale } from '../call'

/** Why a person says how a sale ended or that it was refunded. */
const reason = z.string().trim().min(3).max(300)

/** What a cashier does with sales. */
export const salesCalls = {
  /** Records a sale and starts sending it. A second press with the same draft answers the first sale. */
  request: call<Sale>()('cashier', draftSchema),
  /** Everything open or unresolved, and the last sales. */
  recent: call<readonly Sale[]>()('cashier', nothing),
  /** Reads every sale that is open or unresolved once; `unanswered` could not be read now. */
  checkAll: call<{ read: number; unanswered: number }>()('cashier', nothing),
  history: call<{ sale: Sale; events: readonly PaymentEvent[] }>()('cashier', oneSale),
  /** The sale with this reference; where this till has none, what the service says of it. */
  lookUp: call<LookedUp>()('cashier', z.strictObject({ reference: referenceSchema })),
  withdraw: call<Sale>()('cashier', oneSale),
  sendNow: call<Sale>()('cashier', oneSale),
  /** Asks again with the same key, which never charges twice. */
  tryAgain: call<Sale>()('cashier', oneSale),
  /** The same more than an hour after the sale was recorded. */
  tryAgainLate: call<Sale>()('manager', oneSale),
  /** A new push for the same payment: the press says that the customer sees no prompt (money rule 10). */
  sendAgain: call<Sale>()('cashier', oneSale.extend({ draftId: z.uuid() })),
  stop: call<Sale>()('cashier', oneSale),
  checkNow: call<Sale>()('cashier', oneSale),
  stopWaiting: call<Sale>()('cashier', oneSale),
  /** Puts the card checkout's https link on the clipboard, as the service gave it. */
  copyCheckoutLink: call<null>()('cashier', oneSale),
  /** Opens a message with that link to the customer's number. The till itself sends nothing. */
  sendCheckoutLink: call<null>()('cashier', oneSale.extend({ by: z.enum(['whatsapp', 'sms']) })),
  /** Once a reference, in a shop of many tills too; says whether the other tills were asked. */
  handOver: call<{ sale: Sale; others: OthersAsked }>()('cashier', oneSale),
  resolve: call<Sale>()(
    'manager',
    oneSale.extend({
      reason,
      how: resolutionHowSchema.default('other'),
    }),
  ),
  /** Answers `already-refunded`, with who and when, where a refund is recorded already. */
  recordRefund: call<Sale>()('manager', oneSale.extend({ how: refundHowSchema, reason })),
  /** `status` is the word that the person saw: a read may have brought another one meanwhile. */
  classifyStatus: call<Sale>()(
    'manager',
    oneSale.extend({ status: z.string(), meaning: wordMeaningSchema }),
  ),
} as const
