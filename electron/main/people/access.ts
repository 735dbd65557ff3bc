import type { LeastRole } from '../../../shared/ipc/call'
import { type Failure, failure } from '../../../shared/ipc/result'
import type { ClosedReason } from '../../../shared/ipc/till-state'
import type { Person, StaffMember } from '../../../shared/person'
import { hasRole, type Role } from '../../../shared/staff'

/** Who is at the till, as far as it matters for what they may do. */
export type AtTill =
  | { state: 'none' }
  | { state: 'closed'; reason: ClosedReason }
  | { state: 'signed-out' }
  | { state: 'signed-in'; member: StaffMember }

/** Whether a call may be made, and who approved it where its caller's own role is not enough. */
export type Admission = { ok: true; approvedBy: Person | null } | Failure

/**
 * Judges a call by the least role that it declares. A till without staff allows every call. A closed till allows
 * only the calls that replace it. `approval` is asked, and used up, only where the role is not enough.
 */
export function admit(least: LeastRole, at: AtTill, approval: () => Person | null): Admission {
  if (least === 'anyone' || at.state === 'none') return { ok: true, approvedBy: null }
  if (at.state === 'closed')
    return least === 'owner-or-closed'
      ? { ok: true, approvedBy: null }
      : failure('till-closed', at.reason)
  if (at.state === 'signed-out') return failure('signed-out', 'No person is signed in')
  const role = least === 'owner-or-closed' ? 'owner' : least
  if (hasRole(at.member.role, role)) return { ok: true, approvedBy: null }
  const approvedBy = approval()
  return approvedBy ? { ok: true, approvedBy } : roleNeeded(role)
}

/** Says who may: a cashier's calls are open to every person who is signed in. */
export function roleNeeded(least: Role): Failure {
  return failure(
    least === 'owner' ? 'owner-needed' : 'manager-needed',
    `This takes the role ${least}`,
  )
}
