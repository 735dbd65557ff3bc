import type { Sale } from '../../payment/sale'
import { receiptSettingsSchema } from '../../settings/receipts'
import { call, nothing, oneSale } from '../call'

/** Receipts, and the printers that they come out of. */
export const receiptsCalls = {
  /** The system's printers of this moment. */
  printers: call<readonly { name: string; displayName: string }[]>()(nothing),
  /** What a receipt with these settings looks like: the address of an image. */
  preview: call<{ picture: string }>()(receiptSettingsSchema),
  testPrint: call<null>()(receiptSettingsSchema),
  /** Prints the next receipt of a paid sale; from the second on it is marked as a copy. */
  print: call<Sale>()(oneSale),
  /** The same as a PDF; answers where the file is. */
  savePdf: call<{ file: string }>()(oneSale),
} as const
