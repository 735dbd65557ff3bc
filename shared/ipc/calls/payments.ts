import { z } from 'zod'
import type { Action } from '../../payment/actions'
import { msisdnSchema } from '../../payment/customer-schemas'
import { cashDraftSchema, draftSchema } from '../../payment/draft'
import { type PaymentEvent, resolutionHowSchema, type Undoable } from '../../payment/event'
import { givenBackSchema, type WayBack, type Why } from '../../payment/given-back'
import { objectionMeaningSchema, objectionSchema } from '../../payment/objections'
import type { Payment } from '../../payment/payment'
import { type FoundPayments, paymentsFilterSchema } from '../../payment/payments-filter'
import { type LookedUp, referenceSchema } from '../../payment/service-payment'
import { wordMeaningSchema } from '../../payment/status-words'
import { type CurrencyTotals, type PeriodTotals, periodStartsSchema } from '../../payment/totals'
import type { PaymentsOfSales, SaleView } from '../../sale/sale-view'
import { receiptSettingsSchema } from '../../settings/receipts'
import type { OthersAsked } from '../../shop-meeting'
import { call, nothing, onePayment } from '../call'

/** Why a person says how a payment ended or that money was given back. */
const reason = z.string().trim().min(3).max(300)

const plain = <Name extends Action>(action: Name) =>
  onePayment.extend({ action: z.literal(action) })

/** What a cashier does with one payment. */
const cashierAction = z.discriminatedUnion('action', [
  plain('withdraw'),
  plain('send-now'),
  /** Asks again with the same key, which never charges twice. */
  plain('try-again'),
  /** A new push for the same payment: the press says that the customer sees no prompt (money rule 10). */
  plain('send-again').extend({ draftId: z.uuid() }),
  plain('stop'),
  plain('check-now'),
  plain('stop-waiting'),
  /** The customer paid in cash; a push that may still be paid is watched on (money rule 9). */
  plain('take-cash').extend({ note: z.string().trim().max(300) }),
  /** Once a reference, in a shop of many tills too. */
  plain('hand-over'),
])

/**
 * What takes a manager. `status` is the word that the person saw, '' for none: a read may have brought another one
 * meanwhile.
 */
const managerAction = z.discriminatedUnion('action', [
  /** As a cashier's, more than an hour after the payment was recorded. */
  plain('try-again'),
  plain('resolve').extend({
    status: z.string(),
    reason,
    how: resolutionHowSchema.default('other'),
    /** What was seen paid, in major units, where it is not what was asked for. */
    value: z.int().positive().optional(),
  }),
  /** Writes down that money went back. `value`: in major units of the payment's currency. */
  plain('give-back').extend({
    ...givenBackSchema.pick({ draftId: true, value: true, way: true, why: true }).shape,
    /** What was too much needs none. */
    reason: z.union([reason, z.literal('')]),
  }),
  plain('classify-status').extend({ status: z.string(), meaning: wordMeaningSchema }),
  /** Of a field that the person saw; an answer since may not have it any more. */
  plain('answer-objection').extend({ ...objectionSchema.shape, meaning: objectionMeaningSchema }),
])

/** What came of an action on a payment. */
export interface Acted {
  payment: Payment
  /** Of a hand-over: whether the other tills of the shop were asked. */
  others?: OthersAsked
}

/** The most that can be given back, for what and how, in major units. */
export type ToGiveBack = Record<Why, Record<WayBack, number>>

/** Cash that was taken, or money given back, which a person moved last. */
export interface ToUndo {
  entry: number
  what: Undoable
  /** How long it can still be undone, ms. */
  left: number
}

/** What a cashier does with payments. */
export const paymentsCalls = {
  /** Records a payment and starts sending it. A second press with the same draft answers the first payment. */
  request: call<Payment>()('cashier', draftSchema),
  /**
   * Approves a discount that is above the owner's limit, before the sale is recorded: for this draft alone. `total` is
   * what is left to pay.
   */
  discount: call<null>()(
    'manager',
    z.strictObject({
      draftId: z.uuid(),
      discount: z.int().positive(),
      total: z.int().positive(),
    }),
    ({ discount, total }) => ({
      action: 'approved',
      detail: { call: 'payments.discount', discount, total },
    }),
  ),
  /** The sales of everything open or unresolved, and of the last payments. */
  recent: call<PaymentsOfSales>()('cashier', nothing),
  /** Reads every payment that is open or unresolved once; `unanswered` could not be read now. */
  checkAll: call<{ read: number; unanswered: number }>()('cashier', nothing),
  history: call<{ payment: Payment; events: readonly PaymentEvent[] }>()('cashier', onePayment),
  /** The sale of a payment. */
  sale: call<SaleView>()('cashier', onePayment),
  /** The payment with this reference; where this till has none, what the service says of it. */
  lookUp: call<LookedUp>()('cashier', z.strictObject({ reference: referenceSchema })),
  act: call<Acted>()('cashier', cashierAction),
  decide: call<Acted>()('manager', managerAction, 'recorded-elsewhere'),
  /** What of a payment's sale can be given back. */
  toGiveBack: call<ToGiveBack>()('cashier', onePayment),
  /** What of a payment's sale can still be undone; null where nothing can. */
  toUndo: call<ToUndo | null>()('cashier', onePayment),
  /** Undoes it. `entry`: the one that the person saw; another may have come since. */
  undo: call<Payment>()('cashier', onePayment.extend({ entry: z.int().positive() })),
  /** Puts the card checkout's https link on the clipboard, as the service gave it. */
  copyCheckoutLink: call<null>()('cashier', onePayment),
  /** Opens a message with that link to the customer's number. The till itself sends nothing. */
  sendCheckoutLink: call<null>()('cashier', onePayment.extend({ by: z.enum(['whatsapp', 'sms']) })),
  /** The last answer of a payment whose answers cannot be read, as it came but for the secret. */
  unreadAnswer: call<string>()('manager', onePayment, 'changes-nothing'),
} as const

/** Finding payments in the whole ledger. */
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
  totals: call<readonly CurrencyTotals[]>()(
    'cashier',
    z.strictObject({ filter: paymentsFilterSchema }),
  ),
  /** What the payments came to that were asked for between each two moments. */
  periods: call<readonly PeriodTotals[]>()(
    'cashier',
    z.strictObject({ starts: periodStartsSchema }),
  ),
} as const

/** Results that are not acknowledged yet. */
export const resultsCalls = {
  /** The payments of the connection in use whose results wait to be seen, the oldest first. */
  unseen: call<readonly Payment[]>()('cashier', nothing),
  /** A person has seen how this payment ended. */
  acknowledge: call<null>()('cashier', onePayment),
} as const

/** What staff took in cash. */
export const cashCalls = {
  /** Records cash that was taken, for a whole sale or a part of it. A second press with the same draft answers the first payment. */
  record: call<Payment>()('cashier', cashDraftSchema),
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
  /** Prints the next receipt of a paid payment; from the second on it is marked as a copy. */
  print: call<Payment>()('cashier', onePayment),
  /** Opens it as a message in the shop's own WhatsApp or e-mail program; main makes the address. */
  send: call<Payment>()(
    'cashier',
    onePayment.extend({
      channel: z.enum(['whatsapp', 'email']),
      /** Instead of the payment's own. */
      number: msisdnSchema.optional(),
    }),
  ),
  /** The same as a PDF; answers where the file is. */
  savePdf: call<{ file: string }>()('cashier', onePayment),
} as const

/** A file that was written for a person. */
export interface ExportedFile {
  /** Where it is. */
  file: string
  sales: number
  /** Damaged payments that are not in it. */
  unreadable: number
}

/** What a person takes out of the till, as files. */
export const exportsCalls = {
  /** All payments that the filter finds, as a spreadsheet, newest first. */
  payments: call<ExportedFile>()(
    'manager',
    z.strictObject({ filter: paymentsFilterSchema }),
    () => ({
      action: 'exported',
      detail: { what: 'sales' },
    }),
  ),
  /** Everything that happened to one payment, as a spreadsheet. */
  history: call<ExportedFile>()('manager', onePayment, ({ paymentId }) => ({
    action: 'exported',
    detail: { what: 'history', paymentId },
  })),
  /** Shows a file in the computer's own folder window; only one that was written since the start. */
  showInFolder: call<null>()('cashier', z.strictObject({ file: z.string().min(1).max(4_096) })),
} as const

/** What only Practice mode can do. */
export const practiceCalls = {
  /** Opens a practice sale's checkout page in this computer's browser. Practice mode only. */
  openCheckout: call<null>()('cashier', onePayment),
} as const
