import { z } from 'zod'

/** Who stood at the till. The name is kept as it was then: people leave, records stay. */
export const personSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).max(60),
})

export type Person = z.infer<typeof personSchema>
