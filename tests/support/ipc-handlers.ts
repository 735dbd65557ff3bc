import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { expect } from 'vitest'
import { createGuard } from '../../electron/main/ipc/guard'
import { registerHandlers } from '../../electron/main/ipc/register'
import { mayCall, type WindowKind } from '../../electron/main/outputs/windows/permissions'
import { emptyDocument } from '../../electron/main/store/till-document'
import { channelOf } from '../../shared/ipc/bridge'
import { calls } from '../../shared/ipc/contract'
import type { Handlers } from '../../shared/ipc/handlers'
import { success } from '../../shared/ipc/result'
import { listeningLog } from './parts'

/** Every call of the contract. */
export const members = Object.entries(calls).flatMap(([group, names]) =>
  Object.entries(names).map(([name, { argument, role }]) => ({
    ...{ group, name, argument, role },
    channel: channelOf(group, name),
  })),
)

export const kinds = ['till', 'customer'] as const

/** The window that may make a call. */
export const whoMay = (channel: string): WindowKind =>
  kinds.find(kind => mayCall(kind, channel)) ?? expect.fail(`no window may ${channel}`)

/** A handler for every call of the contract; each does the same, told its channel, argument and caller. */
export function allHandlers(
  handle: (channel: string, argument: unknown, caller: unknown) => unknown,
): Handlers {
  const table: Record<string, Record<string, (argument: unknown, caller: unknown) => unknown>> = {}
  for (const { group, name, channel } of members)
    table[group] = {
      ...table[group],
      [name]: (argument, caller) => handle(channel, argument, caller),
    }
  // Complete by construction; its types were forgotten on the way.
  return table as unknown as Handlers
}

/** A store that has nothing which could prove an owner. */
export const unprovable: Parameters<typeof createGuard>[0]['store'] = {
  together: work => work(),
  closed: () => null,
  document: () => emptyDocument,
  proofs: () => [],
  proves: () => Promise.reject(new Error('There is nothing to prove')),
}

/** A till without staff: everything is allowed. Its record takes everything. */
const openToAll = createGuard({
  store: unprovable,
  staff: {
    at: () => ({ state: 'none' }),
    person: () => null,
    session: () => 0,
    takeApproval: () => null,
  },
  auditLog: {
    record: () => undefined,
    recordIfPossible: () => undefined,
  },
})

type Listener = Parameters<IpcMain['handle']>[1]

/** The real table of channels, and what reached a handler behind it; null for `sender` is a stranger. */
export function openTable({
  handle = (_channel: string): unknown => success(null),
  handlers = null as Handlers | null,
  guard = openToAll,
  sender = whoMay as (channel: string) => WindowKind | null,
} = {}) {
  const listeners = new Map<string, Listener>()
  const ran: { channel: string; argument: unknown; caller: unknown }[] = []
  const { log, lines } = listeningLog()
  let calling: WindowKind | null = null
  const recording = allHandlers((channel, argument, caller) => {
    ran.push({ channel, argument, caller })
    return handle(channel)
  })
  registerHandlers({
    ipcMain: { handle: (channel, listener) => listeners.set(channel, listener) },
    handlers: handlers ?? recording,
    senderOf: () => calling,
    guard,
    log,
  })
  const invoke = async (channel: string, argument?: unknown): Promise<{ code?: string }> => {
    const listener = listeners.get(channel) ?? expect.fail(`${channel} is not open`)
    calling = sender(channel)
    return listener({} as IpcMainInvokeEvent, argument)
  }
  return { listeners, ran, lines, invoke }
}
