import { z } from 'zod'
import type { CashUp, CashUpSummary } from '../../day/cash-up'
import type { DayReport } from '../../day/report'
import { currencySchema } from '../../money-schemas'
import { call, nothing } from '../call'

const oneCashUp = z.strictObject({ number: z.int().positive() })

const amounts = z
  .array(
    z.strictObject({
      currency: currencySchema,
      amount: z.int().nonnegative().max(1_000_000_000_000_000),
    }),
  )
  .max(50)

/** The shop's day, and closing it. */
export const dayCalls = {
  /** The running period: what came since the last cash-up. */
  report: call<DayReport>()('cashier', nothing),
  /**
   * Closes the running period.
   * A period that is closed already is answered as it was closed: a second press closes nothing. Fails
   * with `cash-up-unsigned` where a sale is open that nobody signed off.
   */
  close: call<CashUp>()(
    'manager',
    z.strictObject({
      period: z.int().positive(),
      signOffs: z
        .array(z.strictObject({ saleId: z.uuid(), reason: z.string().trim().min(3).max(300) }))
        .max(100_000),
      counted: amounts,
      /** What the drawer held when the period began. */
      floats: amounts.default([]),
    }),
  ),
  /** Newest first; `before` is the number of the last one already shown, or null. */
  past: call<{ cashUps: readonly CashUpSummary[]; more: boolean }>()(
    'manager',
    z.strictObject({ before: z.int().positive().nullable() }),
  ),
  find: call<CashUp>()('manager', oneCashUp),
  /** Writes the sales of a closed period, as they were then, to a CSV file; answers where it is. */
  exportCsv: call<{ file: string }>()('manager', oneCashUp),
  /** The same as a document. */
  exportPdf: call<{ file: string }>()('manager', oneCashUp),
  /** Prints it on the computer's default printer; false where the computer has none. */
  print: call<{ printed: boolean }>()('manager', oneCashUp),
  /** Opens a message with its totals, what is open and the check code; a person chooses who gets it. */
  send: call<null>()('manager', oneCashUp),
} as const
