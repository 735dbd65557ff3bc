import { z } from 'zod'
import { call, nothing } from '../call'
import type { LedgerExport } from '../till-state'

/** A ledger's name once it was set aside: `ledger-sandbox.set-aside-2026-11-21T12-05-07.db`. */
const asideName = z.string().regex(/^ledger-[a-z]+\.set-aside-[\dT-]{19,25}\.db$/)

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
  /** Where its key cannot be opened here: sets the ledger aside with its key, and begins a new one. */
  startOver: call<{ keptAs: string | null }>()('owner', nothing),
  /** Opens such a ledger again, its keychain being back; the one in use is set aside. */
  bringBack: call<{ keptAs: string }>()('owner', z.strictObject({ file: asideName })),
} as const
