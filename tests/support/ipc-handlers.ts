import { createGuard } from '../../electron/main/ipc/guard'
import type { Handlers } from '../../electron/main/ipc/register'
import { channelOf } from '../../shared/ipc/bridge'
import { calls } from '../../shared/ipc/contract'

/** A handler for every call of the contract; each does the same, told its channel and argument. */
export function allHandlers(handle: (channel: string, argument: unknown) => unknown): Handlers {
  const table: Record<string, Record<string, (argument: unknown) => unknown>> = {}
  for (const [group, members] of Object.entries(calls))
    table[group] = Object.fromEntries(
      Object.keys(members).map(name => [
        name,
        (argument: unknown) => handle(channelOf(group, name), argument),
      ]),
    )
  // Complete by construction; its types were forgotten on the way.
  return table as unknown as Handlers
}

/** A till without staff: everything is allowed. Its record takes everything. */
export const openToAll = createGuard({
  store: { together: work => work() },
  staff: {
    at: () => ({ state: 'none' }),
    person: () => null,
    session: () => 0,
    takeApproval: () => null,
  },
  auditLog: {
    write: () => undefined,
    writeIfPossible: () => undefined,
  },
})
