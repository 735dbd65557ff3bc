import { z } from 'zod'
import { amountSchema, currencySchema } from '../money-schemas'
import { methodSchema } from '../payment/channel'
import { wayBackSchema } from '../payment/given-back'
import { lineSchema } from '../payment/line-schemas'
import { personSchema } from '../person'
import { blockNames } from './blocks'
import { drawerEntrySchema, drawerSumsSchema } from './drawer'
import { hourSchema } from './hour'
import { dayStateSchema } from './state'

const time = z.int().nonnegative()
const person = personSchema.nullable()

/**
 * How many payments, and what they come to in major units of one currency; below 0 where more is taken back of an earlier
 * period than came. A sum beyond 2^53 is rounded: no shop takes that much, but a mistyped amount must not keep the day
 * from being shown.
 */
const tallySchema = z.strictObject({ sales: z.int(), amount: z.number() })

export type Tally = z.infer<typeof tallySchema>

/** Of payments and amounts, in major currency units. Never of different blocks: see below. */
export function sumOf(tallies: readonly Tally[]): Tally {
  return {
    sales: tallies.reduce((sum, { sales }) => sum + sales, 0),
    amount: tallies.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** The blocks side by side. There is no field for their sum, and there must never be one. */
const blocksSchema = z.record(z.enum(blockNames), tallySchema)

export type Blocks = z.infer<typeof blocksSchema>

/** What a person should check. */
export const markNames = [
  /** Confirmed after staff or the till had stopped waiting. */
  'late',
  /** Confirmed although the service later said otherwise. */
  'contradicted',
  /** Confirmed now, but taken before the last cash-up. */
  'earlier',
  /** An answer about another amount, currency or reference, which no person has settled yet. */
  'mismatched',
  /** Confirmed, and the goods are still here. */
  'toHandOver',
  /** The goods are gone, and the money has come into doubt since. */
  'handedOverInDoubt',
] as const

const marksSchema = z.record(z.enum(markNames), tallySchema)

export type Marks = z.infer<typeof marksSchema>

/**
 * Refunds that were recorded in this period, also of payments that an earlier period counted. Nothing else
 * in the report is less because of them.
 */
const refundsSchema = z.record(wayBackSchema, tallySchema)

export type Refunds = z.infer<typeof refundsSchema>

/**
 * The money that came in each of the shop's local hours: confirmed, by its channel, and cash. What was given back is
 * subtracted nowhere. Hours without any are left out.
 */
const hoursSchema = z.array(
  z.strictObject({ hour: hourSchema, money: z.record(methodSchema, tallySchema) }),
)

export type Hours = z.infer<typeof hoursSchema>

/** One currency's day. Currencies are never added to one another either. */
const currencyDaySchema = z.strictObject({
  currency: currencySchema,
  blocks: blocksSchema,
  channels: z.array(z.strictObject({ channel: methodSchema, blocks: blocksSchema })),
  /** null is a till without staff. */
  cashiers: z.array(z.strictObject({ person, blocks: blocksSchema })),
  states: z.array(
    z.strictObject({ state: dayStateSchema, block: z.enum(blockNames), tally: tallySchema }),
  ),
  hours: hoursSchema,
  marks: marksSchema,
  refunds: refundsSchema,
  /** What moved in and out of the drawer without a sale. */
  drawer: drawerSumsSchema,
  /** The items of what was confirmed or taken in cash, by name and price; '' is what was typed. */
  sold: z.array(lineSchema.extend({ quantity: z.int().positive() })),
})

export type CurrencyDay = z.infer<typeof currencyDaySchema>

/** Why a payment may stay open over a cash-up, and who says so. It stays a to-do (money rule 8). */
const signOffSchema = z.strictObject({ reason: z.string(), at: time, person })

/** A payment that is left open, as a list names it. */
const openPaymentSchema = z.strictObject({
  paymentId: z.uuid(),
  recordedAt: time,
  amount: amountSchema,
  channel: methodSchema,
  msisdn: z.string(),
  name: z.string(),
  person,
  state: dayStateSchema,
  /** Its money is confirmed and counted; what is open is something else about it. */
  confirmed: z.boolean(),
  /** It is paid, and the rest of its purchase is missing. */
  restMissing: z.boolean(),
  /** Its purchase has more money than is due. */
  tooMuch: z.boolean(),
  late: z.boolean(),
  /** Taken before the last cash-up. */
  earlier: z.boolean(),
  signOff: signOffSchema.nullable(),
})

export type OpenPayment = z.infer<typeof openPaymentSchema>

/** Money that was confirmed in this period for a payment of an earlier one. */
const earlierPaymentSchema = z.strictObject({
  paymentId: z.uuid(),
  /** The period that the payment was taken in. */
  period: z.int().positive(),
  recordedAt: time,
  settledAt: time,
  amount: amountSchema,
  msisdn: z.string(),
  name: z.string(),
  late: z.boolean(),
})

export type EarlierPayment = z.infer<typeof earlierPaymentSchema>

/** A period of the till: from one cash-up to the next. */
export const dayReportSchema = z.strictObject({
  /** Its cash-up has, or will have, this number. */
  period: z.int().positive(),
  /** When the cash-up before it was made; null for the till's first period. */
  since: time.nullable(),
  /** When this was computed. */
  until: time,
  currencies: z.array(currencyDaySchema),
  /** The same, each by itself, oldest first. */
  drawer: z.array(drawerEntrySchema),
  open: z.array(openPaymentSchema),
  earlier: z.array(earlierPaymentSchema),
})

export type DayReport = z.infer<typeof dayReportSchema>

/** The running period, with what there is to compare it with. */
export interface RunningDay extends DayReport {
  /** The hours of the closed period that began a week before this one; none where there was none. */
  weekBefore: readonly Pick<CurrencyDay, 'currency' | 'hours'>[]
  /** What was counted in the drawer when the period before was closed. */
  lastCounted: readonly { currency: string; amount: number }[]
}
