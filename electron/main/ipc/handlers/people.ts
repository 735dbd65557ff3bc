import type { LeastRole } from '../../../../shared/ipc/call'
import { calls } from '../../../../shared/ipc/contract'
import { failure, success } from '../../../../shared/ipc/result'
import type { Staff } from '../../people/staff'
import type { AuditLog } from '../../store/audit-log'
import type { Handlers } from '../register'

/** Calls whose content is chosen in a dialog of the computer: the person whose PIN allows one would not see it. */
const chosenLater: ReadonlySet<string> = new Set([
  'connection.addAuthority',
  'backup.save',
  'backup.beginDaily',
  'backup.choose',
  'backup.restore',
])

/** Signing in, approvals, and the list of staff. */
export function staffHandlers(staff: Staff): Handlers['staff'] {
  return {
    signIn: asked => staff.signIn(asked),
    renewPin: asked => staff.renewPin(asked),
    lock() {
      staff.lock('pressed')
      return success(null)
    },
    active() {
      staff.touch()
      return success(null)
    },
    async approve(asked) {
      if (chosenLater.has(asked.channel))
        return failure('approver-must-sign-in', 'It is chosen after the PIN')
      const least = roleOf(asked.channel)
      return least === null || least === 'anyone' || least === 'owner-or-closed'
        ? failure('bad-argument', 'channel: no call that takes a role')
        : staff.approve(asked, least)
    },
    add: asked => staff.add(asked),
    change: asked => staff.change(asked),
    remove: asked => staff.remove(asked),
    startOver: ({ proof }) => staff.startOver(proof),
  }
}

/** The least role for `group.call`, or null when the contract has no such call. */
function roleOf(name: string): LeastRole | null {
  const all = Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members).map(([call, { role }]) => [`${group}.${call}`, role] as const),
  )
  return new Map<string, LeastRole>(all).get(name) ?? null
}

const pageLength = 100

/** The audit log, a page at a time. */
export function auditLogHandlers(auditLog: AuditLog): Handlers['auditLog'] {
  return {
    list({ before }) {
      const found = auditLog.list({ before, limit: pageLength + 1 })
      return success({ entries: found.slice(0, pageLength), more: found.length > pageLength })
    },
  }
}
