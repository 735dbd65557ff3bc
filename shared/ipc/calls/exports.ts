import { z } from 'zod'
import { salesFilterSchema } from '../../payment/sales-filter'
import { call, oneSale } from '../call'

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
  sales: call<ExportedFile>()('manager', z.strictObject({ filter: salesFilterSchema })),
  /** Everything that happened to one sale, as a spreadsheet. */
  history: call<ExportedFile>()('manager', oneSale),
  /** Shows a file in the computer's own folder window; only one that was written since the start. */
  showInFolder: call<null>()('cashier', z.strictObject({ file: z.string().min(1).max(4_096) })),
} as const
