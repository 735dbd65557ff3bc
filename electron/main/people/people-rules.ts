import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import { nameSkeleton } from '../../../shared/plain-text'
import { type Role, shortestPin } from '../../../shared/staff'
import type { KeptPerson } from '../store/till-document'

type People = readonly KeptPerson[]

/** What an owner says of a person. */
export interface PersonGiven {
  name: string
  role: Role
}

/** Why this person cannot join, or null. The first must be an owner: only an owner adds a second. */
export function whyNotAdd(
  people: People,
  given: PersonGiven,
  pin: string,
  pinDigits: number,
): Failure | null {
  if (people.length === 0 && given.role !== 'owner')
    return failure('first-owner', 'The first person must be an owner')
  return nameTaken(people, given.name, null) ?? pinTooShort(given.role, pin.length, pinDigits)
}

/** Why a person cannot become this, or null; `pin` is null where the old one stays. */
export function whyNotChange(
  people: People,
  person: KeptPerson,
  given: PersonGiven,
  pin: string | null,
  pinDigits: number,
): Failure | null {
  if (person.role === 'owner' && given.role !== 'owner' && isLastOwner(people, person.id))
    return failure('last-owner', 'The last owner must stay one')
  const digits = pin?.length ?? person.digits
  return nameTaken(people, given.name, person.id) ?? pinTooShort(given.role, digits, pinDigits)
}

/** Why a person cannot go, or null. */
export function whyNotRemove(people: People, person: KeptPerson): Failure | null {
  return isLastOwner(people, person.id)
    ? failure('last-owner', 'The last owner cannot be removed')
    : null
}

/** The person of this id. */
export function personOf(people: People, id: string): Result<KeptPerson> {
  const person = people.find(one => one.id === id)
  return person ? success(person) : failure('no-such-person', 'No person has this id')
}

/** The list with this person's new entry, in the order of names. */
export function withPerson(people: People, person: KeptPerson): KeptPerson[] {
  const all = [...people.filter(one => one.id !== person.id), person]
  return all.toSorted((one, other) => one.name.localeCompare(other.name))
}

/** The list without this person. What they did stays on the records, with their name. */
export function withoutPerson(people: People, id: string): KeptPerson[] {
  return people.filter(one => one.id !== id)
}

function isLastOwner(people: People, id: string): boolean {
  return (
    !people.some(one => one.role === 'owner' && one.id !== id) &&
    people.some(one => one.role === 'owner' && one.id === id)
  )
}

/** Two of a name could not be told apart on the lock screen and in the audit log. */
function nameTaken(people: People, name: string, but: string | null): Failure | null {
  const skeleton = nameSkeleton(name)
  return people.some(one => one.id !== but && nameSkeleton(one.name) === skeleton)
    ? failure('name-taken', 'Another person has this name already')
    : null
}

/** Whether a person's PIN has fewer digits than the owner asks for now. */
export function hasShortPin({ role, digits }: KeptPerson, pinDigits: number): boolean {
  return digits < shortestPin(role, pinDigits)
}

function pinTooShort(role: Role, digits: number, pinDigits: number): Failure | null {
  const least = shortestPin(role, pinDigits)
  return digits < least ? failure('pin-too-short', `At least ${least} digits`) : null
}
