import type { AuditAction, AuditDetail } from '../../../shared/audit-entry'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { Effort } from '../store/derivation'
import type { KeptPerson } from '../store/till-document'
import type { TillStore } from '../store/till-store'
import {
  type PersonGiven,
  personOf,
  whyNotAdd,
  whyNotChange,
  whyNotRemove,
  withoutPerson,
  withPerson,
} from './people-rules'
import { asPerson, lockPin } from './pin-tries'

type ChangeGiven = PersonGiven & { id: string; pin: string | null }

/**
 * What an owner does with the list of people: each change and its audit entry are one transaction. The rules are
 * checked again after a PIN was locked: that takes a while, and presses come twice. Throws StoreFailed.
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

  all(): readonly KeptPerson[] {
    return this.deps.store.document().people
  }

  find(id: string | null): KeptPerson | null {
    return this.all().find(one => one.id === id) ?? null
  }

  /** Answers the new person. The first one must be an owner. */
  async add(given: PersonGiven & { pin: string }): Promise<Result<KeptPerson>> {
    const whyNot = () => whyNotAdd(this.all(), given, given.pin, this.deps.pinDigits())
    const early = whyNot()
    if (early) return early
    const pin = await lockPin(given.pin, this.deps)
    const late = whyNot()
    if (late) return late
    const { name, role } = given
    const person = { id: this.deps.newId(), name, role, pin, digits: given.pin.length }
    this.#commit('person-added', withPerson(this.all(), person), { ...asPerson(person), role })
    return success(person)
  }

  async change(given: ChangeGiven): Promise<Result<KeptPerson>> {
    const early = this.#changed(given)
    if (!early.ok || given.pin === null) return early.ok ? this.#keep(early.value, false) : early
    const pin = await lockPin(given.pin, this.deps)
    const late = this.#changed(given)
    if (!late.ok) return late
    const person = { ...late.value.person, pin, digits: given.pin.length }
    return this.#keep({ ...late.value, person }, true)
  }

  /** A person's own PIN, replaced by themselves: `person` is who they were when the old one was tried. */
  async renewPin(person: KeptPerson, pin: string): Promise<Result<KeptPerson>> {
    const { pinDigits } = this.deps
    const early = whyNotChange(this.all(), person, person, pin, pinDigits())
    if (early) return early
    const lock = await lockPin(pin, this.deps)
    const found = personOf(this.all(), person.id)
    if (!found.ok) return found
    const now = found.value
    const refused = whyNotChange(this.all(), now, now, pin, pinDigits())
    if (refused) return refused
    // An owner gave another PIN meanwhile: the old one opens nothing any more.
    if (now.pin.hash !== person.pin.hash) return failure('no-such-person', 'The PIN was changed')
    const renewed = { ...now, pin: lock, digits: pin.length }
    const detail = { ...asPerson(renewed), role: renewed.role, newPin: true }
    this.#commit('person-changed', withPerson(this.all(), renewed), detail, asPerson(renewed))
    return success(renewed)
  }

  remove(id: string): Result<KeptPerson> {
    const found = personOf(this.all(), id)
    if (!found.ok) return found
    const refused = whyNotRemove(this.all(), found.value)
    if (refused) return refused
    const { name, role } = found.value
    this.#commit('person-removed', withoutPerson(this.all(), id), { id, name, role })
    return found
  }

  /** No owner can get in: the till is one without people. */
  removeAll(): void {
    this.#commit('staff-set-aside', [], { people: this.all().length })
  }

  #changed({ id, name, role, pin }: ChangeGiven) {
    const found = personOf(this.all(), id)
    if (!found.ok) return found
    const given = { name, role }
    const refused = whyNotChange(this.all(), found.value, given, pin, this.deps.pinDigits())
    return refused ?? success({ person: { ...found.value, ...given }, before: found.value })
  }

  #keep(
    { person, before }: Record<'person' | 'before', KeptPerson>,
    newPin: boolean,
  ): Result<KeptPerson> {
    const now = { ...asPerson(person), role: person.role, newPin }
    const was = { nameBefore: before.name, roleBefore: before.role }
    this.#commit('person-changed', withPerson(this.all(), person), { ...now, ...was })
    return success(person)
  }

  #commit(
    action: AuditAction,
    people: KeptPerson[],
    detail: AuditDetail,
    by = this.deps.person(),
  ): void {
    const { store } = this.deps
    store.commitSecret(document => ({ ...document, people }), store.entry(action, by, detail))
  }
}
