import { z } from 'zod'
import { personSchema } from '../person'

/** How money went back: through the service, as cash of this till's drawer, or as other cash. The till itself moves none. */
export const wayBackSchema = z.enum(['service', 'cash', 'said'])

export type WayBack = z.infer<typeof wayBackSchema>

/**
 * What it was given back for: it was too much, or goods came back or are not taken. `taken-back`: nobody gave it, the
 * service took it back.
 */
export const whySchema = z.enum(['too-much', 'goods', 'taken-back'])

export type Why = z.infer<typeof whySchema>

/** Why a person gives money back. */
export type GivenFor = Exclude<Why, 'taken-back'>

export const givenFor = whySchema.exclude(['taken-back']).options

export const givenBackSchema = z.strictObject({
  /** Two presses with the same id are one. */
  draftId: z.uuid(),
  at: z.int().nonnegative(),
  value: z.int().positive(),
  way: wayBackSchema,
  why: whySchema,
  /** What the goods are worth: the sale comes to less by it. 0 where it was too much. */
  worth: z.int().nonnegative(),
  /** '' once the customer's data was removed. */
  reason: z.string(),
  person: personSchema.nullable(),
})

export type GivenBack = z.infer<typeof givenBackSchema>
