import { z } from 'zod'
import type { Sale } from './sale'

/** How long a customer is taken to be still at the counter (money rule 7), in ms. */
export const freshnessLimitsSchema = z
  .strictObject({
    /** Younger than this, a sale may go out without asking. */
    aloneMs: z.int().min(1_000).max(3_600_000),
    /** Older than this, it can only be made anew. */
    renewMs: z.int().min(1_000).max(86_400_000),
  })
  .refine(({ aloneMs, renewMs }) => aloneMs <= renewMs, 'A sale cannot outlive its own renewal')

export type FreshnessLimits = z.infer<typeof freshnessLimitsSchema>

/** A push rings on a phone that may have left the shop. */
export const defaultFreshness: FreshnessLimits = { aloneMs: 60_000, renewMs: 600_000 }

/** Longer: nobody is surprised by a QR code, which is only seen at the counter once it exists. */
export const defaultCardFreshness: FreshnessLimits = { aloneMs: 300_000, renewMs: 3_600_000 }

/** How long ago, in ms, the sale was recorded, and the customer was last known to be at the counter. */
export interface Ages {
  sinceRecorded: number
  sinceFresh: number
}

/** `fresh`: may go alone. `ask`: only when the cashier says the customer is here. `too-old`: never. */
export type Freshness = 'fresh' | 'ask' | 'too-old'

/** Judges whether a sale that waits may still go out. */
export function freshnessOf(ages: Ages, limits: FreshnessLimits): Freshness {
  if (ages.sinceRecorded >= limits.renewMs) return 'too-old'
  return ages.sinceFresh < limits.aloneMs ? 'fresh' : 'ask'
}

/** A sale's ages by a wall clock that reads `now` (ms). */
export function agesAt(sale: Pick<Sale, 'freshSince' | 'recordedAt'>, now: number): Ages {
  return { sinceRecorded: now - sale.recordedAt, sinceFresh: now - sale.freshSince }
}
