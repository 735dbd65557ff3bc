import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConnectionKind } from '../../../../shared/connection'
import { createPrivateFile, syncFolder } from '../files/durable-files'
import { ledgerFileName } from '../key-file'
import { type LedgerOpening, openLedger } from '../ledger/open-ledger'
import type { BookKeeping } from '../ledger/projections/customers/customers'
import type { TillStore } from '../till-store'
import type { LedgerAndKey, LedgerRescue } from './ledger-rescue'

/** Opens the ledgers of this computer: each has its file, its key, and may be damaged. */
export class LedgerOpener {
  constructor(
    private readonly deps: {
      dataFolder: string
      store: Pick<TillStore, 'ledgerKey'>
      rescue: Pick<LedgerRescue, 'examine'>
      book: BookKeeping
    },
  ) {}

  /** A connection's ledger and what opens it. Throws StoreFailed. */
  find(kind: ConnectionKind): LedgerAndKey {
    const { dataFolder, store } = this.deps
    return { kind, file: join(dataFolder, ledgerFileName(kind)), key: store.ledgerKey(kind) }
  }

  /**
   * A ledger whose last opening never ended is examined in another process first. Hazard: damaged bytes can abort
   * the whole process, which no handler catches; without the marker next to the ledger such a till would die at
   * every start. Throws what node:fs throws.
   */
  async open(ledger: LedgerAndKey): Promise<LedgerOpening> {
    const marker = `${ledger.file}.opening`
    const wasOpening = existsSync(marker)
    const damage = await this.#damageOf(ledger, wasOpening)
    if (damage !== null) return { ok: false, reason: 'ledger-unreadable', detail: damage }
    if (!wasOpening) createPrivateFile(marker)
    syncFolder(dirname(marker))
    const opening = openLedger({ ...ledger, book: this.deps.book })
    rmSync(marker, { force: true })
    return opening
  }

  /** What forbids opening a ledger in this process, or null. */
  async #damageOf(ledger: LedgerAndKey, wasOpening: boolean): Promise<string | null> {
    if (!existsSync(ledger.file)) return null
    // Only a till that died while it made the file leaves an empty one; else it held something once.
    if (statSync(ledger.file).size === 0) return wasOpening ? null : 'the file is empty'
    return wasOpening ? this.deps.rescue.examine(ledger) : null
  }
}
