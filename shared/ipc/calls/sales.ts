import { z } from 'zod'
import { cashDraftSchema, draftSchema } from '../../payment/draft'
import { type PaymentEvent, refundHowSchema, resolutionHowSchema } from '../../payment/event'
import { objectionMeaningSchema, objectionSchema } from '../../payment/objections'
import type { Payment } from '../../payment/payment'
import { type FoundPayments, paymentsFilterSchema } from '../../payment/payments-filter'
import { type LookedUp, referenceSchema } from '../../payment/service-payment'
import { wordMeaningSchema } from '../../payment/status-words'
import { type PeriodTotals, periodStartsSchema, type Totals } from '../../payment/totals'
import { receiptSettingsSchema } from '../../settings/receipts'
import type { OthersAsked } from '../../shop-meeting'
import { call, nothing, oneSale } from '../call'

/** Why a person says how a sale ended or that it was refunded. */
const reason = z.string().trim().min(3).max(300)

/** What a cashier does with sales. */
export const salesCalls = {
  /** Records a sale and starts sending it. A second press with the same draft answers the first sale. */
  request: call<Payment>()('cashier', draftSchema),
  /** Everything open or unresolved, and the last sales. */
  recent: call<readonly Payment[]>()('cashier', nothing),
  /** Reads every sale that is open or unresolved once; `unanswered` could not be read now. */
  checkAll: call<{ read: number; unanswered: number }>()('cashier', nothing),
  history: call<{ sale: Payment; events: readonly PaymentEvent[] }>()('cashier', oneSale),
  /** The sale with this reference; where this till has none, what the service says of it. */
  lookUp: call<LookedUp>()('cashier', z.strictObject({ reference: referenceSchema })),
  withdraw: call<Payment>()('cashier', oneSale),
  sendNow: call<Payment>()('cashier', oneSale),
  /** Asks again with the same key, which never charges twice. */
  tryAgain: call<Payment>()('cashier', oneSale),
  /** The same more than an hour after the sale was recorded. */
  tryAgainLate: call<Payment>()('manager', oneSale, 'recorded-elsewhere'),
  /** A new push for the same payment: the press says that the customer sees no prompt (money rule 10). */
  sendAgain: call<Payment>()('cashier', oneSale.extend({ draftId: z.uuid() })),
  stop: call<Payment>()('cashier', oneSale),
  checkNow: call<Payment>()('cashier', oneSale),
  stopWaiting: call<Payment>()('cashier', oneSale),
  /** Puts the card checkout's https link on the clipboard, as the service gave it. */
  copyCheckoutLink: call<null>()('cashier', oneSale),
  /** Opens a message with that link to the customer's number. The till itself sends nothing. */
  sendCheckoutLink: call<null>()('cashier', oneSale.extend({ by: z.enum(['whatsapp', 'sms']) })),
  /** Once a reference, in a shop of many tills too; says whether the other tills were asked. */
  handOver: call<{ payment: Payment; others: OthersAsked }>()('cashier', oneSale),
  /** `status` is the word that the person saw, '' for none: a read may have changed it meanwhile. */
  resolve: call<Payment>()(
    'manager',
    oneSale.extend({
      status: z.string(),
      reason,
      how: resolutionHowSchema.default('other'),
    }),
    'recorded-elsewhere',
  ),
  /** Answers `already-refunded`, with who and when, where a refund is recorded already. */
  recordRefund: call<Payment>()(
    'manager',
    oneSale.extend({ how: refundHowSchema, reason }),
    'recorded-elsewhere',
  ),
  /** `status` as for `resolve`. */
  classifyStatus: call<Payment>()(
    'manager',
    oneSale.extend({ status: z.string(), meaning: wordMeaningSchema }),
    'recorded-elsewhere',
  ),
  /** Of a field that the person saw; an answer since may not have it any more. */
  answerObjection: call<Payment>()(
    'manager',
    oneSale.extend({ ...objectionSchema.shape, meaning: objectionMeaningSchema }),
    'recorded-elsewhere',
  ),
  /** The last answer of a sale whose answers cannot be read, as it came but for the secret. */
  unreadAnswer: call<string>()('manager', oneSale, 'changes-nothing'),
} as const

/** Finding sales in the whole ledger. */
export const searchCalls = {
  /** Newest first; `before` is the `next` of the page before, or null. At most `limit` sales. */
  find: call<FoundPayments>()(
    'cashier',
    z.strictObject({
      filter: paymentsFilterSchema,
      before: z.uuid().nullable(),
      limit: z.int().min(1).max(100).default(50),
    }),
  ),
  /** What the payments that the filter finds came to. */
  totals: call<Totals>()('cashier', z.strictObject({ filter: paymentsFilterSchema })),
  /** What the payments came to that were asked for between each two moments. */
  periods: call<readonly PeriodTotals[]>()(
    'cashier',
    z.strictObject({ starts: periodStartsSchema }),
  ),
} as const

/** Results that are not acknowledged yet. */
export const resultsCalls = {
  /** The sales of the connection in use whose results wait to be seen, the oldest first. */
  unseen: call<readonly Payment[]>()('cashier', nothing),
  /** A person has seen how this sale ended. */
  acknowledge: call<null>()('cashier', oneSale),
} as const

/** What staff took in cash. */
export const cashCalls = {
  /** Records cash that was taken, alone or as a part. A second press with the same draft answers the first sale. */
  record: call<Payment>()('cashier', cashDraftSchema),
  /** The other parts of the sale's purchase and the sale itself; none where it is paid alone. */
  parts: call<readonly Payment[]>()('cashier', oneSale),
  /** The customer paid this sale in cash; a push that may still be paid is watched on (money rule 9). */
  take: call<Payment>()('cashier', oneSale.extend({ note: z.string().trim().max(300) })),
} as const

/** Receipts, and the printers that they come out of. */
export const receiptsCalls = {
  /** The system's printers of this moment. */
  printers: call<readonly { name: string; displayName: string }[]>()(
    'owner',
    nothing,
    'changes-nothing',
  ),
  /** What a receipt with these settings looks like: the address of an image. */
  preview: call<{ picture: string }>()('owner', receiptSettingsSchema, 'changes-nothing'),
  testPrint: call<null>()('owner', receiptSettingsSchema, 'changes-nothing'),
  /** Prints the next receipt of a paid sale; from the second on it is marked as a copy. */
  print: call<Payment>()('cashier', oneSale),
  /** Opens it as a message in the shop's own WhatsApp or e-mail program; main makes the address. */
  send: call<Payment>()('cashier', oneSale.extend({ channel: z.enum(['whatsapp', 'email']) })),
  /** The same as a PDF; answers where the file is. */
  savePdf: call<{ file: string }>()('cashier', oneSale),
} as const

/** A file that was written for a person. */
export interface ExportedFile {
  /** Where it is. */
  file: string
  sales: number
  /** Damaged sales that are not in it. */
  unreadable: number
}

/** What a person takes out of the till, as files. */
export const exportsCalls = {
  /** All sales that the filter finds, as a spreadsheet, newest first. */
  sales: call<ExportedFile>()('manager', z.strictObject({ filter: paymentsFilterSchema }), () => ({
    action: 'exported',
    detail: { what: 'sales' },
  })),
  /** Everything that happened to one sale, as a spreadsheet. */
  history: call<ExportedFile>()('manager', oneSale, ({ paymentId }) => ({
    action: 'exported',
    detail: { what: 'history', paymentId },
  })),
  /** Shows a file in the computer's own folder window; only one that was written since the start. */
  showInFolder: call<null>()('cashier', z.strictObject({ file: z.string().min(1).max(4_096) })),
} as const

/** What only Practice mode can do. */
export const practiceCalls = {
  /** Opens a practice sale's checkout page in this computer's browser. Practice mode only. */
  openCheckout: call<null>()('cashier', oneSale),
} as const
