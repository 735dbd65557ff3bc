import { type Answer, answer } from '../../../shared/ipc/answer'
import type { Person } from '../../../shared/person'
import type { ActDetail } from '../../../shared/record'
import type { Record } from '../audit-log/audit-log'
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

/** What an owner does with the list of people. Each is on the record before it is done. */
export interface StaffList {
  /** Answers the new person. The first one must be an owner. */
  add(given: PersonGiven & { pin: string }): Promise<Answer<KeptPerson>>
  change(given: PersonGiven & { id: string; pin: string | null }): Promise<Answer<KeptPerson>>
  remove(id: string): Answer<KeptPerson>
}

interface StaffListNeeds {
  people: () => People
  /** On the disk when it returns; throws StaffNotWritten. */
  commit: (people: People) => void
  record: Record
  /** Who does it, for the record. */
  person: () => Person | null
  newId: () => string
  random: (count: number) => Buffer
  effort: Effort
}

/** The rules are looked at again after a PIN was locked: that takes a while, and presses come twice. */
export function createStaffList(needs: StaffListNeeds): StaffList {
  const { people, record } = needs

  function commit(
    act: 'person-added' | 'person-changed' | 'person-removed',
    next: People,
    detail: ActDetail,
  ) {
    record.write(act, needs.person(), detail)
    try {
      needs.commit(next)
    } catch (error) {
      record.writeIfPossible('not-done', needs.person(), { ...detail, instead: act })
      throw error
    }
  }

  async function add(given: PersonGiven & { pin: string }): Promise<Answer<KeptPerson>> {
    const early = whyNotAdd(people(), given, given.pin)
    if (early) return early
    const pin = await lockPin(given.pin, needs)
    const late = whyNotAdd(people(), given, given.pin)
    if (late) return late
    const { name, role } = given
    const person = { id: needs.newId(), name, role, pin, wrong: 0, pausing: false }
    commit('person-added', withPerson(people(), person), { ...asPerson(person), role })
    return answer(person)
  }

  async function change(
    given: PersonGiven & { id: string; pin: string | null },
  ): Promise<Answer<KeptPerson>> {
    const early = changed(given)
    if (!early.ok || given.pin === null) return early.ok ? keep(early.value, given.pin) : early
    const pin = await lockPin(given.pin, needs)
    const late = changed(given)
    return late.ok
      ? keep({ ...late.value, person: withPin(late.value.person, pin) }, given.pin)
      : late
  }

  function changed({ id, name, role, pin }: PersonGiven & { id: string; pin: string | null }) {
    const found = personOf(people(), id)
    if (!found.ok) return found
    const refused = whyNotChange(people(), found.value, { name, role }, pin)
    return refused ?? answer({ person: { ...found.value, name, role }, before: found.value })
  }

  function keep(
    { person, before }: { person: KeptPerson; before: KeptPerson },
    pin: string | null,
  ): Answer<KeptPerson> {
    const now = { ...asPerson(person), role: person.role, newPin: pin !== null }
    const was = { nameBefore: before.name, roleBefore: before.role }
    commit('person-changed', withPerson(people(), person), { ...now, ...was })
    return answer(person)
  }

  return {
    add,
    change,
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
