import { type KeptPerson, nobody, type People } from './staff-document'
import type { StaffOpening, StaffStore } from './staff-store'

/** The people of this till as they were last read or written. */
export interface KeptPeople {
  opening(): StaffOpening
  people(): People
  find(id: string | null): KeptPerson | null
  /** On the disk when it returns; throws StaffNotWritten. */
  commit(people: People): void
  /** Reads them again. */
  reopen(): void
}

/** Reads what the store holds. */
export function keepPeople(store: Pick<StaffStore, 'open' | 'write'>): KeptPeople {
  let opening = store.open()
  const people = () => (opening.state === 'open' ? opening.people : nobody)
  return {
    opening: () => opening,
    people,
    find: id => people().people.find(one => one.id === id) ?? null,
    commit(next) {
      store.write(next)
      opening = { state: 'open', people: next }
    },
    reopen() {
      opening = store.open()
    },
  }
}
