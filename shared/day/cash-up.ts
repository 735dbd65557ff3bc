import { z } from 'zod'
import { connectionKindSchema } from '../connection'
import { ledgerCheckSchema } from '../integrity'
import { currencySchema } from '../money-schemas'
import { personSchema } from '../person'
import { type CurrencyDay, dayReportSchema } from './report'

const time = z.int().nonnegative()

/** What was counted in the drawer. */
const countedCashSchema = z.strictObject({
  currency: currencySchema,
  /** What was in it when the period began. */
  float: z.number().nonnegative(),
  /** Below 0 where more was paid back than came in, and the float was not said. */
  expected: z.number(),
  counted: z.number().nonnegative(),
})

export type CountedCash = z.infer<typeof countedCashSchema>

/**
 * What the drawer should hold: its float, the cash that staff took and what was paid in, less what was given back and paid
 * out of it.
 */
export function expectedCash({
  blocks,
  refunds,
  drawer,
}: Pick<CurrencyDay, 'blocks' | 'refunds' | 'drawer'>): number {
  return (
    (drawer.float ?? 0) + blocks.cash.amount + drawer.paidIn - refunds.cash.amount - drawer.paidOut
  )
}

/** A period as it was closed. Stored as it is, and shown, printed and exported as it was for ever. */
export const cashUpSchema = z.strictObject({
  version: z.literal(1),
  /** Counts 1, 2, 3… for each connection. */
  number: z.int().positive(),
  connection: connectionKindSchema,
  shop: z.strictObject({ name: z.string(), till: z.string() }),
  closedAt: time,
  closedBy: personSchema.nullable(),
  report: dayReportSchema,
  cash: z.array(countedCashSchema),
  /** What the records said of themselves; not there in closings from before they were chained. */
  ledgerCheck: ledgerCheckSchema.optional(),
})

export type CashUp = z.infer<typeof cashUpSchema>

/** A cash-up as a list names it. */
export interface CashUpSummary {
  number: number
  closedAt: number
  closedBy: string | null
  /** Confirmed money, a line for each currency. */
  confirmed: readonly { currency: string; sales: number; amount: number }[]
  signedOff: number
}
