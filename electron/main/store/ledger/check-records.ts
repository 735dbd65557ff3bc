import type { Change, LedgerCheck } from '../../../../shared/integrity'
import { inSlices } from '../../platform/in-slices'
import type { Log } from '../../platform/log'
import type { TillStore } from '../till-store'
import type { LedgerChain } from './hash-chain/ledger-chain'

type CheckedStore = Pick<TillStore, 'database' | 'recordIfPossible'>

/**
 * Checks that the audit log, and the ledger since its last cash-up, are what the till wrote. It runs at each cash-up
 * and at each daily backup. What it finds is in the audit log and on the closing; it repairs nothing and stops no payment.
 * Null where it could not be finished: the disk failed, or the ledger was closed meanwhile (`wanted` is asked).
 */
export async function checkRecords(
  chain: LedgerChain,
  { store, log, wanted }: { store: CheckedStore; log: Pick<Log, 'error'>; wanted: () => boolean },
): Promise<LedgerCheck> {
  try {
    const ledger = await inSlices(chain.check(), wanted)
    const auditLog = ledger && (await inSlices(auditLogCheck(store), wanted))
    if (!ledger || !auditLog) return null
    noteChanges(store, log, 'ledger', ledger)
    noteChanges(store, log, 'auditLog', auditLog)
    const changes = ledger.length + auditLog.length
    return { changes, links: chain.head().number, seal: chain.seal() }
  } catch (error) {
    log.error('records-not-checked', { error })
    return null
  }
}

function* auditLogCheck(store: CheckedStore): Generator<number, readonly Change[]> {
  const database = store.database()
  return database ? yield* database.checkAuditLog() : []
}

function noteChanges(
  store: CheckedStore,
  log: Pick<Log, 'error'>,
  name: 'ledger' | 'auditLog',
  changes: readonly Change[],
): void {
  const [first] = changes
  if (!first) return
  const { kind, number, paymentId } = first
  log.error('records-changed', { name, reason: kind })
  const detail = { store: name, changes: changes.length, kind, number, paymentId }
  store.recordIfPossible('change-seen', null, detail)
}
