import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionKind } from '../../../../shared/connection'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { LedgerExport } from '../../../../shared/ipc/till-state'
import type { Clock } from '../../platform/clock'
import { lockFile } from '../database'
import { momentOf, numbered, quarantineLedger, unusedName } from '../files/durable-files'
import { type ExaminerProcess, examineIn, type SalvageResult } from './salvage/examiner-process'

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

export interface LedgerRescueDeps {
  dataFolder: string
  /** Where a person finds an export. */
  exportFolder: string
  startExaminer: () => ExaminerProcess
  clock: Clock
}

/** What can be done about a ledger that this till cannot open. The ledger itself is only ever read. */
export class LedgerRescue {
  readonly #exported = new Set<string>()
  readonly #closing = new AbortController()

  constructor(private readonly deps: LedgerRescueDeps) {}

  /** Reads all of it in another process: null when every row can be read, else what is wrong. */
  async examine(ledger: LedgerAndKey): Promise<string | null> {
    const result = await this.#examineCopy(ledger, null)
    if (!result.ok) return result.detail
    return result.findings.sound ? null : 'rows are damaged'
  }

  /** Writes what can be read to a file where a person finds it. A property, for parts take it by itself. */
  readonly exportReadable = (ledger: LedgerAndKey): Promise<Result<LedgerExport>> =>
    locked(ledger, async () => {
      const { exportFolder, clock } = this.deps
      mkdirSync(exportFolder, { recursive: true })
      const start = join(exportFolder, `kaunta-${ledger.kind}-${momentOf(new Date(clock.wall()))}`)
      const file = unusedName(number => `${numbered(start, number)}.csv`)
      const result = await this.#examineCopy(ledger, file)
      if (!result.ok) {
        // No half file stays behind.
        rmSync(file, { force: true })
        return failure('export-failed', result.detail)
      }
      this.#exported.add(ledger.file)
      const { sales, unreadable, complete, open, moreOpen } = result.findings
      return success({ file, sales, unreadable, complete, open, moreOpen })
    })

  /** Renames the ledger, after an export; gives its new path. */
  readonly quarantine = (ledger: LedgerAndKey): Promise<Result<{ keptAs: string }>> =>
    locked(ledger, async () => {
      if (!this.#exported.has(ledger.file)) return failure('export-first', ledger.kind)
      const keptAs = quarantineLedger(ledger.file, new Date(this.deps.clock.wall()))
      this.#exported.delete(ledger.file)
      return success({ keptAs })
    })

  /** The till closes: ends a salvage under way, which then failed, and begins none any more. */
  stop(): void {
    this.#closing.abort()
  }

  /** On a copy: an engine that meets a damaged file or a strange journal may write to it. */
  async #examineCopy(
    { file, key }: LedgerAndKey,
    exportFile: string | null,
  ): Promise<SalvageResult> {
    const { dataFolder, startExaminer, clock } = this.deps
    const folder = join(dataFolder, 'salvage')
    const copy = join(folder, 'ledger.db')
    rmSync(folder, { recursive: true, force: true })
    try {
      mkdirSync(folder, { mode: 0o700 })
      copyFileSync(file, copy)
      if (existsSync(`${file}-journal`)) copyFileSync(`${file}-journal`, `${copy}-journal`)
      const task = { file: copy, key: key.toString('hex'), exportFile }
      return await examineIn(startExaminer, task, clock, this.#closing.signal)
    } finally {
      rmSync(folder, { recursive: true, force: true })
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
    return failure('export-failed', String(error))
  }
}
