import { z } from 'zod'

/** An ISO 4217 style currency code: three capital letters (§2.2 `details.currency`). */
export const currencySchema = z.string().regex(/^[A-Z]{3}$/)

/** See `Amount`. */
export const amountSchema = z.strictObject({ currency: currencySchema, value: z.int().positive() })
