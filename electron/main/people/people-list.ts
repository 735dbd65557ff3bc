import type { AuditAction, AuditDetail } from '../../../shared/audit-entry'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import { nameSkeleton } from '../../../shared/plain-text'
import { shortestPin } from '../../../shared/staff'
import type { Effort } from '../store/derivation'
import type { KeptPerson } from '../store/till-document'
import type { TillStore } from '../store/till-store'
import { asPerson, lockPin } from './pin-tries'

type People = readonly KeptPerson[]
type Given = Pick<KeptPerson, 'name' | 'role'>

const noSuchPerson = failure('no-such-person', 'No person has this id')

/**
 * What an owner does with the list of people: each change and its audit entry are one transaction. The rules are
 * checked after a PIN was locked: that takes a while, and presses come twice. Throws StoreFailed.
 */
export class PeopleList {
  constructor(
    private readonly deps: {
      store: TillStore
      /** Who does it, for the audit log. */
      person: () => Person | null
      newId: () => string
      random: (count: number) => Buffer
      effort: Effort
      /** The fewest digits of a cashier's PIN. */
      pinDigits: () => number
    },
  ) {}

  all(): People {
    return this.deps.store.document().people
  }

  find(id: string | null): KeptPerson | null {
    return this.all().find(one => one.id === id) ?? null
  }

  /** Answers the new person. The first one must be an owner. */
  async add({ name, role, pin }: Given & { pin: string }): Promise<Result<KeptPerson>> {
    const locked = await this.#locked(pin)
    const person = { id: this.deps.newId(), name, role, ...locked }
    return this.#put(person, 'person-added', { ...asPerson(person), role })
  }

  /** `pin`: null where the old one stays. */
  async change(asked: Given & { id: string; pin: string | null }): Promise<Result<KeptPerson>> {
    const { id, name, role, pin } = asked
    const locked = pin === null ? {} : await this.#locked(pin)
    const before = this.find(id)
    if (!before) return noSuchPerson
    const person = { ...before, name, role, ...locked }
    const was = { nameBefore: before.name, roleBefore: before.role }
    const now = { ...asPerson(person), role, newPin: pin !== null }
    return this.#put(person, 'person-changed', { ...now, ...was })
  }

  /** A person's own PIN, replaced by themselves: `person` is who they were when the old one was tried. */
  async renewPin(person: KeptPerson, pin: string): Promise<Result<KeptPerson>> {
    const locked = await this.#locked(pin)
    const now = this.find(person.id)
    // An owner gave another PIN meanwhile: the old one opens nothing any more.
    if (now?.pin.hash !== person.pin.hash) return noSuchPerson
    const renewed = { ...now, ...locked }
    const detail = { ...asPerson(renewed), role: renewed.role, newPin: true }
    return this.#put(renewed, 'person-changed', detail, asPerson(renewed))
  }

  /** What they did stays on the records, with their name. */
  remove(id: string): Result<KeptPerson> {
    const person = this.find(id)
    if (!person) return noSuchPerson
    const others = this.all().filter(one => one.id !== id)
    const refused = ownerNeeded(this.all(), others)
    if (refused) return refused
    this.#commit('person-removed', others, { ...asPerson(person), role: person.role })
    return success(person)
  }

  /** No owner can get in: the till is one without people. */
  removeAll(): void {
    this.#commit('staff-set-aside', [], { people: this.all().length })
  }

  async #locked(pin: string): Promise<Pick<KeptPerson, 'pin' | 'digits'>> {
    return { pin: await lockPin(pin, this.deps), digits: pin.length }
  }

  /** Puts a person's new entry on the list, in the order of names, where the rules allow it. */
  #put(
    person: KeptPerson,
    action: AuditAction,
    detail: AuditDetail,
    by = this.deps.person(),
  ): Result<KeptPerson> {
    const others = this.all().filter(one => one.id !== person.id)
    const next = [...others, person].toSorted((one, other) => one.name.localeCompare(other.name))
    const refused =
      ownerNeeded(this.all(), next) ??
      nameTaken(others, person.name) ??
      pinTooShort(person, this.deps.pinDigits())
    if (refused) return refused
    this.#commit(action, next, detail, by)
    return success(person)
  }

  #commit(
    action: AuditAction,
    people: KeptPerson[],
    detail: AuditDetail,
    by = this.deps.person(),
  ): void {
    const { store } = this.deps
    store.commit(document => ({ ...document, people }), store.entry(action, by, detail))
  }
}

/** The first person is an owner, and one stays: only an owner adds another. */
function ownerNeeded(before: People, next: People): Failure | null {
  if (next.some(({ role }) => role === 'owner')) return null
  return before.length === 0
    ? failure('first-owner', 'The first person must be an owner')
    : failure('last-owner', 'The last owner must stay one')
}

/** Two of a name could not be told apart on the lock screen and in the audit log. */
function nameTaken(others: People, name: string): Failure | null {
  const skeleton = nameSkeleton(name)
  return others.some(one => nameSkeleton(one.name) === skeleton)
    ? failure('name-taken', 'Another person has this name already')
    : null
}

/** Whether a person's PIN has fewer digits than the owner asks for now. */
export function hasShortPin({ role, digits }: KeptPerson, pinDigits: number): boolean {
  return digits < shortestPin(role, pinDigits)
}

function pinTooShort(person: KeptPerson, pinDigits: number): Failure | null {
  return hasShortPin(person, pinDigits)
    ? failure('pin-too-short', `At least ${shortestPin(person.role, pinDigits)} digits`)
    : null
}
