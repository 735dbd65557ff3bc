import type { ParsedOf } from '../../../shared/ipc/contract'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { LockReason, StaffView } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { AuditLog } from '../store/audit-log'
import type { Effort } from '../store/derivation'
import { Lockouts } from '../store/lockouts'
import type { KeptPerson } from '../store/till-document'
import type { TillStore } from '../store/till-store'
import type { AtTill } from './access'
import { type Approvals, createApprovals } from './approvals'
import { whyNoProof } from './owner-proof'
import { PeopleList } from './people-list'
import { hasShortPin } from './people-rules'
import { createPinCalls, type PinCalls } from './pin-calls'
import { pinEffort } from './pin-lock'
import { asPerson, PinTries } from './pin-tries'
import { createPresence, type Presence } from './presence'

type Asked = {
  [Name in 'add' | 'change' | 'remove']: ParsedOf<'staff', Name>
}

interface StaffDeps {
  store: TillStore
  auditLog: AuditLog
  clock: Clock
  log: Log
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

/** Who may be at the till, and who is. What cannot be on the disk is not done, but for signing in: StoreFailed. */
export class Staff implements PinCalls {
  readonly #deps: StaffDeps
  readonly #people: PeopleList
  readonly #lockouts: Lockouts
  readonly #tries: PinTries
  readonly #approvals: Approvals
  readonly #presence: Presence
  readonly signIn: PinCalls['signIn']
  readonly renewPin: PinCalls['renewPin']
  readonly approve: PinCalls['approve']

  constructor(deps: StaffDeps) {
    const { store, auditLog, clock, log, changed, pinDigits } = deps
    this.#deps = deps
    this.#approvals = createApprovals(clock)
    this.#lockouts = new Lockouts(clock, id => this.#pauseEnded(id))
    this.#people = new PeopleList({
      ...deps,
      effort: deps.effort ?? pinEffort,
      person: () => this.person(),
    })
    this.#presence = createPresence({
      people: this.#people,
      closed: () => store.closed(),
      approvals: this.#approvals,
      auditLog,
      clock,
      idleMinutes: deps.idleMinutes,
      changed,
    })
    this.#tries = new PinTries({ store, lockouts: this.#lockouts, auditLog, log, changed })
    const pinCalls = createPinCalls({
      people: this.#people,
      isOpen: () => ['signed-in', 'signed-out'].includes(this.at().state),
      presence: this.#presence,
      approvals: this.#approvals,
      auditLog,
      tryPin: (id, pin) => this.#tries.try(id, pin),
      pinDigits,
    })
    this.signIn = pinCalls.signIn
    this.renewPin = pinCalls.renewPin
    this.approve = pinCalls.approve
  }

  at(): AtTill {
    return this.#presence.at()
  }

  /** Who is signed in; null on a till without staff, and while it is locked. */
  person(): Person | null {
    return this.#presence.person()
  }

  /** Changes when a person signs in or out. A call that waited for a person compares it. */
  session(): number {
    return this.#presence.session.number()
  }

  /** True while nothing of a sale or a customer may be seen. The payments go on. */
  isLocked(): boolean {
    return ['closed', 'signed-out'].includes(this.at().state)
  }

  /** `watched`: how many payments go on meanwhile. */
  view(watched: () => number): StaffView {
    const now = this.at()
    if (now.state === 'none' || now.state === 'closed') return now
    const isOwner = now.state === 'signed-in' && now.member.role === 'owner'
    const people = this.#people.all().map(person => this.#tile(person, isOwner))
    if (now.state === 'signed-in')
      return { state: 'signed-in', person: asPerson(now.member), role: now.member.role, people }
    const why = this.#presence.session.why()
    return { state: 'signed-out', why, people, watched: watched() }
  }

  lock(why: LockReason): void {
    this.#presence.lock(why)
  }

  touch(): void {
    this.#presence.session.touch()
  }

  /** Uses an approval up. */
  takeApproval(channel: string, argument: string): Person | null {
    return this.#approvals.take(channel, argument)
  }

  async add(asked: Asked['add']): Promise<Result<null>> {
    const isFirst = this.at().state === 'none'
    const added = await this.#people.add(asked)
    if (!added.ok) return added
    // The first person chose a PIN just now: they are signed in, not locked out.
    if (isFirst) this.#presence.signIn(added.value)
    this.#deps.changed()
    return success(null)
  }

  async change(asked: Asked['change']): Promise<Result<null>> {
    const done = await this.#people.change(asked)
    if (!done.ok) return done
    if (asked.pin !== null) this.#tries.forget(asked.id)
    this.#deps.changed()
    return success(null)
  }

  remove({ id }: Asked['remove']): Result<null> {
    const done = this.#people.remove(id)
    if (!done.ok) return done
    this.#lockouts.end(id)
    if (this.#presence.session.who() === id) this.lock('removed')
    this.#deps.changed()
    return success(null)
  }

  /**
   * No owner can get in: whoever proves to be the owner makes the till one without people. Where nothing can prove it,
   * the people go only with all else that the till has: `key.startEmpty`.
   */
  async startOver(proof: string): Promise<Result<null>> {
    if (this.#people.all().length === 0) return success(null)
    const { store } = this.#deps
    const { hasProof } = store.protection()
    const refused = hasProof ? await whyNoProof(store, proof) : failure('proof-wrong', 'None')
    if (refused) return refused
    this.lock('removed')
    this.#people.removeAll()
    this.#lockouts.stop()
    this.#deps.changed()
    return success(null)
  }

  /** The store was opened: its people are known now. */
  opened(): void {
    this.#tries.load()
  }

  idleChanged(): void {
    this.#presence.session.refresh()
  }

  stop(): void {
    this.#lockouts.stop()
  }

  #tile(person: KeptPerson, isOwner: boolean) {
    const { id, name, role } = person
    const pauseMs = this.#lockouts.left(id)
    // How long a PIN is would help a person who guesses one.
    const shortPin = isOwner && hasShortPin(person, this.#deps.pinDigits())
    return { id, name, role, pauseMs, shortPin }
  }

  #pauseEnded(id: string): void {
    this.#tries.pauseEnded(id)
    this.#deps.changed()
  }
}
