import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ConnectionKind } from '../../../../shared/connection'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { LedgerExport } from '../../../../shared/ipc/till-state'
import type { Clock } from '../../platform/clock'
import { diskFailure } from '../../platform/disk-fault'
import { momentOf } from '../../platform/file-names'
import { removeFile } from '../../platform/remove'
import type { Workers } from '../../platform/workers'
import { lockFile } from '../database'
import {
  copyAside,
  createPrivateFile,
  quarantineLedger,
  renameSurely,
  syncFolder,
} from '../files/durable-files'
import { ledgerFileName } from '../key-file'
import type { Ledger } from '../ledger/ledger'
import { type LedgerOpening, openLedger } from '../ledger/open-ledger'
import type { BookKeeping } from '../ledger/projections/customers/customers'
import type { TillStore } from '../till-store'
import type { Findings, SalvageTask } from './salvage-task'

export interface LedgerAndKey {
  kind: ConnectionKind
  file: string
  key: Buffer
}

/**
 * Puts a ledger that `build` makes in the place of the one in use, which must have nothing in it, before and
 * after. It is built next to it with the same key; until it is whole, nothing has changed.
 */
export type PutInPlace = <Value>(
  build: (built: LedgerAndKey) => Promise<Result<Value>>,
) => Promise<Result<Value>>

/**
 * Puts a ledger that is built of the one in use in its place, which is set aside. `build` begins while that one goes on;
 * `finish` adds the end of it once nothing writes to it any more.
 */
export type RenewLedger = <Value>(
  build: (built: LedgerAndKey, of: Ledger) => Promise<Result<Building<Value>>>,
) => Promise<Result<Value>>

export interface Building<Value> {
  finish: (last: Ledger) => Value
  close: () => void
}

export interface LedgerFilesDeps {
  dataFolder: string
  store: TillStore
  /** Where a person finds an export. */
  exportFolder: string
  /** Processes that examine: reading damaged bytes can abort a process of this engine. */
  examiners: Pick<Workers<{ examine: (task: SalvageTask) => Findings }>, 'use'>
  clock: Clock
}

/** A whole ledger of a million payments is read in less; a process that hangs is ended, ms. */
export const longestExamination = 10 * 60_000

/** The ledgers of this computer: opens them, and says what can be done about one that does not open, which is only read. */
export class LedgerFiles {
  readonly #exported = new Set<string>()
  readonly #closing = new AbortController()

  constructor(private readonly deps: LedgerFilesDeps & { book: BookKeeping }) {}

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
    const { book, store } = this.deps
    const opening = openLedger({ ...ledger, book, sealedNumber: () => store.sealedNumber() })
    removeFile(marker)
    return opening
  }

  /** Writes what can be read to a file where a person finds it. A property, for parts take it by itself. */
  readonly exportReadable = (ledger: LedgerAndKey): Promise<Result<LedgerExport>> =>
    locked(ledger, async () => {
      const { exportFolder, clock } = this.deps
      const name = `kaunta-${ledger.kind}-${momentOf(new Date(clock.wall()))}`
      const found = await this.#examineCopy(ledger, { folder: exportFolder, name })
      this.#exported.add(ledger.file)
      const { file, sales, unreadable, complete, open, moreOpen } = found
      return success({ file: file ?? '', sales, unreadable, complete, open, moreOpen })
    })

  /** Renames the ledger, after an export; gives its new path. */
  readonly quarantine = (ledger: LedgerAndKey): Promise<Result<{ keptAs: string }>> =>
    locked(ledger, async () => {
      if (!this.#exported.has(ledger.file)) return failure('export-first', ledger.kind)
      const keptAs = quarantineLedger(ledger.file, new Date(this.deps.clock.wall()))
      this.#exported.delete(ledger.file)
      return success({ keptAs })
    })

  /** A whole ledger takes the place of a closed one, of which a copy stays. Throws what node:fs throws. */
  replace({ file }: LedgerAndKey, built: string): void {
    copyAside(file, new Date(this.deps.clock.wall()))
    renameSurely(built, file)
  }

  /** The till closes: ends a salvage under way, which then failed, and begins none any more. */
  stop(): void {
    this.#closing.abort()
  }

  /** What forbids opening a ledger in this process, or null. */
  async #damageOf(ledger: LedgerAndKey, wasOpening: boolean): Promise<string | null> {
    if (!existsSync(ledger.file)) return null
    // Only a till that died while it made the file leaves an empty one; else it held something once.
    if (statSync(ledger.file).size === 0) return wasOpening ? null : 'the file is empty'
    if (!wasOpening) return null
    try {
      const { sound } = await this.#examineCopy(ledger, null)
      return sound ? null : 'rows are damaged'
    } catch (error) {
      return String(error)
    }
  }

  /** On a copy: an engine that meets a damaged file or a strange journal may write to it. */
  async #examineCopy(
    { file, key }: LedgerAndKey,
    exportTo: SalvageTask['exportTo'],
  ): Promise<Findings> {
    const { dataFolder, examiners } = this.deps
    const folder = join(dataFolder, 'salvage')
    const copy = join(folder, 'ledger.db')
    await rm(folder, { recursive: true, force: true })
    try {
      await mkdir(folder, { mode: 0o700 })
      await copyFile(file, copy)
      if (existsSync(`${file}-journal`)) await copyFile(`${file}-journal`, `${copy}-journal`)
      return await examiners.use(this.#closing.signal, worker =>
        worker.run('examine', { file: copy, key: key.toString('hex'), exportTo }),
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** While another till writes the ledger, a copy of it would be torn. */
async function locked<T>(
  { file }: LedgerAndKey,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    const release = lockFile(file)
    return await work().finally(release)
  } catch (error) {
    return diskFailure('export-failed', error)
  }
}
