import { z } from 'zod'
import { roles } from './staff'

export const personNameSchema = z.string().trim().min(1).max(60)

/** Who stood at the till. The name is kept as it was then: people leave, records stay. */
export const personSchema = z.strictObject({ id: z.uuid(), name: personNameSchema })

export type Person = z.infer<typeof personSchema>

export const roleSchema = z.enum(roles)

/** The longest PIN, in digits. */
const longestPin = 12

/** A PIN as typed. Digits only: it is typed on a number pad. How many there must be depends on the role. */
export const pinSchema = z.string().regex(/^\d+$/).max(longestPin)

/** A person on the till's list. */
export const staffMemberSchema = z.strictObject({ ...personSchema.shape, role: roleSchema })

export type StaffMember = z.infer<typeof staffMemberSchema>
