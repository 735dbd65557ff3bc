import { z } from 'zod'
import { personSchema } from './person'

/** What a person may do at the till, least first: each role may do what those before it may. */
export const roles = ['cashier', 'manager', 'owner'] as const

export const roleSchema = z.enum(roles)

export type Role = z.infer<typeof roleSchema>

/** Whether someone with `role` may do what takes at least `least`. */
export function hasRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/** The longest PIN, in digits. */
const longestPin = 12

/** A PIN as typed. Digits only: it is typed on a number pad. How many there must be depends on the role. */
export const pinSchema = z.string().regex(/^\d+$/).max(longestPin)

/**
 * The fewest digits. A cashier types a PIN dozens of times a day and may do nothing that cannot be seen in the
 * audit log, so the owner decides whether four are enough; other roles have six.
 */
export function shortestPin(role: Role, pinDigits: number): number {
  return role === 'cashier' ? pinDigits : 6
}

/** A person on the till's list. */
export const staffMemberSchema = z.strictObject({ ...personSchema.shape, role: roleSchema })

export type StaffMember = z.infer<typeof staffMemberSchema>
