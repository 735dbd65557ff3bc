import type { StaffTile } from '../../../../shared/ipc/till-state'
import { type Role, shortestPin } from '../../../../shared/staff'

/** A person as typed in the form. */
export interface PersonFields {
  name: string
  role: Role
  pin: string
  again: string
}

export type PersonProblem = 'name' | 'pin' | 'digits' | 'different'

/** What stands in the form at first. */
export function personFields(person: StaffTile | null, isFirst: boolean): PersonFields {
  const role = person?.role ?? (isFirst ? 'owner' : 'cashier')
  return { name: person?.name ?? '', role, pin: '', again: '' }
}

/** Whether the old PIN may stay: there is one, and it is long enough for the role. */
export function mayKeepPin(person: StaffTile | null, role: Role, pinDigits: number): boolean {
  if (person === null || person.shortPin) return false
  return shortestPin(role, pinDigits) <= shortestPin(person.role, pinDigits)
}

/** What is wrong with the form, or null. Main checks it again. */
export function personProblem(
  { name, role, pin, again }: PersonFields,
  person: StaffTile | null,
  pinDigits: number,
): PersonProblem | null {
  if (name.trim() === '') return 'name'
  if (pin === '' && mayKeepPin(person, role, pinDigits)) return null
  if (!/^\d*$/.test(pin)) return 'digits'
  if (pin.length < shortestPin(role, pinDigits)) return 'pin'
  return pin === again ? null : 'different'
}
