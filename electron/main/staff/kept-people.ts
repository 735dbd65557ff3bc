import { basename } from 'node:path'
import type { AuditLog } from '../audit-log/audit-log'
import { noStaff, type SealedStaff, type Vault, type VaultOpening } from '../vault'
import {
  createPeopleFile,
  type PeopleFileDeps,
  StaffNotWritten,
  type StaffOpening,
  trouble,
} from './people-file'
import type { KeptPerson, People } from './staff-document'
import {
  type LoggedStaff,
  loggedEntries,
  newestKnown,
  readLoggedStaff,
  staffFacts,
  withNewestTries,
} from './staff-evidence'

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

interface KeptPeopleDeps extends PeopleFileDeps {
  vault: VaultOpening
  auditLog: Pick<AuditLog, 'list' | 'exists' | 'writeIfPossible'>
}

const empty: People = { version: 1, generation: 0, revision: 0, people: [] }

/** Reads the people. What cannot be opened stays where it is. */
export function keepPeople(deps: KeptPeopleDeps): KeptPeople {
  const { store, auditLog } = deps
  const file = createPeopleFile(deps)
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
    const isNew = store.read().state === 'none' && !auditLog.exists()
    return isNew ? { state: 'none' } : trouble('vault-changed')
  }

  function openWith(vault: Vault): StaffOpening {
    const seal = vault.staffSeal()
    // First of all: every way out of trouble needs the vault, which is opened on that screen.
    if (seal.state === 'locked') return trouble('locked')
    if (seal.state === 'edited') return trouble('vault-changed')
    if (seal.state === 'unreadable' && seal.people) return trouble('unreadable')
    const list = file.read(vault)
    if (list.state === 'trouble') return list
    if (auditLog.exists() && vault.dataKey('auditLog', true).state === 'missing')
      return trouble('key-missing')
    return seal.state === 'open' ? judge(list, seal.staff, vault) : list
  }

  function judge(list: StaffOpening, sealed: SealedStaff, vault: Vault): StaffOpening {
    const read = list.state === 'open' ? list.people : empty
    const logged = readLoggedStaff(auditLog, Math.max(read.revision, sealed.revision))
    const known = newestKnown(sealed, logged)
    if (list.state === 'none' && (known.people || known.generation > sealed.generation))
      return trouble('missing', known.generation)
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
      auditLog.writeIfPossible('change-seen', null, {
        store: 'auditLog',
        changes: 1,
        kind: 'cut',
        number: sealed.entries,
      })
    if (list.generation > logged.generation) logList(list)
    if (isShorter || list.revision > sealed.revision) vault.sealStaff(sealOf(list, auditLog), false)
  }

  function logList(list: People): void {
    auditLog.writeIfPossible('staff-list', null, staffFacts(list))
  }

  function write(next: People): void {
    if (!deps.vault.ok) throw new StaffNotWritten('keys-unusable')
    const { vault } = deps.vault
    file.write(vault, next, () => {
      if (!vault.sealStaff(sealOf(next, auditLog), false))
        throw new StaffNotWritten('keys-unusable')
    })
    opening = { state: 'open', people: next }
  }

  /** What a list must be newer than: also where there is none any more. */
  function latest(): Pick<People, 'generation' | 'revision'> {
    if (opening.state === 'open' || !deps.vault.ok) return people()
    const seal = deps.vault.vault.staffSeal()
    const sealed = seal.state === 'open' ? seal.staff : noStaff
    return newestKnown(sealed, readLoggedStaff(auditLog, sealed.revision))
  }

  return {
    opening: () => opening,
    people,
    find: id => people().people.find(one => one.id === id) ?? null,
    commit(next) {
      const { generation, revision } = latest()
      const list = { ...next, generation: generation + 1, revision: revision + 1 }
      write(list)
      logList(list)
    },
    saveTries(person) {
      const list = people()
      const others = list.people.map(one => (one.id === person.id ? person : one))
      write({ ...list, revision: list.revision + 1, people: others })
    },
    startOver() {
      const { generation, revision } = latest()
      const keptAs = store.read().state === 'none' ? null : store.quarantine()
      const none = { ...empty, generation: generation + 1, revision: revision + 1 }
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
    vault.sealStaff(sealOf(none, auditLog), true)
    logList(none)
  }
}

/** What the vault is to know of the list. */
function sealOf(
  { generation, revision, people }: People,
  auditLog: KeptPeopleDeps['auditLog'],
): SealedStaff {
  const tries = people.map(({ id, wrong, pausing }) => ({ id, wrong, pausing }))
  return {
    generation,
    people: people.length > 0,
    revision,
    tries,
    entries: loggedEntries(auditLog),
  }
}
