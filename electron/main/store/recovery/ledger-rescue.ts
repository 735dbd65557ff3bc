import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionKind } from '../../../../shared/connection'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { LedgerExport } from '../../../../shared/ipc/till-state'
import type { Clock } from '../../platform/clock'
import { lockFile } from '../database'
import { quarantineLedger } from '../files/durable-files'
import { type ExaminerProcess, examineIn, type SalvageResult } from './salvage/examiner-process'

/** What can be done about a ledger that this till cannot open. The ledger itself is only ever read. */
export interface LedgerRescue {
  /** Reads all of it in another process: null when every row can be read, else what is wrong. */
  examine(ledger: LedgerAndKey): Promise<string | null>
  /** Writes what can be read to a file where a person finds it. */
  exportReadable(ledger: LedgerAndKey): Promise<Result<LedgerExport>>
  /** Renames the ledger, after an export; gives its new path. */
  quarantine(ledger: LedgerAndKey): Promise<Result<{ keptAs: string }>>
  /** The till closes: ends a salvage under way, which then failed, and begins none any more. */
  stop(): void
}

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

/** A rescue that has exported nothing yet. */
export function createLedgerRescue(deps: LedgerRescueDeps): LedgerRescue {
  const { clock } = deps
  const exported = new Set<string>()
  const closing = new AbortController()
  const copyFolder = join(deps.dataFolder, 'salvage')

  /** On a copy: an engine that meets a damaged file or a strange journal may write to it. */
  async function examineCopy(
    { file, key }: LedgerAndKey,
    exportFile: string | null,
  ): Promise<SalvageResult> {
    const copy = join(copyFolder, 'ledger.db')
    rmSync(copyFolder, { recursive: true, force: true })
    try {
      mkdirSync(copyFolder, { mode: 0o700 })
      copyFileSync(file, copy)
      if (existsSync(`${file}-journal`)) copyFileSync(`${file}-journal`, `${copy}-journal`)
      const task = { file: copy, key: key.toString('hex'), exportFile }
      return await examineIn(deps.startExaminer, task, clock, closing.signal)
    } finally {
      rmSync(copyFolder, { recursive: true, force: true })
    }
  }

  async function exportReadable(ledger: LedgerAndKey): Promise<Result<LedgerExport>> {
    mkdirSync(deps.exportFolder, { recursive: true })
    const file = unusedName(deps.exportFolder, ledger.kind, clock.wall())
    const result = await examineCopy(ledger, file)
    if (!result.ok) return failure('export-failed', result.detail)
    exported.add(ledger.file)
    const { sales, unreadable, complete, open, moreOpen } = result.findings
    return success({ file, sales, unreadable, complete, open, moreOpen })
  }

  return {
    async examine(ledger) {
      const result = await examineCopy(ledger, null)
      if (!result.ok) return result.detail
      return result.findings.sound ? null : 'rows are damaged'
    },
    exportReadable: ledger => locked(ledger, () => exportReadable(ledger)),
    quarantine: ledger =>
      locked(ledger, async () => {
        if (!exported.has(ledger.file)) return failure('export-first', ledger.kind)
        const keptAs = quarantineLedger(ledger.file, new Date(clock.wall()))
        exported.delete(ledger.file)
        return success({ keptAs })
      }),
    stop: () => closing.abort(),
  }
}

/** While another till writes the ledger, a copy of it would be torn. */
async function locked<T>(
  { file }: LedgerAndKey,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const lock = lockFile(file)
  if (!lock.ok) return failure('export-failed', String(lock.error))
  try {
    return await work()
  } catch (error) {
    return failure('export-failed', String(error))
  } finally {
    lock.release()
  }
}

/** `kaunta-practice-2026-11-21T12-05-07.csv`, in a folder that may hold others. */
function unusedName(folder: string, kind: ConnectionKind, at: number): string {
  const moment = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
  for (let number = 1; ; number++) {
    const name = `kaunta-${kind}-${moment}${number === 1 ? '' : `-${number}`}.csv`
    if (!existsSync(join(folder, name))) return join(folder, name)
  }
}
