import { z } from 'zod'
import { nameOfCall } from '../../../shared/ipc/call-name'
import type { PinAnswer } from '../../../shared/ipc/calls/people'
import { callsByName, type ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { LockedResult, LockReason, StaffView } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import { hasRole, shortestPin } from '../../../shared/staff'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { Effort } from '../store/derivation'
import { parseJson } from '../store/files/checked-json'
import { Lockouts } from '../store/lockouts'
import type { KeptPerson } from '../store/till-document'
import type { TillStore } from '../store/till-store'
import { type AtTill, roleNeeded } from './access'
import { hasShortPin, PeopleList } from './people-list'
import { asPerson, PinTries, pinEffort } from './pin-tries'

type StaffArguments = {
  [Name in 'add' | 'change' | 'remove' | 'signIn' | 'renewPin' | 'approve']: ParsedOf<'staff', Name>
}

/** What a person with a higher role lets another do, once. The argument is the very one, as JSON. */
interface Approval {
  by: Person
  channel: string
  argument: string
  /** By the clock that cannot be set. */
  until: number
}

/** The window makes an approved call at once; the time is for a slow computer only, ms. */
const approvalLasts = 30_000

/** Calls whose content is chosen in a dialog of the computer: the person whose PIN allows one would not see it. */
const chosenLater: ReadonlySet<string> = new Set([
  'connection.addAuthority',
  'backup.save',
  'backup.beginDaily',
  'backup.choose',
  'backup.restore',
])

const right: Result<PinAnswer> = success({ result: 'right' })

interface StaffDeps {
  store: TillStore
  clock: Clock
  log: Log
  random: (count: number) => Buffer
  newId: () => string
  /** Minutes without a touch after which the till locks; 0 is never. */
  idleMinutes: () => number
  /** A payment on the screen waits for its result: until then the till does not lock by itself. */
  isAwaited: () => boolean
  /** The fewest digits of a cashier's PIN. */
  pinDigits: () => number
  /** A person signed in, left, was added or has to wait. */
  changed: () => void
  /** A person signed in: their shift may begin. */
  signedIn?: (person: Person) => void
  /** What a new PIN costs to try; the default unless given. */
  effort?: Effort
}

/**
 * Who may be at the till, and who is: after a start no person is signed in. What cannot be on the disk is not done, but
 * for signing in: StoreFailed.
 */
export class Staff implements HandlersOf<'staff'> {
  readonly #people: PeopleList
  readonly #lockouts: Lockouts
  readonly #tries: PinTries
  /** The id of the person who is signed in. */
  #who: string | null = null
  #why: LockReason = 'start'
  #session = 0
  #approval: Approval | null = null
  #touched = 0
  #cancelIdle = () => {}

  constructor(private readonly deps: StaffDeps) {
    const { clock } = deps
    this.#lockouts = new Lockouts(clock, id => this.#pauseEnded(id))
    this.#people = new PeopleList({
      ...deps,
      effort: deps.effort ?? pinEffort,
      person: () => this.person(),
    })
    this.#tries = new PinTries({ ...deps, lockouts: this.#lockouts })
  }

  at(): AtTill {
    const reason = this.deps.store.closed()
    if (reason !== null) return { state: 'closed', reason }
    if (this.#people.all().length === 0) return { state: 'none' }
    const member = this.#people.find(this.#who)
    return member ? { state: 'signed-in', member } : { state: 'signed-out' }
  }

  /** Who is signed in; null on a till without staff, and while it is locked. */
  person(): Person | null {
    const member = this.#people.find(this.#who)
    return member && asPerson(member)
  }

  /** Another number after every sign-in and every lock. A call that waited for a person compares it. */
  session(): number {
    return this.#session
  }

  /** True while nothing of a payment or a customer may be seen. The payments go on. */
  isLocked(): boolean {
    return ['closed', 'signed-out'].includes(this.at().state)
  }

  /** `watched`: how many payments go on meanwhile. `results`: what a person still has to hear. */
  view(watched: () => number, results: () => readonly LockedResult[] = () => []): StaffView {
    const now = this.at()
    if (now.state === 'none' || now.state === 'closed') return now
    const isOwner = now.state === 'signed-in' && now.member.role === 'owner'
    const people = this.#people.all().map(person => this.#tile(person, isOwner))
    if (now.state === 'signed-in')
      return { state: 'signed-in', person: asPerson(now.member), role: now.member.role, people }
    return { state: 'signed-out', why: this.#why, people, watched: watched(), results: results() }
  }

  /** As `approve` and `renewPin`: each wrong PIN counts towards a pause. */
  signIn({ id, pin }: StaffArguments['signIn']): Promise<Result<PinAnswer>> {
    return this.#try(id, pin, person => {
      const pinDigits = this.deps.pinDigits()
      if (!hasShortPin(person, pinDigits)) return this.#signIn(person)
      return success({ result: 'too-short', digits: shortestPin(person.role, pinDigits) })
    })
  }

  /** Signs a person in whose PIN is too short by now, once they have chosen another one. */
  renewPin({ id, pin, newPin }: StaffArguments['renewPin']): Promise<Result<PinAnswer>> {
    return this.#try(id, pin, async person => {
      if (!hasShortPin(person, this.deps.pinDigits()))
        return failure('bad-argument', 'The PIN is long enough: an owner changes it')
      const renewed = await this.#people.renewPin(person, newPin)
      return renewed.ok ? this.#signIn(renewed.value) : renewed
    })
  }

  /** Lets the person at the till make one call once. */
  async approve({
    id,
    pin,
    channel,
    argument,
  }: StaffArguments['approve']): Promise<Result<PinAnswer>> {
    if (chosenLater.has(channel))
      return failure('approver-must-sign-in', 'It is chosen after the PIN')
    const least = callsByName.get(channel)?.role
    if (least === undefined || least === 'anyone' || least === 'owner-or-closed')
      return failure('bad-argument', 'channel: no call that takes a role')
    const forWhom = this.person()
    const by = this.#people.find(id)
    if (by && !hasRole(by.role, least)) return roleNeeded(least)
    return this.#try(id, pin, allows => {
      // The person who asked may have left meanwhile, or the other may no longer allow it.
      if (forWhom?.id !== this.person()?.id || !hasRole(allows.role, least))
        return roleNeeded(least)
      const about = {
        call: nameOfCall(channel, parseJson(argument)),
        for: forWhom?.name ?? null,
        ...paymentNamed(argument),
      }
      this.deps.store.record('approved', asPerson(allows), about)
      const until = this.deps.clock.monotonic() + approvalLasts
      this.#approval = { by: asPerson(allows), channel, argument, until }
      return right
    })
  }

  /** Uses up the approval for this call; null where there is none. */
  takeApproval(channel: string, argument: string): Person | null {
    const found = this.#approval
    if (found?.channel !== channel || found.argument !== argument) return null
    this.#approval = null
    return this.deps.clock.monotonic() < found.until ? found.by : null
  }

  lock(): Result<null> {
    this.lockFor('pressed')
    return success(null)
  }

  lockFor(why: LockReason): void {
    const left = this.person()
    const wasLocked = this.#who === null
    this.#approval = null
    this.#who = null
    this.#cancelIdle()
    if (wasLocked) return
    this.#why = why
    this.#session += 1
    this.deps.store.recordIfPossible('locked', left, { why })
    this.deps.changed()
  }

  active(): Result<null> {
    this.touch()
    return success(null)
  }

  /** The till does not lock for another while. The alarm that is set looks when it goes off: a touch costs nothing. */
  touch(): void {
    this.#touched = this.deps.clock.monotonic()
  }

  /** Waits for as long as the idle time is now, and locks. */
  idleChanged(): void {
    const { clock, idleMinutes } = this.deps
    this.#cancelIdle()
    const most = idleMinutes() * 60_000
    if (this.#who === null || most === 0) return
    if (this.deps.isAwaited()) this.touch()
    const left = this.#touched + most - clock.monotonic()
    if (left <= 0) this.lockFor('idle')
    else this.#cancelIdle = clock.after(left, () => this.idleChanged())
  }

  async add(asked: StaffArguments['add']): Promise<Result<null>> {
    const isFirst = this.at().state === 'none'
    const added = await this.#people.add(asked)
    if (!added.ok) return added
    // The first person chose a PIN just now: they are signed in, not locked out.
    if (isFirst) this.#signIn(added.value)
    this.deps.changed()
    return success(null)
  }

  async change(asked: StaffArguments['change']): Promise<Result<null>> {
    const done = await this.#people.change(asked)
    if (!done.ok) return done
    if (asked.pin !== null) this.#tries.forget(asked.id)
    this.deps.changed()
    return success(null)
  }

  remove({ id }: StaffArguments['remove']): Result<null> {
    const done = this.#people.remove(id)
    if (!done.ok) return done
    this.#lockouts.end(id)
    if (this.#who === id) this.lockFor('removed')
    this.deps.changed()
    return success(null)
  }

  /**
   * No owner can get in: a person who has proven to be the owner makes the till one without people. Where nothing can
   * prove it, the people go only with all else that the till has: `key.startEmpty`.
   */
  startOver(): Result<null> {
    if (this.#people.all().length === 0) return success(null)
    if (!this.deps.store.protection().hasProof) return failure('proof-wrong', 'None')
    this.lockFor('removed')
    this.#people.removeAll()
    this.#lockouts.stop()
    this.deps.changed()
    return success(null)
  }

  /** The store was opened: its people are known now. */
  opened(): void {
    this.#tries.load()
  }

  stop(): void {
    this.#lockouts.stop()
  }

  #signIn(next: KeptPerson): Result<PinAnswer> {
    const { store, clock, changed } = this.deps
    const before = this.person()
    const instead = before && before.id !== next.id ? { instead: before.name } : {}
    // Also on a full disk: then nothing can be sold, and people look.
    store.recordIfPossible('signed-in', asPerson(next), { role: next.role, ...instead })
    this.#approval = null
    this.#session += 1
    this.#who = next.id
    this.#touched = clock.monotonic()
    this.idleChanged()
    this.deps.signedIn?.(asPerson(next))
    changed()
    return right
  }

  /** What `then` answers for the person whose PIN was right. Refused while the till is closed, or has no people. */
  async #try(
    id: string,
    pin: string,
    then: (person: KeptPerson) => Result<PinAnswer> | Promise<Result<PinAnswer>>,
  ): Promise<Result<PinAnswer>> {
    if (!['signed-in', 'signed-out'].includes(this.at().state))
      return failure('till-closed', 'There are no people')
    const tried = await this.#tries.try(id, pin)
    if (tried.result === 'no-such-person') return failure('no-such-person', 'No person has this id')
    return tried.result === 'right' ? then(tried.person) : success(tried)
  }

  #tile(person: KeptPerson, isOwner: boolean) {
    const { id, name, role } = person
    const pauseMs = this.#lockouts.left(id)
    // How long a PIN is would help a person who guesses one.
    const shortPin = isOwner && hasShortPin(person, this.deps.pinDigits())
    return { id, name, role, pauseMs, shortPin }
  }

  #pauseEnded(id: string): void {
    this.#tries.pauseEnded(id)
    this.deps.changed()
  }
}

const aboutPayment = z.object({ paymentId: z.uuid() })

/**
 * The payment that an approved call is about, as a fact for the audit log; none where it is about no one payment.
 * The payment's own history names who pressed: only with this can it be found who allowed it.
 */
function paymentNamed(argument: string): { paymentId?: string } {
  const about = aboutPayment.safeParse(parseJson(argument))
  return about.success ? { paymentId: about.data.paymentId } : {}
}
