import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionKind } from '../../../shared/connection'
import type { BlockReason, Stage } from '../../../shared/ipc/till-state'
import type { CheckpointSigner } from '../hash-chain/chained-store'
import { type LedgerOpening, openLedger } from '../ledger/open-ledger'
import type { BookKeeping } from '../ledger/projections/customers/apply'
import type { Vault } from '../vault'
import { createCrashMarker } from './crash-marker'
import { type KeyedFiles, ledgerFileName } from './keyed-files'
import type { LedgerAndKey, LedgerRescue } from './ledger-rescue'

/** Opens the ledgers of this computer: each has its file, its key, and may be damaged. */
export interface LedgerOpener {
  /** A connection's ledger and what opens it, or what the till shows instead. */
  find(kind: ConnectionKind, vault: Vault): LedgerFinding
  /** A ledger whose last opening never ended is examined in another process first. */
  open(ledger: LedgerAndKey): Promise<LedgerOpening>
}

type LedgerFinding = { ok: true; ledger: LedgerAndKey } | { ok: false; stage: Stage }

interface LedgerOpenerDeps {
  dataFolder: string
  files: Pick<KeyedFiles, 'finish'> | null
  rescue: Pick<LedgerRescue, 'examine'>
  book: BookKeeping
  chainBegins: (kind: ConnectionKind, signer: CheckpointSigner) => void
}

/** An opener on these parts; both calls throw what node:fs throws. */
export function createLedgerOpener(deps: LedgerOpenerDeps): LedgerOpener {
  const { dataFolder, files, rescue, book, chainBegins } = deps

  /** What forbids opening a ledger in this process, or null. */
  async function damageOf(ledger: LedgerAndKey, wasOpening: boolean): Promise<string | null> {
    if (!existsSync(ledger.file)) return null
    // Only a till that died while it made the file leaves an empty one; else it held something once.
    if (statSync(ledger.file).size === 0) return wasOpening ? null : 'the file is empty'
    return wasOpening ? rescue.examine(ledger) : null
  }

  return {
    find(kind, vault) {
      const file = join(dataFolder, ledgerFileName(kind))
      files?.finish()
      const dataKey = vault.dataKey(kind, existsSync(file))
      const sealedBy = vault.sealedBy({ data: kind })
      const blocked = (reason: BlockReason): LedgerFinding => ({
        ok: false,
        stage: { name: 'blocked', reason, detail: kind, sealedBy },
      })
      if (dataKey.state === 'locked') return { ok: false, stage: { name: 'locked' } }
      if (dataKey.state === 'missing') return blocked('ledger-key-missing')
      if (dataKey.state === 'unreadable') return blocked('ledger-key-unreadable')
      return { ok: true, ledger: { kind, file, key: dataKey.key } }
    },
    async open(ledger) {
      const marker = createCrashMarker(ledger.file)
      const damage = await damageOf(ledger, marker.isUp())
      if (damage !== null) return { ok: false, reason: 'ledger-unreadable', detail: damage }
      marker.raise()
      const opening = openLedger({
        ...ledger,
        book,
        chainBegins: signer => chainBegins(ledger.kind, signer),
      })
      marker.lower()
      return opening
    },
  }
}
