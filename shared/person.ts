import { z } from 'zod'

export const personNameSchema = z.string().trim().min(1).max(60)

/** Who stood at the till. The name is kept as it was then: people leave, records stay. */
export const personSchema = z.strictObject({ id: z.uuid(), name: personNameSchema })

export type Person = z.infer<typeof personSchema>
