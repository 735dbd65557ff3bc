import { join } from 'node:path'
import type { ConnectionManager } from './connections/connection-manager'
import type { SettingsKeeper } from './storage/settings'
import type { TillDeps } from './till-deps'
import type { TillRecords } from './till-records'
import { createUpdates, type Updates } from './updates/updates'
import type { VaultOpening } from './vault'

interface UpdatesDeps extends Pick<TillRecords, 'auditLog'> {
  vault: VaultOpening
  settings: SettingsKeeper
  connections: ConnectionManager
  changed: () => void
}

/** The updates of a till, which wait for its payments. */
export function createTillUpdates(
  deps: TillDeps,
  { vault, settings, auditLog, connections, changed }: UpdatesDeps,
): Updates {
  const { clock, log, version, dataFolder, showItemInFolder, restart } = deps
  return createUpdates({
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
    isVouched: () => isVouched(settings, vault),
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

/** Whether the settings are as the till left them: a till with a passphrase knows it once that is typed. */
function isVouched(settings: SettingsKeeper, vault: VaultOpening): boolean {
  if (vault.ok && vault.vault.status().state === 'locked') return false
  return settings.changedOutside().length === 0 && settings.restoredCopy() === null
}
