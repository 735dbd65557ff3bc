import { z } from 'zod'
import { type ShiftReport, shiftSinceSchema } from '../../day/shift-report'
import { call } from '../call'

/** Wall clock, ms, as the report on the screen named it; null is the last cash-up. */
const oneShift = z.strictObject({ from: z.int().nonnegative().nullable() })

/** What was taken in a shift, while the day stays open. A cashier sees their own payments. */
export const shiftCalls = {
  report: call<ShiftReport>()('cashier', z.strictObject({ since: shiftSinceSchema })),
  /** Answers what was printed; null where the computer has no printer. The next one can begin there. */
  print: call<ShiftReport | null>()('cashier', oneShift),
  /** Writes it to a PDF file; answers where it is. */
  exportPdf: call<{ file: string }>()('cashier', oneShift),
} as const
