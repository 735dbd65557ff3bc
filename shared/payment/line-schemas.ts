import { z } from 'zod'

/** Twelve digits, as the amount field takes them: far less than where numbers lose their last digit. */
export const priceSchema = z.int().min(1).max(999_999_999_999)

/** An item's name fits on a roll of 58 mm. */
export const itemNameSchema = z.string().trim().max(30)

/** One thing that was sold. An amount that was typed has no name, nor has a discount. */
export const lineSchema = z.strictObject({
  name: itemNameSchema,
  quantity: z.int().min(1).max(999),
  /** Of one, in major units of the sale's currency; below 0 it is a discount. */
  price: z.union([priceSchema, z.int().min(-999_999_999_999).max(-1)]),
})

/** As many items as a shop can have, an amount that was typed, and a discount. */
export const linesSchema = z
  .array(lineSchema)
  .max(62)
  .refine(lines => lines.every(({ name, price }) => price > 0 || name === ''))
