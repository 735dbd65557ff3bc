import type { BlockReason } from '../../../shared/ipc/till-state'
import type { Sale } from '../../../shared/payment/sale'
import { type Database, databaseFailure, openDatabase } from '../database'
import { createLedger, type Ledger } from './ledger'
import { migrateLedger } from './ledger-migrations'

export type LedgerOpening =
  | { ok: true; ledger: Ledger; close: () => void }
  | { ok: false; reason: BlockReason; detail: string }

interface OpenLedgerNeeds {
  file: string
  /** The data key that the vault keeps for this ledger: 32 bytes. */
  key: Buffer
  changed: (sale: Sale) => void
}

/** Opens a connection's ledger and brings it up to date. What cannot be read is left as it is. */
export function openLedger({ file, key, changed }: OpenLedgerNeeds): LedgerOpening {
  const opened = openDatabase({ file, key })
  if (!opened.ok) {
    const reason = opened.reason === 'not-readable' ? 'ledger-unreadable' : 'storage-failed'
    return { ok: false, reason, detail: opened.detail }
  }
  const { database } = opened
  try {
    if (migrateLedger(database) === 'newer') return refuseNewer(database)
  } catch (error) {
    return refuseFailed(database, error)
  }
  return { ok: true, ledger: createLedger({ database, changed }), close: database.close }
}

/** Lets go of the file, so that the next opening does not meet this one. */
function refuseFailed(database: Database, error: unknown): LedgerOpening {
  database.close()
  const failure = databaseFailure(error)
  const reason = failure === 'not-readable' ? 'ledger-unreadable' : 'storage-failed'
  return { ok: false, reason, detail: failure }
}

function refuseNewer(database: Database): LedgerOpening {
  const detail = `version ${database.userVersion()}`
  database.close()
  return { ok: false, reason: 'ledger-newer', detail }
}
