import type { AuditDetail } from '../../../shared/audit-entry'
import type { PinAnswer } from '../../../shared/ipc/calls/staff'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { failure, type Result, success } from '../../../shared/ipc/result'
import { hasRole, type Role, shortestPin } from '../../../shared/staff'
import type { AuditLog } from '../audit-log/audit-log'
import { roleNeeded } from './access'
import { type Approvals, saleNamed } from './approvals'
import type { KeptPeople } from './kept-people'
import { hasShortPin } from './people-rules'
import { asPerson, type PinTry } from './pin-tries'
import type { Presence } from './presence'
import type { KeptPerson } from './staff-document'
import { staffFacts } from './staff-evidence'
import type { StaffList } from './staff-list'

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
  kept: KeptPeople
  presence: Presence
  approvals: Approvals
  auditLog: Pick<AuditLog, 'write'>
  tryPin: (id: string, pin: string) => Promise<PinTry>
  renew: StaffList['renewPin']
  /** The fewest digits of a cashier's PIN. */
  pinDigits: () => number
}

/** No PIN was tried yet. */
export function createPinCalls(deps: PinCallsDeps): PinCalls {
  const { kept, presence, approvals, pinDigits } = deps

  async function tried(id: string, pin: string): Promise<Result<PinTry>> {
    const { state } = kept.opening()
    if (state !== 'open') return failure('staff-unreadable', state)
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
      const renewed = await deps.renew(result.value.person, newPin)
      if (!renewed.ok) return renewed
      presence.signIn(renewed.value)
      return success({ result: 'right' })
    },
    async approve({ id, pin, channel, argument }, least) {
      const forWhom = presence.person()
      const by = kept.find(id)
      if (by && !hasRole(by.role, least)) return roleNeeded(least)
      const result = await tried(id, pin)
      if (!result.ok || result.value.result !== 'right') return withoutPerson(result)
      const allows = result.value.person
      // The person who asked may have left meanwhile, or the other may no longer allow it.
      if (forWhom?.id !== presence.person()?.id || !hasRole(allows.role, least))
        return roleNeeded(least)
      writeApproval(allows, { call: channel, for: forWhom?.name ?? null, ...saleNamed(argument) })
      approvals.give({ by: asPerson(allows), channel, argument })
      return success({ result: 'right' })
    },
  }

  function writeApproval(by: KeptPerson, about: AuditDetail): void {
    deps.auditLog.write('approved', asPerson(by), { ...about, ...staffFacts(kept.people()) })
  }
}

/** What a window may know of a try. */
function withoutPerson(tried: Result<PinTry>): Result<PinAnswer> {
  if (!tried.ok) return tried
  const { value } = tried
  if (value.result === 'no-such-person') return failure('no-such-person', 'No person has this id')
  return success(value.result === 'right' ? { result: 'right' } : value)
}
