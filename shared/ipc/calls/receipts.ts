import { z } from 'zod'
import type { Sale } from '../../payment/sale'
import { receiptSettingsSchema } from '../../settings/receipts'
import { call, nothing, oneSale } from '../call'

/** Receipts, and the printers that they come out of. */
export const receiptsCalls = {
  /** The system's printers of this moment. */
  printers: call<readonly { name: string; displayName: string }[]>()('owner', nothing),
  /** What a receipt with these settings looks like: the address of an image. */
  preview: call<{ picture: string }>()('owner', receiptSettingsSchema),
  testPrint: call<null>()('owner', receiptSettingsSchema),
  /** Prints the next receipt of a paid sale; from the second on it is marked as a copy. */
  print: call<Sale>()('cashier', oneSale),
  /** Opens it as a message in the shop's own WhatsApp or e-mail program; main makes the address. */
  send: call<Sale>()('cashier', oneSale.extend({ channel: z.enum(['whatsapp', 'email']) })),
  /** The same as a PDF; answers where the file is. */
  savePdf: call<{ file: string }>()('cashier', oneSale),
} as const
