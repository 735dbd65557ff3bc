import { z } from 'zod'
import type { UnintelligibleReason } from './answer'
import { exactText } from './text'

export type DataRead<T> =
  | { ok: true; value: T }
  | { ok: false; reason: UnintelligibleReason; detail: string }
export type DataReader<T> = (data: object) => DataRead<T>

/** `reference`: the payment's key for status reads (§2.1), kept exactly. An empty one is none. */
export const reference = exactText(200)
/** A status word (§3), kept exactly as it came: which words mean paid is not judged here. */
export const statusWord = exactText(64)
/** A moment with its zone, as ms since the epoch. Without a zone nobody knows when it is. */
export const dateTime = z.iso
  .datetime({ offset: true })
  .transform(text => Date.parse(text))
  .refine(time => time >= 0)

/**
 * §2.2, the amount object of responses. A currency's end may be cut off: that makes no other one equal
 * to a sale's three letters, and keeps a page of text out of the ledger.
 */
export const amount = z.object({
  currency: z.string().transform(text => text.slice(0, 64)),
  value: z.int(),
})

/** Reads an envelope's `data` by a schema. Fields at fault are named; their values are not shown. */
export function dataReader<T>(schema: z.ZodType<T>): DataReader<T> {
  return data => {
    const read = schema.safeParse(data)
    if (read.success) return { ok: true, value: read.data }
    const fields = read.error.issues.map(issue => issue.path.join('.'))
    return { ok: false, reason: reasonFor(fields), detail: fields.join(', ') }
  }
}

function reasonFor(fields: string[]): UnintelligibleReason {
  if (fields.includes('reference')) return 'no-reference'
  if (fields.includes('status')) return 'no-payment-status'
  return 'wrong-fields'
}
