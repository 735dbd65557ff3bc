import type { ClosedReason, LockReason } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import type { AuditLog } from '../store/audit-log'
import type { KeptPerson } from '../store/till-document'
import type { AtTill } from './access'
import type { Approvals } from './approvals'
import type { PeopleList } from './people-list'
import { asPerson } from './pin-tries'
import { createSession, type Session, type SessionDeps } from './session'

/** Who is signed in: signing in and locking, each in the audit log. */
export interface Presence {
  at(): AtTill
  person(): Person | null
  session: Pick<Session, 'who' | 'why' | 'number' | 'touch' | 'refresh'>
  signIn(member: KeptPerson): void
  lock(why: LockReason): void
}

interface PresenceDeps extends Omit<SessionDeps, 'idle'> {
  people: PeopleList
  closed: () => ClosedReason | null
  approvals: Pick<Approvals, 'forget'>
  auditLog: AuditLog
  changed: () => void
}

/** After a start no person is signed in. */
export function createPresence(deps: PresenceDeps): Presence {
  const { people, approvals, auditLog, changed } = deps
  const session = createSession({
    clock: deps.clock,
    idleMinutes: deps.idleMinutes,
    idle: () => lock('idle'),
  })
  const member = () => people.find(session.who())

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
      const reason = deps.closed()
      if (reason !== null) return { state: 'closed', reason }
      if (people.all().length === 0) return { state: 'none' }
      const signedIn = member()
      return signedIn ? { state: 'signed-in', member: signedIn } : { state: 'signed-out' }
    },
    person,
    session,
    signIn(next) {
      const before = person()
      const instead = before && before.id !== next.id ? { instead: before.name } : {}
      // Also on a full disk: then nothing can be sold, and people look.
      auditLog.writeIfPossible('signed-in', asPerson(next), { role: next.role, ...instead })
      approvals.forget()
      session.begin(next.id)
      changed()
    },
    lock,
  }
}
