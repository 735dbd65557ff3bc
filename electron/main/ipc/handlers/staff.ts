import type { LeastRole } from '../../../../shared/ipc/call'
import { calls } from '../../../../shared/ipc/contract'
import { failure, success } from '../../../../shared/ipc/result'
import type { Staff } from '../../staff/staff'
import type { Handlers } from '../register'

/** Who is at the till, and who may be. */
export function staffHandlers(staff: Staff): Handlers['staff'] {
  return {
    signIn: staff.signIn,
    lock() {
      staff.lock('pressed')
      return success(null)
    },
    active() {
      staff.touch()
      return success(null)
    },
    async approve(asked) {
      const least = roleOf(asked.channel)
      return least === null || least === 'anyone'
        ? failure('bad-argument', 'channel: no call that takes a role')
        : staff.approve(asked, least)
    },
    add: staff.add,
    change: staff.change,
    remove: staff.remove,
    startOver: ({ apiSecret }) => staff.startOver(apiSecret),
  }
}

/** The least role of `group.call`, or null where the contract has no such call. */
function roleOf(name: string): LeastRole | null {
  const all = Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members).map(([call, { role }]) => [`${group}.${call}`, role] as const),
  )
  return new Map<string, LeastRole>(all).get(name) ?? null
}
