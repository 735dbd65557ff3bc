import { basename } from 'node:path'
import type { StaffTrouble } from '../../../shared/ipc/till-state'
import type { DocumentStore } from '../storage/document-store'
import { createKeySealer, openSealed, type Vault, type VaultOpening } from '../vault'
import { newerSchema, type People, peopleSchema, staffFileSchema } from './staff-document'

export type StaffOpening =
  | { state: 'none' }
  | { state: 'open'; people: People }
  | { state: 'trouble'; reason: StaffTrouble }

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

/** Where the people are kept: sealed with a key that the vault seals like the API keys. */
export interface StaffStore {
  /** Never throws, and changes nothing: what cannot be opened stays where it is. */
  open(): StaffOpening
  /** Returns once the people are on the disk; throws StaffNotWritten. */
  write(people: People): void
  /** Renames what is there, if anything is, and lets the till be one without staff; gives the new name. */
  quarantine(): string | null
}

interface StaffStoreDeps {
  store: DocumentStore
  vault: VaultOpening
  random: (count: number) => Buffer
}

const sealedName = 'staff/people'

export function createStaffStore({ store, vault, random }: StaffStoreDeps): StaffStore {
  const sealerOf = (key: Buffer) => createKeySealer(key, random)

  function read(vault: Vault): StaffOpening {
    const stored = store.read()
    if (stored.state === 'none' && !vault.staffKept()) return { state: 'none' }
    const key = vault.dataKey('staff', true)
    // First of all: every way out of trouble needs the vault, which is opened on that screen.
    if (key.state === 'locked') return trouble('locked')
    if (stored.state === 'none') return trouble('missing')
    if (stored.state === 'not-json') return trouble('damaged')
    if (newerSchema.safeParse(stored.document).success) return trouble('newer')
    const file = staffFileSchema.safeParse(stored.document)
    if (!file.success) return trouble('damaged')
    if (key.state !== 'ready') return trouble(key.state === 'missing' ? 'key-missing' : key.state)
    return peopleOf(openSealed(sealerOf(key.key), sealedName, file.data.sealed))
  }

  function seal(vault: Vault, people: People): void {
    const key = vault.dataKey('staff', vault.staffKept())
    if (key.state === 'locked') throw new StaffNotWritten('passphrase-needed')
    if (key.state !== 'ready') throw new StaffNotWritten('keys-unusable')
    const plain = Buffer.from(JSON.stringify(peopleSchema.parse(people)))
    store.write({ version: 1, sealed: sealerOf(key.key).seal(sealedName, plain) })
    // From here on a file that is gone is damage, and no till without staff.
    if (!vault.staffKept()) vault.keepStaff(true)
  }

  return {
    open() {
      // Where the vault is damaged too, the till sells nothing and says that.
      if (!vault.ok) return storeIsEmpty(store) ? { state: 'none' } : trouble('unreadable')
      try {
        return read(vault.vault)
      } catch {
        return trouble('failed') // what node:fs throws: the disk, not the people
      }
    },
    write(people) {
      if (!vault.ok) throw new StaffNotWritten('keys-unusable')
      try {
        seal(vault.vault, people)
      } catch (error) {
        if (error instanceof StaffNotWritten) throw error
        throw new StaffNotWritten('storage-failed', { cause: error })
      }
    },
    quarantine() {
      const keptAs = storeIsEmpty(store) ? null : store.quarantine()
      if (!vault.ok) return keptAs
      vault.vault.keepStaff(false)
      // A key that does not open here would keep the next list from being sealed.
      if (vault.vault.dataKey('staff', true).state === 'unreadable')
        vault.vault.retireDataKey('staff', keptAs && basename(keptAs), [])
      return keptAs
    },
  }
}

const trouble = (reason: StaffTrouble): StaffOpening => ({ state: 'trouble', reason })

function storeIsEmpty(store: DocumentStore): boolean {
  try {
    return store.read().state === 'none'
  } catch {
    return false
  }
}

function peopleOf(plain: Buffer | null): StaffOpening {
  if (plain === null) return trouble('damaged')
  // The seal is authenticated: what is inside was written whole by some version of this app.
  const read: unknown = JSON.parse(plain.toString('utf8'))
  const people = peopleSchema.safeParse(read)
  if (!people.success) return trouble(newerSchema.safeParse(read).success ? 'newer' : 'damaged')
  return people.data.people.length > 0 ? { state: 'open', people: people.data } : { state: 'none' }
}
