import type { PinAnswer } from '../../../shared/ipc/calls/people'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { failure, type Result, success } from '../../../shared/ipc/result'
import { hasRole, type Role, shortestPin } from '../../../shared/staff'
import type { AuditLog } from '../store/audit-log'
import { roleNeeded } from './access'
import { type Approvals, saleNamed } from './approvals'
import type { PeopleList } from './people-list'
import { hasShortPin } from './people-rules'
import { asPerson, type PinTry } from './pin-tries'
import type { Presence } from './presence'

type Asked = { [Name in 'signIn' | 'renewPin' | 'approve']: ParsedOf<'staff', Name> }

/** The calls that a PIN decides. Each wrong PIN counts towards a pause. */
export interface PinCalls {
  signIn(asked: Asked['signIn']): Promise<Result<PinAnswer>>
  /** Signs a person in whose PIN is too short by now, once they have chosen another one. */
  renewPin(asked: Asked['renewPin']): Promise<Result<PinAnswer>>
  /** Lets the person at the till make one call once. `least` is the role that the call takes. */
  approve(asked: Asked['approve'], least: Role): Promise<Result<PinAnswer>>
}

interface PinCallsDeps {
  people: PeopleList
  /** False while the till is closed, or has no people. */
  isOpen: () => boolean
  presence: Presence
  approvals: Approvals
  auditLog: AuditLog
  tryPin: (id: string, pin: string) => Promise<PinTry>
  /** The fewest digits of a cashier's PIN. */
  pinDigits: () => number
}

/** No PIN was tried yet. */
export function createPinCalls(deps: PinCallsDeps): PinCalls {
  const { people, presence, approvals, pinDigits } = deps

  async function tried(id: string, pin: string): Promise<Result<PinTry>> {
    if (!deps.isOpen()) return failure('till-closed', 'There are no people')
    const result = await deps.tryPin(id, pin)
    return result.result === 'no-such-person'
      ? failure('no-such-person', 'No person has this id')
      : success(result)
  }

  return {
    async signIn({ id, pin }) {
      const result = await tried(id, pin)
      if (!result.ok || result.value.result !== 'right') return withoutPerson(result)
      const { person } = result.value
      if (hasShortPin(person, pinDigits()))
        return success({ result: 'too-short', digits: shortestPin(person.role, pinDigits()) })
      presence.signIn(person)
      return success({ result: 'right' })
    },
    async renewPin({ id, pin, newPin }) {
      const result = await tried(id, pin)
      if (!result.ok || result.value.result !== 'right') return withoutPerson(result)
      if (!hasShortPin(result.value.person, pinDigits()))
        return failure('bad-argument', 'The PIN is long enough: an owner changes it')
      const renewed = await people.renewPin(result.value.person, newPin)
      if (!renewed.ok) return renewed
      presence.signIn(renewed.value)
      return success({ result: 'right' })
    },
    async approve({ id, pin, channel, argument }, least) {
      const forWhom = presence.person()
      const by = people.find(id)
      if (by && !hasRole(by.role, least)) return roleNeeded(least)
      const result = await tried(id, pin)
      if (!result.ok || result.value.result !== 'right') return withoutPerson(result)
      const allows = result.value.person
      // The person who asked may have left meanwhile, or the other may no longer allow it.
      if (forWhom?.id !== presence.person()?.id || !hasRole(allows.role, least))
        return roleNeeded(least)
      const about = { call: channel, for: forWhom?.name ?? null, ...saleNamed(argument) }
      deps.auditLog.write('approved', asPerson(allows), about)
      approvals.give({ by: asPerson(allows), channel, argument })
      return success({ result: 'right' })
    },
  }
}

/** What a window may know of a try. */
function withoutPerson(tried: Result<PinTry>): Result<PinAnswer> {
  if (!tried.ok) return tried
  const { value } = tried
  if (value.result === 'no-such-person') return failure('no-such-person', 'No person has this id')
  return success(value.result === 'right' ? { result: 'right' } : value)
}
