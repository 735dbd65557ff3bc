import type { LockReason } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import type { AuditLog } from '../audit-log/audit-log'
import type { AtTill } from './access'
import type { Approvals } from './approvals'
import type { KeptPeople } from './kept-people'
import { asPerson } from './pin-tries'
import { createSession, type Session, type SessionDeps } from './session'
import type { KeptPerson } from './staff-document'
import { staffFacts } from './staff-evidence'

/** Who is signed in: signing in and locking, each in the audit log. */
export interface Presence {
  at(): AtTill
  person(): Person | null
  session: Pick<Session, 'who' | 'why' | 'number' | 'touch' | 'refresh'>
  /** Throws AuditLogFailed: then nothing changed. */
  signIn(member: KeptPerson): void
  lock(why: LockReason): void
}

interface PresenceDeps extends Omit<SessionDeps, 'idle'> {
  kept: KeptPeople
  approvals: Pick<Approvals, 'forget'>
  auditLog: Pick<AuditLog, 'write' | 'writeIfPossible'>
  changed: () => void
}

/** After a start no person is signed in. */
export function createPresence(deps: PresenceDeps): Presence {
  const { kept, approvals, auditLog, changed } = deps
  const session = createSession({
    clock: deps.clock,
    idleMinutes: deps.idleMinutes,
    idle: () => lock('idle'),
  })
  const member = () => kept.find(session.who())

  function person(): Person | null {
    const signedIn = member()
    return signedIn ? asPerson(signedIn) : null
  }

  function lock(why: LockReason): void {
    const left = person()
    approvals.forget()
    if (!session.end(why)) return
    auditLog.writeIfPossible('locked', left, { why })
    changed()
  }

  return {
    at() {
      const opening = kept.opening()
      if (opening.state === 'none') return opening
      if (opening.state === 'trouble') return { state: 'trouble', reason: opening.reason }
      const signedIn = member()
      return signedIn ? { state: 'signed-in', member: signedIn } : { state: 'signed-out' }
    },
    person,
    session,
    signIn(next) {
      const before = person()
      const instead = before && before.id !== next.id ? { instead: before.name } : {}
      const facts = staffFacts(kept.people())
      auditLog.write('signed-in', asPerson(next), { role: next.role, ...instead, ...facts })
      approvals.forget()
      session.begin(next.id)
      changed()
    },
    lock,
  }
}
