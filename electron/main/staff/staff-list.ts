import type { AuditDetail } from '../../../shared/audit-entry'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { AuditLog } from '../audit-log/audit-log'
import type { Effort } from '../vault'
import {
  type PersonGiven,
  personOf,
  whyNotAdd,
  whyNotChange,
  whyNotRemove,
  withoutPerson,
  withPerson,
  withPin,
} from './people-rules'
import { lockPin } from './pin-lock'
import { asPerson } from './pin-tries'
import type { KeptPerson, People } from './staff-document'

/** What an owner does with the list of people. Each is in the audit log before it is done. */
export interface StaffList {
  /** Answers the new person. The first one must be an owner. */
  add(given: PersonGiven & { pin: string }): Promise<Result<KeptPerson>>
  change(given: PersonGiven & { id: string; pin: string | null }): Promise<Result<KeptPerson>>
  /** A person's own PIN, replaced by themselves: `person` is who they were when the old one was tried. */
  renewPin(person: KeptPerson, pin: string): Promise<Result<KeptPerson>>
  remove(id: string): Result<KeptPerson>
}

interface StaffListDeps {
  people: () => People
  /** On the disk when it returns; throws StaffNotWritten. */
  commit: (people: People) => void
  auditLog: AuditLog
  /** Who does it, for the audit log. */
  person: () => Person | null
  newId: () => string
  random: (count: number) => Buffer
  effort: Effort
  /** The fewest digits of a cashier's PIN. */
  pinDigits: () => number
}

/** The rules are checked again after a PIN was locked: that takes a while, and presses come twice. */
export function createStaffList(deps: StaffListDeps): StaffList {
  const { people, auditLog } = deps

  function commit(
    action: 'person-added' | 'person-changed' | 'person-removed',
    next: People,
    detail: AuditDetail,
    by = deps.person(),
  ) {
    auditLog.write(action, by, detail)
    try {
      deps.commit(next)
    } catch (error) {
      auditLog.writeIfPossible('not-done', by, { ...detail, instead: action })
      throw error
    }
  }

  async function add(given: PersonGiven & { pin: string }): Promise<Result<KeptPerson>> {
    const early = whyNotAdd(people(), given, given.pin, deps.pinDigits())
    if (early) return early
    const pin = await lockPin(given.pin, deps)
    const late = whyNotAdd(people(), given, given.pin, deps.pinDigits())
    if (late) return late
    const { name, role } = given
    const digits = given.pin.length
    const person = { id: deps.newId(), name, role, pin, digits, wrong: 0, pausing: false }
    commit('person-added', withPerson(people(), person), { ...asPerson(person), role })
    return success(person)
  }

  async function change(
    given: PersonGiven & { id: string; pin: string | null },
  ): Promise<Result<KeptPerson>> {
    const early = changed(given)
    if (!early.ok || given.pin === null) return early.ok ? keep(early.value, given.pin) : early
    const pin = await lockPin(given.pin, deps)
    const late = changed(given)
    return late.ok
      ? keep(
          { ...late.value, person: withPin(late.value.person, pin, given.pin.length) },
          given.pin,
        )
      : late
  }

  function changed({ id, name, role, pin }: PersonGiven & { id: string; pin: string | null }) {
    const found = personOf(people(), id)
    if (!found.ok) return found
    const refused = whyNotChange(people(), found.value, { name, role }, pin, deps.pinDigits())
    return refused ?? success({ person: { ...found.value, name, role }, before: found.value })
  }

  function keep(
    { person, before }: { person: KeptPerson; before: KeptPerson },
    pin: string | null,
  ): Result<KeptPerson> {
    const now = { ...asPerson(person), role: person.role, newPin: pin !== null }
    const was = { nameBefore: before.name, roleBefore: before.role }
    commit('person-changed', withPerson(people(), person), { ...now, ...was })
    return success(person)
  }

  async function renewPin(person: KeptPerson, pin: string): Promise<Result<KeptPerson>> {
    const early = whyNotChange(people(), person, person, pin, deps.pinDigits())
    if (early) return early
    const lock = await lockPin(pin, deps)
    const found = personOf(people(), person.id)
    if (!found.ok) return found
    const refused = whyNotChange(people(), found.value, found.value, pin, deps.pinDigits())
    if (refused) return refused
    // An owner gave another PIN meanwhile: the old one opens nothing any more.
    if (found.value.pin !== person.pin) return failure('no-such-person', 'The PIN was changed')
    const renewed = withPin(found.value, lock, pin.length)
    const by = asPerson(renewed)
    const detail = { ...by, role: renewed.role, newPin: true }
    commit('person-changed', withPerson(people(), renewed), detail, by)
    return success(renewed)
  }

  return {
    add,
    change,
    renewPin,
    remove(id) {
      const found = personOf(people(), id)
      if (!found.ok) return found
      const refused = whyNotRemove(people(), found.value)
      if (refused) return refused
      const { name, role } = found.value
      commit('person-removed', withoutPerson(people(), id), { id, name, role })
      return found
    },
  }
}
