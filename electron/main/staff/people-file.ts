import type { StaffTrouble } from '../../../shared/ipc/till-state'
import type { DocumentStore } from '../storage/document-store'
import { createKeySealer, openSealed, type Vault } from '../vault'
import { newerSchema, type People, peopleSchema, staffFileSchema } from './staff-document'

export type StaffOpening =
  | { state: 'none' }
  | { state: 'open'; people: People }
  /** `found` and `known`: generations of the list, where both could be read. */
  | { state: 'trouble'; reason: StaffTrouble; found?: number; known?: number }

/** Thrown where people could not be written: then all stays as it was. */
export class StaffNotWritten extends Error {
  override readonly name = 'StaffNotWritten'
  constructor(
    /** `passphrase-needed`: there is nothing to seal with before a passphrase is typed or chosen. */
    readonly reason: 'passphrase-needed' | 'keys-unusable' | 'storage-failed',
    options?: ErrorOptions,
  ) {
    super(`The staff could not be written: ${reason}`, options)
  }
}

export interface PeopleFileDeps {
  store: DocumentStore
  random: (count: number) => Buffer
}

const sealedName = 'staff/people'

/** `staff.json`: the people, sealed with a key that the vault seals like the API keys. */
export function createPeopleFile({ store, random }: PeopleFileDeps) {
  function replace(vault: Vault, people: People, written: () => void): void {
    const before = store.read()
    const key = vault.dataKey('staff', before.state !== 'none')
    if (key.state === 'locked') throw new StaffNotWritten('passphrase-needed')
    if (key.state !== 'ready') throw new StaffNotWritten('keys-unusable')
    const plain = Buffer.from(JSON.stringify(peopleSchema.parse(people)))
    store.write({ version: 1, sealed: createKeySealer(key.key, random).seal(sealedName, plain) })
    try {
      written()
    } catch (error) {
      if (before.state === 'read') store.write(before.document as object)
      else store.quarantine()
      throw error
    }
  }

  return {
    /** Throws what node:fs throws. */
    read(vault: Vault): StaffOpening {
      const stored = store.read()
      if (stored.state === 'none') return { state: 'none' }
      if (stored.state === 'not-json') return trouble('damaged')
      if (newerSchema.safeParse(stored.document).success) return trouble('newer')
      const file = staffFileSchema.safeParse(stored.document)
      if (!file.success) return trouble('damaged')
      const key = vault.dataKey('staff', true)
      if (key.state !== 'ready') return trouble(key.state === 'missing' ? 'key-missing' : key.state)
      return peopleOf(openSealed(createKeySealer(key.key, random), sealedName, file.data.sealed))
    },
    /**
     * The file comes before `written`, which notes it elsewhere: a file that is ahead of its notes is a
     * crash, one that is behind is trouble. If `written` throws, the old file is back. Throws StaffNotWritten.
     */
    write(vault: Vault, people: People, written: () => void): void {
      try {
        replace(vault, people, written)
      } catch (error) {
        if (error instanceof StaffNotWritten) throw error
        throw new StaffNotWritten('storage-failed', { cause: error })
      }
    },
  }
}

export function trouble(
  reason: StaffTrouble,
  known?: number,
): Extract<StaffOpening, { state: 'trouble' }> {
  return known === undefined ? { state: 'trouble', reason } : { state: 'trouble', reason, known }
}

function peopleOf(plain: Buffer | null): StaffOpening {
  if (plain === null) return trouble('damaged')
  // The seal is authenticated: what is inside was written whole by some version of this app.
  const read: unknown = JSON.parse(plain.toString('utf8'))
  const people = peopleSchema.safeParse(read)
  if (people.success) return { state: 'open', people: people.data }
  return trouble(newerSchema.safeParse(read).success ? 'newer' : 'damaged')
}
