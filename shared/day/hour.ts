import { z } from 'zod'

/** An hour of the shop's own clock. */
export const hourSchema = z.int().min(0).max(23)

/** That hour of each date that a period of the till had. */
export const hourOfPeriodSchema = z.strictObject({ period: z.int().positive(), hour: hourSchema })

export type HourOfPeriod = z.infer<typeof hourOfPeriodSchema>
