import { basename } from 'node:path'
import type { StaffTrouble } from '../../../shared/ipc/till-state'
import type { AuditLog } from '../audit-log/audit-log'
import type { DocumentStore } from '../storage/document-store'
import {
  createKeySealer,
  openSealed,
  type SealedStaff,
  type Vault,
  type VaultOpening,
} from '../vault'
import {
  type KeptPerson,
  newerSchema,
  type People,
  peopleSchema,
  staffFileSchema,
} from './staff-document'
import {
  type LoggedStaff,
  loggedEntries,
  newestKnown,
  readLoggedStaff,
  staffFacts,
  withNewestTries,
} from './staff-evidence'

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

/**
 * The people of this till. Their file is sealed with a key of the vault. That there are people, the list's
 * generation and the count of wrong PINs are also sealed in the vault, and in the audit log: the newest
 * counts, so that a file which is deleted or put back is trouble and never a till without staff.
 */
export interface KeptPeople {
  /** As last read or written. */
  opening(): StaffOpening
  people(): People
  find(id: string | null): KeptPerson | null
  /** A changed list is on the disk when it returns; throws StaffNotWritten. */
  commit(people: People): void
  /** The same for the count of wrong PINs. */
  saveTries(person: KeptPerson): void
  /** Renames what is there, if anything is, and lets the till be one without staff; gives the new name. */
  startOver(): string | null
  /** Reads them again. */
  reopen(): void
}

interface KeptPeopleDeps {
  store: DocumentStore
  vault: VaultOpening
  record: Pick<AuditLog, 'list' | 'exists' | 'writeIfPossible'>
  random: (count: number) => Buffer
}

const sealedName = 'staff/people'
const empty: People = { version: 1, generation: 0, turn: 0, people: [] }

/** Reads the people. What cannot be opened stays where it is. */
export function keepPeople(deps: KeptPeopleDeps): KeptPeople {
  const { store, record } = deps
  let opening = open()
  const people = () => (opening.state === 'open' ? opening.people : empty)

  function open(): StaffOpening {
    try {
      return deps.vault.ok ? openWith(deps.vault.vault) : withoutVault()
    } catch {
      return trouble('failed') // what node:fs throws: the disk, not the people
    }
  }

  /** A till that never had anything to keep is one without staff. */
  function withoutVault(): StaffOpening {
    const isNew = store.read().state === 'none' && !record.exists()
    return isNew ? { state: 'none' } : trouble('vault-changed')
  }

  function openWith(vault: Vault): StaffOpening {
    const seal = vault.staffSeal()
    // First of all: every way out of trouble needs the vault, which is opened on that screen.
    if (seal.state === 'locked') return trouble('locked')
    if (seal.state === 'edited') return trouble('vault-changed')
    if (seal.state === 'unreadable' && seal.people) return trouble('unreadable')
    const list = readList(vault)
    if (list.state === 'trouble') return list
    if (record.exists() && vault.dataKey('record', true).state === 'missing')
      return trouble('key-missing')
    return seal.state === 'open' ? judge(list, seal.staff, vault) : list
  }

  function readList(vault: Vault): StaffOpening {
    const stored = store.read()
    if (stored.state === 'none') return { state: 'none' }
    if (stored.state === 'not-json') return trouble('damaged')
    if (newerSchema.safeParse(stored.document).success) return trouble('newer')
    const file = staffFileSchema.safeParse(stored.document)
    if (!file.success) return trouble('damaged')
    const key = vault.dataKey('staff', true)
    if (key.state !== 'ready') return trouble(key.state === 'missing' ? 'key-missing' : key.state)
    return peopleOf(openSealed(createKeySealer(key.key, deps.random), sealedName, file.data.sealed))
  }

  function judge(list: StaffOpening, sealed: SealedStaff, vault: Vault): StaffOpening {
    const read = list.state === 'open' ? list.people : empty
    const logged = readLoggedStaff(record, Math.max(read.turn, sealed.turn))
    const known = newestKnown(sealed, logged)
    if (list.state === 'none' && known.people) return trouble('missing', known.generation)
    if (list.state === 'none') return list
    if (read.generation < known.generation)
      return { ...trouble('older', known.generation), found: read.generation }
    const newest = withNewestTries(read, sealed, logged)
    repair(newest, sealed, logged, vault)
    return { state: 'open', people: newest }
  }

  /** After a crash the file is a step ahead of what is noted of it. An audit log that was shortened is noted. */
  function repair(list: People, sealed: SealedStaff, logged: LoggedStaff, vault: Vault): void {
    const isShorter = logged.entries < sealed.entries
    if (isShorter)
      record.writeIfPossible('change-seen', null, {
        store: 'record',
        changes: 1,
        kind: 'cut',
        number: sealed.entries,
      })
    if (list.generation > logged.generation) logList(list)
    if (isShorter || list.turn > sealed.turn) vault.sealStaff(sealOf(list), false)
  }

  function logList(list: People): void {
    record.writeIfPossible('staff-list', null, staffFacts(list))
  }

  function sealOf({ generation, turn, people }: People): SealedStaff {
    const tries = people.map(({ id, wrong, pausing }) => ({ id, wrong, pausing }))
    return { generation, people: people.length > 0, turn, tries, entries: loggedEntries(record) }
  }

  function write(next: People): void {
    if (!deps.vault.ok) throw new StaffNotWritten('keys-unusable')
    const { vault } = deps.vault
    try {
      const before = store.read()
      const key = vault.dataKey('staff', before.state !== 'none')
      if (key.state === 'locked') throw new StaffNotWritten('passphrase-needed')
      if (key.state !== 'ready') throw new StaffNotWritten('keys-unusable')
      const plain = Buffer.from(JSON.stringify(peopleSchema.parse(next)))
      // The file first: a file that is ahead of its seal is a crash, one that is behind is trouble.
      const sealed = createKeySealer(key.key, deps.random).seal(sealedName, plain)
      store.write({ version: 1, sealed })
      sealOrUndo(vault, next, before)
    } catch (error) {
      if (error instanceof StaffNotWritten) throw error
      throw new StaffNotWritten('storage-failed', { cause: error })
    }
    opening = { state: 'open', people: next }
  }

  function sealOrUndo(vault: Vault, next: People, before: ReturnType<DocumentStore['read']>): void {
    try {
      if (!vault.sealStaff(sealOf(next), false)) throw new StaffNotWritten('keys-unusable')
    } catch (error) {
      if (before.state === 'read') store.write(before.document as object)
      else store.quarantine()
      throw error
    }
  }

  /** What a list must be newer than: also where there is none any more. */
  function latest(): Pick<People, 'generation' | 'turn'> {
    if (opening.state === 'open' || !deps.vault.ok) return people()
    const seal = deps.vault.vault.staffSeal()
    const sealed =
      seal.state === 'open' ? seal.staff : { ...empty, people: false, tries: [], entries: 0 }
    return newestKnown(sealed, readLoggedStaff(record, sealed.turn))
  }

  return {
    opening: () => opening,
    people,
    find: id => people().people.find(one => one.id === id) ?? null,
    commit(next) {
      const { generation, turn } = latest()
      const list = { ...next, generation: generation + 1, turn: turn + 1 }
      write(list)
      logList(list)
    },
    saveTries(person) {
      const list = people()
      const others = list.people.map(one => (one.id === person.id ? person : one))
      write({ ...list, turn: list.turn + 1, people: others })
    },
    startOver() {
      const { generation, turn } = latest()
      const keptAs = store.read().state === 'none' ? null : store.quarantine()
      const none = { ...empty, generation: generation + 1, turn: turn + 1 }
      if (deps.vault.ok) forgetList(deps.vault.vault, none, keptAs)
      opening = open()
      return keptAs
    },
    reopen() {
      opening = open()
    },
  }

  function forgetList(vault: Vault, none: People, keptAs: string | null): void {
    // A key that does not open here would keep the next list from being sealed.
    if (vault.dataKey('staff', true).state === 'unreadable')
      vault.retireDataKey('staff', keptAs && basename(keptAs), [])
    vault.sealStaff(sealOf(none), true)
    logList(none)
  }
}

function trouble(
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
