import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ConnectionKind, connectionKindSchema } from '../../../../shared/connection'
import { type LedgerOpening, openLedger } from '../ledger/open-ledger'
import type { BookKeeping } from '../ledger/projections/customers/apply'
import type { TillStore } from '../till-store'
import { createCrashMarker } from './crash-marker'
import type { LedgerAndKey, LedgerRescue } from './ledger-rescue'

/** The file of a connection's own ledger, in the data folder. */
export function ledgerFileName(kind: ConnectionKind): string {
  return `ledger-${kind}.db`
}

export const ledgerFileNames: readonly string[] = connectionKindSchema.options.map(ledgerFileName)

/** Opens the ledgers of this computer: each has its file, its key, and may be damaged. */
export interface LedgerOpener {
  /** A connection's ledger and what opens it. Throws StoreFailed. */
  find(kind: ConnectionKind): LedgerAndKey
  /** A ledger whose last opening never ended is examined in another process first. */
  open(ledger: LedgerAndKey): Promise<LedgerOpening>
}

interface LedgerOpenerDeps {
  dataFolder: string
  store: Pick<TillStore, 'ledgerKey'>
  rescue: Pick<LedgerRescue, 'examine'>
  book: BookKeeping
}

/** An opener on these parts; both calls throw what node:fs throws. */
export function createLedgerOpener(deps: LedgerOpenerDeps): LedgerOpener {
  const { dataFolder, store, rescue, book } = deps

  /** What forbids opening a ledger in this process, or null. */
  async function damageOf(ledger: LedgerAndKey, wasOpening: boolean): Promise<string | null> {
    if (!existsSync(ledger.file)) return null
    // Only a till that died while it made the file leaves an empty one; else it held something once.
    if (statSync(ledger.file).size === 0) return wasOpening ? null : 'the file is empty'
    return wasOpening ? rescue.examine(ledger) : null
  }

  return {
    find: kind => ({
      kind,
      file: join(dataFolder, ledgerFileName(kind)),
      key: store.ledgerKey(kind),
    }),
    async open(ledger) {
      const marker = createCrashMarker(ledger.file)
      const damage = await damageOf(ledger, marker.isUp())
      if (damage !== null) return { ok: false, reason: 'ledger-unreadable', detail: damage }
      marker.raise()
      const opening = openLedger({ ...ledger, book })
      marker.lower()
      return opening
    },
  }
}
