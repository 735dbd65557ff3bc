import type { AuditDetail, NumberedEntry } from '../../../shared/audit-entry'
import type { AuditLog } from '../audit-log/audit-log'
import { AuditLogFailed } from '../audit-log/audit-opening'
import type { SealedStaff } from '../vault'
import { pauseAfter } from '../vault/lockouts'
import type { People } from './staff-document'

type Tries = SealedStaff['tries'][number]

/** What the audit log says of the list and of tried PINs. */
export interface LoggedStaff {
  entries: number
  generation: number
  people: boolean
  revision: number
  /** Since a revision that is known elsewhere: oldest first. */
  since: readonly Tries[]
}

const nothingLogged: LoggedStaff = {
  entries: 0,
  generation: 0,
  people: false,
  revision: 0,
  since: [],
}

const page = 100

/** The facts by which entries of the audit log name the list and the tried PINs of their moment. */
export function staffFacts({ generation, revision, people }: People): AuditDetail {
  return { staffList: generation, staffPeople: people.length, pinRevision: revision }
}

/**
 * Reads the newest entries about staff, back to a revision that is known. A log that cannot be opened says
 * nothing: then the vault's seal alone counts.
 */
export function readLoggedStaff(
  log: Pick<AuditLog, 'list' | 'exists'>,
  knownRevision: number,
): LoggedStaff {
  if (!log.exists()) return nothingLogged
  try {
    const found = entriesSince(log, knownRevision)
    const [newest] = found
    if (!newest) return { ...nothingLogged, entries: loggedEntries(log) }
    const { staffList, staffPeople, pinRevision } = newest.detail
    return {
      entries: loggedEntries(log),
      generation: Number(staffList),
      people: Number(staffPeople) > 0,
      revision: Number(pinRevision),
      since: found.toReversed().flatMap(entry => triesOf(entry, knownRevision)),
    }
  } catch (error) {
    if (error instanceof AuditLogFailed) return nothingLogged
    throw error
  }
}

/** How many entries the audit log has; none where it cannot be opened. */
export function loggedEntries(log: Pick<AuditLog, 'list' | 'exists'>): number {
  try {
    return log.exists() ? (log.list({ before: null, limit: 1 })[0]?.number ?? 0) : 0
  } catch (error) {
    if (error instanceof AuditLogFailed) return 0
    throw error
  }
}

/** At least the newest, newest first. */
function entriesSince(log: Pick<AuditLog, 'list'>, knownRevision: number): NumberedEntry[] {
  const found: NumberedEntry[] = []
  for (let before: number | null = null; ; before = found.at(-1)?.number ?? null) {
    const next = log.list({ before, limit: page, fact: 'staffList' })
    found.push(...next)
    const last = found.at(-1)
    if (next.length < page || Number(last?.detail.pinRevision) <= knownRevision) return found
  }
}

function triesOf({ action, person, detail }: NumberedEntry, knownRevision: number): Tries[] {
  if (!person || Number(detail.pinRevision) <= knownRevision) return []
  if (action === 'signed-in' || action === 'approved')
    return [{ id: person.id, wrong: 0, pausing: false }]
  if (action !== 'pin-wrong' && action !== 'pin-paused') return []
  const wrong = Number(detail.wrong)
  return [{ id: person.id, wrong, pausing: pauseAfter(wrong) > 0 }]
}

/** The newest that the vault or the audit log knows of the list. Pure. */
export function newestKnown(
  sealed: SealedStaff,
  logged: LoggedStaff,
): Pick<SealedStaff, 'generation' | 'people' | 'revision'> {
  const { generation, people } = logged.generation > sealed.generation ? logged : sealed
  return { generation, people, revision: Math.max(sealed.revision, logged.revision) }
}

/** The list with the count of wrong PINs of whichever place knows the newest. Pure. */
export function withNewestTries(list: People, sealed: SealedStaff, logged: LoggedStaff): People {
  const newer = [...(sealed.revision > list.revision ? sealed.tries : []), ...logged.since]
  const tries = new Map(newer.map(({ id, wrong, pausing }) => [id, { wrong, pausing }]))
  const people = list.people.map(person => ({ ...person, ...tries.get(person.id) }))
  return { ...list, people, revision: Math.max(list.revision, sealed.revision, logged.revision) }
}
