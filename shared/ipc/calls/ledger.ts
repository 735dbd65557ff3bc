import { call, nothing } from '../call'
import type { LedgerExport } from '../till-state'

/** Getting over a disk that failed, and over a ledger that cannot be opened. */
export const ledgerCalls = {
  /** Opens the active connection's ledger again, now. The till's state says what came of it. */
  tryAgain: call<null>()('cashier', nothing),
  /** The person has read what was found after the ledger was opened again. */
  acknowledge: call<null>()('cashier', nothing),
  /** Writes what can be read of a ledger that is damaged or newer than this app to a CSV file. */
  exportReadable: call<LedgerExport>()('manager', nothing),
  /** After an export: renames that ledger, and begins a new one. */
  quarantine: call<{ keptAs: string }>()('owner', nothing),
} as const
