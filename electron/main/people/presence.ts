import type { ClosedReason, LockReason } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { AuditLog } from '../store/audit-log'
import type { KeptPerson } from '../store/till-document'
import type { AtTill } from './access'
import type { Approvals } from './approvals'
import type { PeopleList } from './people-list'
import { asPerson } from './pin-tries'

/** Who is signed in: signing in and locking, each in the audit log. After a start no person is signed in. */
export class Presence {
  #who: string | null = null
  #why: LockReason = 'start'
  #session = 0
  #touched = 0
  #cancel = () => {}

  constructor(
    private readonly deps: {
      people: Pick<PeopleList, 'all' | 'find'>
      closed: () => ClosedReason | null
      approvals: Pick<Approvals, 'forget'>
      auditLog: Pick<AuditLog, 'writeIfPossible'>
      clock: Pick<Clock, 'monotonic' | 'after'>
      /** Minutes without a touch after which the till locks; 0 is never. */
      idleMinutes: () => number
      changed: () => void
    },
  ) {}

  at(): AtTill {
    const { people, closed } = this.deps
    const reason = closed()
    if (reason !== null) return { state: 'closed', reason }
    if (people.all().length === 0) return { state: 'none' }
    const member = people.find(this.#who)
    return member ? { state: 'signed-in', member } : { state: 'signed-out' }
  }

  person(): Person | null {
    const member = this.deps.people.find(this.#who)
    return member && asPerson(member)
  }

  /** The id of the person, or null while the till is locked. */
  who(): string | null {
    return this.#who
  }

  /** Why it is locked. */
  why(): LockReason {
    return this.#why
  }

  /** Another number after every sign-in and every lock. */
  session(): number {
    return this.#session
  }

  signIn(next: KeptPerson): void {
    const { auditLog, approvals, clock, changed } = this.deps
    const before = this.person()
    const instead = before && before.id !== next.id ? { instead: before.name } : {}
    // Also on a full disk: then nothing can be sold, and people look.
    auditLog.writeIfPossible('signed-in', asPerson(next), { role: next.role, ...instead })
    approvals.forget()
    this.#session += 1
    this.#who = next.id
    this.#touched = clock.monotonic()
    this.idleChanged()
    changed()
  }

  lock(why: LockReason): void {
    const { auditLog, approvals, changed } = this.deps
    const left = this.person()
    const wasLocked = this.#who === null
    approvals.forget()
    this.#who = null
    this.#cancel()
    if (wasLocked) return
    this.#why = why
    this.#session += 1
    auditLog.writeIfPossible('locked', left, { why })
    changed()
  }

  /** The till does not lock for another while. The alarm that is set looks when it goes off: a touch costs nothing. */
  touch(): void {
    this.#touched = this.deps.clock.monotonic()
  }

  /** Waits for as long as the idle time is now, and locks. */
  idleChanged(): void {
    const { clock, idleMinutes } = this.deps
    this.#cancel()
    const most = idleMinutes() * 60_000
    if (this.#who === null || most === 0) return
    const left = this.#touched + most - clock.monotonic()
    if (left <= 0) this.lock('idle')
    else this.#cancel = clock.after(left, () => this.idleChanged())
  }
}
