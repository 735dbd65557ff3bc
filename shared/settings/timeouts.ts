import { z } from 'zod'

/** See `defaultPromptLifetimeMs`. */
export const promptLifetimeMsSchema = z.int().min(10_000).max(3_600_000)

/** See `defaultKeyTrustedMs`. */
export const keyTrustedMsSchema = z
  .int()
  .min(60_000)
  .max(30 * 86_400_000)

/** See `FreshnessLimits`. */
export const freshnessLimitsSchema = z
  .strictObject({
    aloneMs: z.int().min(1_000).max(3_600_000),
    renewMs: z.int().min(1_000).max(86_400_000),
  })
  .refine(({ aloneMs, renewMs }) => aloneMs <= renewMs, 'A payment cannot outlive its own renewal')
