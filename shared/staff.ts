/** What a person may do at the till, least first: each role may do what those before it may. */
export const roles = ['cashier', 'manager', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether someone with `role` may do what takes at least `least`. */
export function hasRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/**
 * The fewest digits. A cashier types a PIN dozens of times a day and may do nothing that cannot be seen in the
 * audit log, so the owner decides whether four are enough; other roles have six.
 */
export function shortestPin(role: Role, pinDigits: number): number {
  return role === 'cashier' ? pinDigits : 6
}
