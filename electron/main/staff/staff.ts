import { basename } from 'node:path'
import type { PinAnswer } from '../../../shared/ipc/calls/staff'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { LockReason, StaffView } from '../../../shared/ipc/till-state'
import type { Person } from '../../../shared/person'
import { mayAct, type Role } from '../../../shared/staff'
import type { AuditLog } from '../audit-log/audit-log'
import type { Clock } from '../clock'
import type { DocumentStore } from '../storage/document-store'
import type { Effort, VaultOpening } from '../vault'
import { createLockouts } from '../vault/lockouts'
import { type AtTill, roleNeeded } from './access'
import { createApprovals } from './approvals'
import { saleNamed } from './approved-sale'
import { whyNoProof } from './owner-proof'
import { withPerson } from './people-rules'
import { pinEffort } from './pin-lock'
import { asPerson, createPinTries, type PinTry } from './pin-tries'
import { createSession } from './session'
import { type KeptPerson, nobody, type People } from './staff-document'
import { createStaffList } from './staff-list'
import { createStaffStore, type StaffOpening } from './staff-store'

type Asked = {
  [Name in 'signIn' | 'approve' | 'add' | 'change' | 'remove']: ParsedOf<'staff', Name>
}

/**
 * Who may be at the till, and who is. What cannot be put on the record or on the disk is not done:
 * such calls throw AuditLogFailed or StaffNotWritten.
 */
export interface Staff {
  at(): AtTill
  /** Whose acts these are; null on a till without staff, and where nobody is signed in. */
  person(): Person | null
  /** True while nothing of a sale or a customer may be seen. The payments go on. */
  isLocked(): boolean
  /** `watched`: how many payments go on meanwhile. */
  view(watched: () => number): StaffView
  signIn(asked: Asked['signIn']): Promise<Result<PinAnswer>>
  lock(why: LockReason): void
  touch(): void
  /** Lets the person at the till make one call once. `least` is the role that the call takes. */
  approve(asked: Asked['approve'], least: Role): Promise<Result<PinAnswer>>
  /** Uses an approval up. */
  takeApproval(channel: string, argument: string): Person | null
  add(asked: Asked['add']): Promise<Result<null>>
  change(asked: Asked['change']): Promise<Result<null>>
  remove(asked: Asked['remove']): Result<null>
  startOver(apiSecret: string): Result<null>
  /** The vault was unlocked: people that could not be read may be readable now. */
  look(): void
  idleChanged(): void
  stop(): void
}

interface StaffDeps {
  store: DocumentStore
  vault: VaultOpening
  record: AuditLog
  clock: Clock
  random: (count: number) => Buffer
  newId: () => string
  idleMinutes: () => number
  /** Somebody came, left, was added or has to wait. */
  changed: () => void
  /** What a new PIN costs to try; the default unless told. */
  effort?: Effort
}

/** Nobody is at the till after a start. */
export function createStaff(deps: StaffDeps): Staff {
  const { clock, record, changed } = deps
  const store = createStaffStore(deps)
  const approvals = createApprovals(clock)
  let opening: StaffOpening = store.open()

  const people = (): People => (opening.state === 'open' ? opening.people : nobody)
  const commit = (next: People) => {
    store.write(next)
    opening = { state: 'open', people: next }
  }
  const find = (id: string | null) => people().people.find(one => one.id === id) ?? null

  const lockouts = createLockouts({ clock, ended: forgetPause })
  const session = createSession({
    clock,
    idleMinutes: deps.idleMinutes,
    idle: () => lock('idle'),
  })
  const tryPin = createPinTries({ people, commit, lockouts, record, changed })
  const member = () => find(session.who())
  const person = () => {
    const here = member()
    return here ? asPerson(here) : null
  }
  const list = createStaffList({
    ...{ people, commit, record, person, newId: deps.newId, random: deps.random },
    effort: deps.effort ?? pinEffort,
  })
  lockouts.takeUp(people().people)

  /** Written down, so that a till which is started again does not make somebody wait twice. */
  function forgetPause(id: string): void {
    const waited = find(id)
    try {
      if (waited) commit(withPerson(people(), { ...waited, pausing: false }))
    } catch (error) {
      // It costs that person one more pause after a restart, and nothing else.
      record.writeIfPossible('not-done', null, {
        act: 'pause-over',
        error: String(error).slice(0, 300),
      })
    }
    changed()
  }

  function at(): AtTill {
    if (opening.state !== 'open') return opening
    const here = member()
    return here ? { state: 'signed-in', member: here } : { state: 'signed-out' }
  }

  function lock(why: LockReason): void {
    const left = person()
    approvals.forget()
    if (!session.end(why)) return
    record.writeIfPossible('locked', left, { why })
    changed()
  }

  function begin(here: KeptPerson): void {
    const instead = person()
    record.write('signed-in', asPerson(here), {
      role: here.role,
      ...(instead && instead.id !== here.id && { instead: instead.name }),
    })
    approvals.forget()
    session.begin(here.id)
    changed()
  }

  async function tried(id: string, pin: string): Promise<Result<PinTry>> {
    if (opening.state !== 'open') return failure('staff-unreadable', opening.state)
    const result = await tryPin(id, pin)
    return result.result === 'no-such-person'
      ? failure('no-such-person', 'Nobody has this id')
      : success(result)
  }

  function seen({ id, name, role }: KeptPerson) {
    return { id, name, role, pauseMs: lockouts.left(id) }
  }

  return {
    at,
    person,
    isLocked: () => ['trouble', 'signed-out'].includes(at().state),
    view(watched) {
      const now = at()
      if (now.state === 'none' || now.state === 'trouble') return now
      const tiles = people().people.map(seen)
      if (now.state === 'signed-out')
        return { state: 'signed-out', why: session.why(), people: tiles, watched: watched() }
      return {
        state: 'signed-in',
        person: asPerson(now.member),
        role: now.member.role,
        people: tiles,
      }
    },
    async signIn({ id, pin }) {
      const result = await tried(id, pin)
      if (result.ok && result.value.result === 'right') begin(result.value.person)
      return withoutPerson(result)
    },
    lock,
    touch: session.touch,
    async approve({ id, pin, channel, argument }, least) {
      const forWhom = person()
      const by = find(id)
      if (by && !mayAct(by.role, least)) return roleNeeded(least)
      const result = await tried(id, pin)
      if (!result.ok || result.value.result !== 'right') return withoutPerson(result)
      const allows = result.value.person
      // Whoever asked has left in the meantime, or the other one may no longer allow it.
      if (forWhom?.id !== person()?.id || !mayAct(allows.role, least)) return roleNeeded(least)
      const about = { call: channel, for: forWhom?.name ?? null, ...saleNamed(argument) }
      record.write('approved', asPerson(allows), about)
      approvals.give({ by: asPerson(allows), channel, argument })
      return success({ result: 'right' })
    },
    takeApproval: approvals.take,
    async add(asked) {
      const isFirst = opening.state === 'none'
      const added = await list.add(asked)
      if (!added.ok) return added
      // Who has just chosen a PIN on a till without staff is at it: nobody is locked out by it.
      if (isFirst) begin(added.value)
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
    startOver(apiSecret) {
      if (opening.state === 'none') return success(null)
      const refused = whyNoProof(deps.vault, apiSecret)
      if (refused) return refused
      // Held where nothing can be sealed yet: the keychain is gone, and no passphrase is chosen.
      record.writeOrHold('staff-set-aside', null, { was: opening.state })
      const keptAs = store.quarantine()
      lock('removed')
      lockouts.stop()
      opening = store.open()
      record.writeIfPossible('staff-set-aside', null, { keptAs: keptAs && basename(keptAs) })
      changed()
      return success(null)
    },
    look() {
      if (opening.state !== 'trouble') return
      opening = store.open()
      lockouts.takeUp(people().people)
    },
    idleChanged: session.look,
    stop: lockouts.stop,
  }
}

/** What a window may know of a try. */
function withoutPerson(tried: Result<PinTry>): Result<PinAnswer> {
  if (!tried.ok) return tried
  const { value } = tried
  if (value.result === 'no-such-person') return failure('no-such-person', 'Nobody has this id')
  return success(value.result === 'right' ? { result: 'right' } : value)
}
