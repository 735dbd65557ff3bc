import { z } from 'zod'

/**
 * The least that the owner can set, months: banks settle most disputes about a payment within half a year,
 * and until then the shop needs to know the customer.
 */
export const fewestMonths = 6
export const mostMonths = 120

/** For how long the till knows who its customers were. */
export const retentionSettingsSchema = z.strictObject({
  /** Months after which a payment's customer is removed from it; null keeps them for ever. */
  months: z.int().min(fewestMonths).max(mostMonths).nullable(),
})

export type RetentionSettings = z.infer<typeof retentionSettingsSchema>

/**
 * Two years: the longest time for a card payment's dispute (540 days) and a year's accounts are over, and
 * what was never wanted again in two years is only there to be stolen.
 */
export const defaultRetention: RetentionSettings = { months: 24 }
