import { join } from 'node:path'
import type { ConnectionManager } from './connections/connection-manager'
import type { SettingsKeeper } from './store/settings'
import type { TillStore } from './store/till-store'
import type { TillDeps } from './till-deps'
import type { TillRecords } from './till-records'
import { Updates } from './updates/updates'

interface UpdatesDeps extends Pick<TillRecords, 'auditLog'> {
  store: TillStore
  settings: SettingsKeeper
  connections: ConnectionManager
  changed: () => void
}

/** The updates of a till, which wait for its payments. */
export function createTillUpdates(
  deps: TillDeps,
  { store, settings, auditLog, connections, changed }: UpdatesDeps,
): Updates {
  const { clock, log, version, dataFolder, showItemInFolder, restart } = deps
  return new Updates({
    settings,
    auditLog,
    clock,
    log,
    version,
    folder: join(dataFolder, 'updates'),
    computer: deps.updateComputer,
    showItemInFolder,
    restart,
    isIdle: () => openPayments(connections) === 0,
    isVouched: () => store.closed() === null && store.document().restored === null,
    changed,
  })
}

/** How many payments are open; null where the till cannot tell. */
function openPayments(connections: ConnectionManager): number | null {
  try {
    return connections.engine()?.ledger.openIds().length ?? null
  } catch (error) {
    connections.fault(error)
    return null
  }
}
