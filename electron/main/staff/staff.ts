import { basename } from 'node:path'
import type { AuditDetail } from '../../../shared/audit-entry'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { type Result, success } from '../../../shared/ipc/result'
import type { LockReason, StaffView } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import type { AuditLog } from '../audit-log/audit-log'
import type { Clock } from '../clock'
import type { DocumentStore } from '../storage/document-store'
import type { Effort, VaultOpening } from '../vault'
import { createLockouts, type Lockouts } from '../vault/lockouts'
import type { AtTill } from './access'
import { createApprovals } from './approvals'
import { type KeptPeople, keepPeople } from './kept-people'
import { whyNoProof } from './owner-proof'
import type { StaffOpening } from './people-file'
import { hasShortPin } from './people-rules'
import { createPinCalls, type PinCalls } from './pin-calls'
import { pinEffort } from './pin-lock'
import { asPerson, createPinTries } from './pin-tries'
import { createPresence, type Presence } from './presence'
import type { KeptPerson } from './staff-document'
import { createStaffList } from './staff-list'

type Asked = {
  [Name in 'add' | 'change' | 'remove']: ParsedOf<'staff', Name>
}

/**
 * Who may be at the till, and who is. What cannot be put in the audit log or on the disk is not done:
 * such calls throw AuditLogFailed or StaffNotWritten.
 */
export interface Staff extends PinCalls {
  at(): AtTill
  /** Who is signed in; null on a till without staff, and while it is locked. */
  person(): Person | null
  /** Another number once somebody has signed in or left: a call that waited for a person asks for it again. */
  session(): number
  /** True while nothing of a sale or a customer may be seen. The payments go on. */
  isLocked(): boolean
  /** `watched`: how many payments go on meanwhile. */
  view(watched: () => number): StaffView
  lock(why: LockReason): void
  touch(): void
  /** Uses an approval up. */
  takeApproval(channel: string, argument: string): Person | null
  add(asked: Asked['add']): Promise<Result<null>>
  change(asked: Asked['change']): Promise<Result<null>>
  remove(asked: Asked['remove']): Result<null>
  startOver(proof: string): Promise<Result<null>>
  /** The vault was unlocked: people that could not be read may be readable now. */
  refresh(): void
  idleChanged(): void
  stop(): void
}

interface StaffDeps {
  store: DocumentStore
  vault: VaultOpening
  auditLog: AuditLog
  clock: Clock
  random: (count: number) => Buffer
  newId: () => string
  idleMinutes: () => number
  /** The fewest digits of a cashier's PIN. */
  pinDigits: () => number
  /** A person signed in, left, was added or has to wait. */
  changed: () => void
  /** What a new PIN costs to try; the default unless told. */
  effort?: Effort
}

/** After a start no person is signed in. */
export function createStaff(deps: StaffDeps): Staff {
  const { clock, auditLog, changed } = deps
  const kept = keepPeople(deps)
  const approvals = createApprovals(clock)
  const lockouts = createLockouts({ clock, ended: pauseEnded })
  const presence = createPresence({
    kept,
    approvals,
    auditLog,
    clock,
    idleMinutes: deps.idleMinutes,
    changed,
  })
  const { at, person, lock, session } = presence
  const { people, commit } = kept
  const tryPin = createPinTries({ kept, lockouts, auditLog, changed })
  const list = createStaffList({
    people,
    commit,
    auditLog,
    person,
    newId: deps.newId,
    random: deps.random,
    effort: deps.effort ?? pinEffort,
    pinDigits: deps.pinDigits,
  })
  const pinCalls = createPinCalls({
    kept,
    presence,
    approvals,
    auditLog,
    tryPin,
    renew: list.renewPin,
    pinDigits: deps.pinDigits,
  })
  lockouts.takeUp(people().people)

  function pauseEnded(id: string): void {
    forgetPause(kept, auditLog, id)
    changed()
  }

  return {
    at,
    person,
    session: session.number,
    isLocked: () => ['trouble', 'signed-out'].includes(at().state),
    view: watched => viewOf(presence, people().people, { ...deps, watched, lockouts }),
    signIn: pinCalls.signIn,
    renewPin: pinCalls.renewPin,
    lock,
    touch: session.touch,
    approve: pinCalls.approve,
    takeApproval: approvals.take,
    async add(asked) {
      const isFirst = kept.opening().state === 'none'
      const added = await list.add(asked)
      if (!added.ok) return added
      // The first person chose a PIN just now: they are signed in, not locked out.
      if (isFirst) presence.signIn(added.value)
      changed()
      return success(null)
    },
    async change(asked) {
      const done = await list.change(asked)
      if (!done.ok) return done
      if (asked.pin !== null) lockouts.end(asked.id)
      changed()
      return success(null)
    },
    remove({ id }) {
      const done = list.remove(id)
      if (!done.ok) return done
      lockouts.end(id)
      if (session.who() === id) lock('removed')
      changed()
      return success(null)
    },
    async startOver(proof) {
      if (kept.opening().state === 'none') return success(null)
      const refused = await whyNoProof(deps.vault, proof)
      if (refused) return refused
      // Held where nothing can be sealed yet: the keychain is gone, and no passphrase is chosen.
      auditLog.writeOrHold('staff-set-aside', null, foundOf(kept.opening()))
      lock('removed')
      const keptAs = kept.startOver()
      lockouts.stop()
      auditLog.writeIfPossible('staff-set-aside', null, { keptAs: keptAs && basename(keptAs) })
      changed()
      return success(null)
    },
    refresh() {
      // Also where there seemed to be no staff: only now the seal of the list can be opened.
      if (kept.opening().state === 'open') return
      kept.reopen()
      lockouts.takeUp(people().people)
    },
    idleChanged: session.refresh,
    stop: lockouts.stop,
  }
}

/** What was found when an owner started over, for the audit log. */
function foundOf(opening: StaffOpening): AuditDetail {
  if (opening.state !== 'trouble') return { was: opening.state }
  const { reason, found = null, known = null } = opening
  return { was: reason, foundList: found, knownList: known }
}

/** Written down, so that a till which is started again does not make a person wait twice. */
function forgetPause(kept: KeptPeople, auditLog: AuditLog, id: string): void {
  const waited = kept.find(id)
  try {
    if (waited) kept.saveTries({ ...waited, pausing: false })
  } catch (error) {
    // It costs that person one more pause after a restart, and nothing else.
    const detail = { action: 'pause-over', error: String(error).slice(0, 300) }
    auditLog.writeIfPossible('not-done', null, detail)
  }
}

interface ViewDeps extends Pick<StaffDeps, 'pinDigits'> {
  lockouts: Pick<Lockouts, 'left'>
  watched: () => number
}

function viewOf(
  { at, session }: Presence,
  list: readonly KeptPerson[],
  { lockouts, pinDigits, watched }: ViewDeps,
): StaffView {
  const now = at()
  if (now.state === 'none' || now.state === 'trouble') return now
  const isOwner = now.state === 'signed-in' && now.member.role === 'owner'
  const people = list.map(person => ({
    id: person.id,
    name: person.name,
    role: person.role,
    pauseMs: lockouts.left(person.id),
    // How long a PIN is would help a person who guesses one.
    shortPin: isOwner && hasShortPin(person, pinDigits()),
  }))
  if (now.state === 'signed-out')
    return { state: 'signed-out', why: session.why(), people, watched: watched() }
  return { state: 'signed-in', person: asPerson(now.member), role: now.member.role, people }
}
