import { createAuditLog } from './audit-log/audit-log'
import type { Witness } from './audit-log/witness'
import { seenDetail } from './hash-chain/checkpoint'
import { openHeads } from './hash-chain/checkpoint-document'
import { createIntegrity } from './hash-chain/integrity'
import { createStaff } from './staff/staff'
import { createDocumentStore } from './storage/document-store'
import type { SettingsKeeper } from './storage/settings'
import type { TillDeps } from './till-deps'
import type { VaultOpening } from './vault'

interface RecordsDeps {
  vault: VaultOpening
  settings: SettingsKeeper
  witness: Witness
  tellWindow: () => void
  changed: () => void
}

/** Who did what at this till, and whether its records are as it wrote them. */
export function createTillRecords(
  { dataFolder, clock, random, log }: TillDeps,
  { vault, settings, witness, tellWindow, changed }: RecordsDeps,
) {
  const integrity = createIntegrity({
    heads: openHeads(createDocumentStore(dataFolder, 'heads'), log),
    witness,
    clock,
    log,
    // Later: a store may be opened while the services are built, or by what is told of it.
    changed: () => clock.after(0, tellWindow),
    recordSeen: (store, changes) =>
      auditLog.writeIfPossible('change-seen', null, seenDetail(store, changes)),
  })
  const auditLog = createAuditLog({ dataFolder, vault, clock, log, watch: integrity })
  witness.use(auditLog)
  const staff = createStaff({
    vault,
    auditLog,
    clock,
    changed,
    store: createDocumentStore(dataFolder, 'staff'),
    random: random.bytes,
    newId: random.accountId,
    idleMinutes: () => settings.get().staff.idleMinutes,
    pinDigits: () => settings.get().staff.pinDigits,
  })
  return { integrity, auditLog, staff }
}

/** The records of a till. */
export type TillRecords = ReturnType<typeof createTillRecords>
