import { z } from 'zod'
import type { Sale } from './sale'

/** How long a customer is taken to be still at the counter (money rule 7), in ms. */
export const freshnessLimitsSchema = z.strictObject({
  /** Younger than this, a push may go out without asking. */
  aloneMs: z.int().min(1_000).max(600_000),
  /** Older than this, it can only be made anew. */
  renewMs: z.int().min(1_000).max(3_600_000),
})

export type FreshnessLimits = z.infer<typeof freshnessLimitsSchema>

export const defaultFreshness: FreshnessLimits = { aloneMs: 60_000, renewMs: 600_000 }

/** `fresh`: may go alone. `ask`: only when the cashier says the customer is here. `too-old`: never. */
export type Freshness = 'fresh' | 'ask' | 'too-old'

/** Judges a sale's age at wall-clock `now` (ms). A clock set back makes no sale younger than new. */
export function freshnessOf(
  sale: Pick<Sale, 'freshSince' | 'recordedAt'>,
  now: number,
  limits: FreshnessLimits,
): Freshness {
  if (now - sale.recordedAt >= limits.renewMs) return 'too-old'
  return now - sale.freshSince < limits.aloneMs ? 'fresh' : 'ask'
}
