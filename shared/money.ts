import { z } from 'zod'

// In a file of its own: the customer's window groups digits and needs no schemas.
export { groupDigits } from './digits'

/** An ISO 4217 style currency code: three capital letters (§2.2 `details.currency`). */
export const currencySchema = z.string().regex(/^[A-Z]{3}$/)

/** Money as the service counts it: a positive whole number of major currency units (§2.2). */
export const amountSchema = z.strictObject({ currency: currencySchema, value: z.int().positive() })

export type Amount = z.infer<typeof amountSchema>

/** The currency that every card payment is made in (§2.2: card requests use `TZS`). */
export const cardCurrency = 'TZS'
