import { Staff } from './people/staff'
import { AuditLog } from './store/audit-log'
import { Integrity } from './store/ledger/integrity'
import type { SettingsKeeper } from './store/settings'
import type { TillStore } from './store/till-store'
import type { TillDeps } from './till-deps'

interface RecordsDeps {
  store: TillStore
  settings: SettingsKeeper
  tellWindow: () => void
  changed: () => void
}

/** Who did what at this till, and whether its records are as it wrote them. */
export function createTillRecords(
  { clock, random, log }: TillDeps,
  { store, settings, tellWindow, changed }: RecordsDeps,
) {
  const auditLog = new AuditLog(store, log)
  // Later: a ledger may be opened while the services are built, or by what is told of it.
  const later = () => void clock.after(0, tellWindow)
  const integrity = new Integrity({ store, auditLog, clock, log, changed: later })
  const staff = new Staff({
    store,
    auditLog,
    clock,
    log,
    changed,
    random: random.bytes,
    newId: random.accountId,
    idleMinutes: () => settings.get().staff.idleMinutes,
    pinDigits: () => settings.get().staff.pinDigits,
  })
  return { integrity, auditLog, staff }
}

/** The records of a till. */
export type TillRecords = ReturnType<typeof createTillRecords>
