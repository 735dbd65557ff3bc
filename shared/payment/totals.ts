import { z } from 'zod'
import { settledBlocks } from '../day/blocks'
import type { Tally } from '../day/report'

/** What totals count: confirmed money, the part of it that was refunded, and each of a person's words. */
export const totalKinds = ['confirmed', 'refund', ...settledBlocks] as const

export type TotalKind = (typeof totalKinds)[number]

/** The totals of one currency. They are never added to one another, and a refund is subtracted from nothing. */
export type CurrencyTotals = { currency: string } & Record<TotalKind, Tally>

/** What the payments came to that were asked for from one moment (inclusive) to another, ms. */
export interface PeriodTotals {
  from: number
  to: number
  currencies: readonly CurrencyTotals[]
}

/** The periods of a list: each ends where the next one begins. Wall clock, ms. */
export const periodStartsSchema = z.array(z.int().nonnegative()).max(61)
