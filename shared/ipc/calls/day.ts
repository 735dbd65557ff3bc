import { z } from 'zod'
import type { CashUp, CashUpSummary } from '../../day/cash-up'
import type { DrawerEntry } from '../../day/drawer'
import type { RunningDay } from '../../day/report'
import { type ShiftReport, shiftSinceSchema } from '../../day/shift-report'
import { currencySchema } from '../../money-schemas'
import { longestSearch } from '../../payment/payments-filter'
import type { FromShop, OtherTillsHistory, OtherTillsPayment, ShopDay } from '../../shop-meeting'
import { type Audit, call, nothing } from '../call'

const oneCashUp = z.strictObject({ number: z.int().positive() })

const exported =
  (what: string): Audit<{ number: number }> =>
  ({ number }) => ({ action: 'exported', detail: { what, number } })

const amounts = z
  .array(
    z.strictObject({
      currency: currencySchema,
      amount: z.int().nonnegative().max(1_000_000_000_000_000),
    }),
  )
  .max(50)

/** Cash that moves without a sale. `value`: whole major units of the shop's currency. */
const drawerPress = z.strictObject({
  draftId: z.uuid(),
  value: z.int().nonnegative().max(1_000_000_000_000_000),
})
/** A float may be nothing; what staff put in or take out is something, and has a reason. */
const cashMoved = drawerPress.extend({
  value: drawerPress.shape.value.positive(),
  reason: z.string().trim().min(3).max(300),
})

/** The shop's day, and closing it. */
export const dayCalls = {
  /** The running period: what came since the last cash-up. */
  report: call<RunningDay>()('cashier', nothing),
  /** What the drawer holds as the period begins; said again, the last one counts. */
  setFloat: call<DrawerEntry>()('cashier', drawerPress),
  /** Cash that staff put into the drawer. A second press with the same draft is the first. */
  payIn: call<DrawerEntry>()('cashier', cashMoved),
  /** Cash that staff take out of it. */
  payOut: call<DrawerEntry>()('manager', cashMoved, 'recorded-elsewhere'),
  /**
   * Closes the running period.
   * A period that is closed already is answered as it was closed: a second press closes nothing. Fails
   * with `cash-up-unsigned` where a payment is open that is not signed off.
   */
  close: call<CashUp>()(
    'manager',
    z.strictObject({
      period: z.int().positive(),
      signOffs: z
        .array(z.strictObject({ paymentId: z.uuid(), reason: z.string().trim().min(3).max(300) }))
        .max(100_000),
      counted: amounts,
      /** What the drawer held when the period began. */
      floats: amounts.default([]),
    }),
    ({ period, signOffs }) => ({
      action: 'day-closed',
      detail: { period, signOffs: signOffs.length },
    }),
  ),
  /** Newest first; `before` is the number of the last one already shown, or null. */
  past: call<{ cashUps: readonly CashUpSummary[]; more: boolean }>()(
    'manager',
    z.strictObject({ before: z.int().positive().nullable() }),
    'changes-nothing',
  ),
  find: call<CashUp>()('manager', oneCashUp, 'changes-nothing'),
  /** Writes the payments of a closed period, as they were then, to a CSV file; answers where it is. */
  exportCsv: call<{ file: string }>()('manager', oneCashUp, exported('cash-up')),
  /** The same as a document. */
  exportPdf: call<{ file: string }>()('manager', oneCashUp, exported('cash-up')),
  /** Prints it on the computer's default printer; false where the computer has none. */
  print: call<{ printed: boolean }>()('manager', oneCashUp, exported('cash-up-print')),
  /** Opens a message to the owner with its totals, what is open and the check code; a person sends it. */
  send: call<null>()('manager', oneCashUp, exported('cash-up')),
} as const

/** The beginning that the report on the screen named. */
const oneShift = z.strictObject({ from: z.int().positive().nullable() })

/** What was taken in a shift, while the day stays open. A cashier sees their own payments. */
export const shiftCalls = {
  report: call<ShiftReport>()('cashier', z.strictObject({ since: shiftSinceSchema })),
  /** Answers what was printed; null where the computer has no printer. The next one can begin there. */
  print: call<ShiftReport | null>()('cashier', oneShift),
  /** Writes it to a PDF file; answers where it is. */
  exportPdf: call<{ file: string }>()('cashier', oneShift),
  /** Opens a message to the owner with its totals and what is open. The next one can begin there. */
  send: call<null>()('cashier', oneShift),
} as const

/** `2026-11-21`; null is today. */
const oneDay = z.strictObject({ day: z.iso.date().nullable() })

/** What the other tills of a shop have. */
export const meetingCalls = {
  /** Payments of the other tills, newest first, by the end of a phone number, an amount or a whole reference. */
  find: call<FromShop<readonly OtherTillsPayment[]>>()(
    'cashier',
    z.strictObject({
      text: z.string().max(longestSearch),
      limit: z.int().min(1).max(100).default(12),
    }),
  ),
  /** Another till's payment and its events; null where the shop has no such payment. */
  history: call<FromShop<OtherTillsHistory | null>>()(
    'cashier',
    z.strictObject({ till: z.string().max(64), paymentId: z.uuid() }),
  ),
  /** What all tills took on a day. */
  day: call<FromShop<ShopDay>>()('owner', oneDay, 'changes-nothing'),
  /** The same as a spreadsheet file. */
  exportDay: call<FromShop<{ file: string }>>()('owner', oneDay, 'changes-nothing'),
} as const
