import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ConnectionKind, connectionKindSchema } from '../../../../shared/connection'
import { createPrivateFile, syncFolder } from '../files/durable-files'
import { type LedgerOpening, openLedger } from '../ledger/open-ledger'
import type { BookKeeping } from '../ledger/projections/customers/customers'
import type { TillStore } from '../till-store'
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

/** Remembers, over a crash, that a ledger was being opened. Each call throws what node:fs throws. */
export interface CrashMarker {
  /** True when the last opening never came to its end: the till died of it, or the power went. */
  isUp(): boolean
  raise(): void
  lower(): void
}

/**
 * A marker next to the ledger. Hazard: damaged bytes can abort the whole process, which no handler
 * catches; without the marker such a till would die at every start.
 */
export function createCrashMarker(ledgerFile: string): CrashMarker {
  const marker = `${ledgerFile}.opening`
  return {
    isUp: () => existsSync(marker),
    raise() {
      if (!existsSync(marker)) createPrivateFile(marker)
      syncFolder(dirname(marker))
    },
    lower: () => rmSync(marker, { force: true }),
  }
}
