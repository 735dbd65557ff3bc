import { z } from 'zod'
import type { PaymentFields } from './payment-fields'

/** Writes fields in another way. A field that is missing or already odd stays as it is. */
export type Change = (fields: PaymentFields) => PaymentFields

const whole = z.object({ currency: z.string(), value: z.number() })
type WholeAmount = z.infer<typeof whole>

/** Changes the amount. */
export const withAmount =
  (change: (amount: WholeAmount) => object): Change =>
  fields => {
    const amount = whole.safeParse(fields.amount)
    return amount.success ? { ...fields, amount: change(amount.data) } : fields
  }

/** An amount's value as text with decimals: "1000.00". */
export const decimalText = (value: number): string => value.toFixed(2)

const isoTime = z.iso.datetime()

/** Changes every time, given as ISO text. */
export const withTimes =
  (change: (iso: string) => unknown): Change =>
  fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const time = name.endsWith('_at') ? isoTime.safeParse(value) : null
        return [name, time?.success ? change(time.data) : value]
      }),
    )

/** 2026-01-25T05:04:54.063Z with nanoseconds. */
export const withNanoseconds = (iso: string): string => iso.replace('Z', '853993Z')

/** 2026-01-25 05:04:54: UTC, but nothing says so. */
export const withoutZone = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

/** Seconds since the epoch, as a number. */
export const epochSeconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000)

/** The status in capitals. */
export const capitals: Change = fields =>
  typeof fields.status === 'string' ? { ...fields, status: fields.status.toUpperCase() } : fields
