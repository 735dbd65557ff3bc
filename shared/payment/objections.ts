import { z } from 'zod'
import { personSchema } from '../person'
import { wordMeaningSchema } from './status-words'

/** A field of an answer that speaks against PAID, as it came (money rule 5). */
export const objectionSchema = z.strictObject({
  name: z.string().min(1).max(100),
  value: z.string().max(200),
})

export type Objection = z.infer<typeof objectionSchema>

/** What a person can say of a field; `nothing`: it says nothing about the payment. */
export const objectionMeaningSchema = z.enum([...wordMeaningSchema.options, 'nothing'])

export type ObjectionMeaning = z.infer<typeof objectionMeaningSchema>

/** What a person has said of a field with this value; of any value where it is null. */
export const rulingSchema = z.strictObject({
  name: objectionSchema.shape.name,
  value: objectionSchema.shape.value.nullable(),
  meaning: objectionMeaningSchema,
})

export type Ruling = z.infer<typeof rulingSchema>

/** No answer that a service means has more of them; after these are cleared, the next are shown. */
export const mostObjections = 8

/** What a manager said of a field, kept for a connection. It counts for other payments once an owner confirmed it. */
export const savedRulingSchema = rulingSchema.extend({
  /** Wall clock, ms. */
  at: z.int().nonnegative(),
  /** Null on a till without staff. */
  person: personSchema.nullable(),
  /** Whether an owner has confirmed it. */
  confirmed: z.boolean(),
})

export type SavedRuling = z.infer<typeof savedRulingSchema>

export const savedRulingsSchema = z.array(savedRulingSchema).max(100)

/** One of them, as an owner sees it. */
export interface RulingView extends SavedRuling {
  /** How many payments would not be paid without it. */
  payments: number
}

/** What counts for every payment of the connection. */
export function confirmedRulings(saved: readonly SavedRuling[]): Ruling[] {
  return saved
    .filter(({ confirmed }) => confirmed)
    .map(({ name, value, meaning }) => ({ name, value, meaning }))
}
