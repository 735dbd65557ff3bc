import { z } from 'zod'
import { amountSchema } from '../../../../shared/money'

/** What the examining process is given. The key travels as a message only, never on a command line. */
export const taskSchema = z.strictObject({
  /** A copy of the ledger: the ledger itself is never opened by an examination. */
  file: z.string(),
  /** 64 hexadecimal digits. */
  key: z.string(),
  /** Where to export to, a file that is not there yet; null only to look. */
  exportFile: z.string().nullable(),
})

export type SalvageTask = z.infer<typeof taskSchema>

const openSaleSchema = z.strictObject({
  saleId: z.string(),
  amount: amountSchema.nullable(),
  msisdn: z.string(),
  recordedAt: z.number().nullable(),
})

/** What the examining process found. */
export const findingsSchema = z.strictObject({
  /** Sales that could be read, from their row or, where that is damaged, from their events. */
  sales: z.int(),
  /** Sales of which only the id could be read. */
  unreadable: z.int(),
  /** False where damage hides an unknown number of further sales. */
  complete: z.boolean(),
  /** True when every row could be read: then the till itself may open the ledger. */
  sound: z.boolean(),
  open: z.array(openSaleSchema),
  moreOpen: z.int(),
})

export type Findings = z.infer<typeof findingsSchema>

/** The one message that the examining process sends back. */
export const resultSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), findings: findingsSchema }),
  z.strictObject({ ok: z.literal(false), detail: z.string() }),
])

export type SalvageResult = z.infer<typeof resultSchema>
