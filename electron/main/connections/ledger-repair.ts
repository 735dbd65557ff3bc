import { rmSync } from 'node:fs'
import type { ConnectionKind } from '../../../shared/connection'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { BlockReason, LedgerExport, Stage } from '../../../shared/ipc/till-state'
import type { TaskQueue } from '../platform/task-queue'
import { renameSurely } from '../store/files/durable-files'
import type { LedgerAndKey, LedgerRescue, PutInPlace } from '../store/recovery/ledger-rescue'

/** What a person can do about a ledger of the active connection that does not open. */
export interface LedgerRepair {
  /** For a ledger that is damaged or newer than this app, and only while it blocks the till. */
  exportReadable(): Promise<Result<LedgerExport>>
  /** The same, after an export: renames the ledger and opens a new one. */
  quarantine(): Promise<Result<{ keptAs: string }>>
  putInPlace: PutInPlace
}

export interface LedgerRepairDeps {
  queue: TaskQueue
  stage: () => Stage
  kind: () => ConnectionKind
  /** The active connection's ledger; null while the till is closed. */
  find: () => LedgerAndKey | null
  rescue: Pick<LedgerRescue, 'exportReadable' | 'quarantine'>
  /** Whether the ledger in use is open and has nothing in it. */
  isEmpty: () => boolean
  /** Stops the engine and closes its ledger. */
  closeEngine: () => Promise<void>
  /** The damaged ledger was renamed. */
  quarantined: (kind: ConnectionKind) => void
  /** Another ledger took the place of the one in use. */
  exchanged: (kind: ConnectionKind) => void
  /** Opens the active connection; never rejects. */
  openActive: () => Promise<void>
  fault: (error: unknown) => void
}

/** Each call waits until nothing else is being opened. */
export function createLedgerRepair(deps: LedgerRepairDeps): LedgerRepair {
  const { queue, stage, kind, rescue } = deps
  const impossible = () => failure('action-not-possible', `The till is ${stage().name}`)

  function blockedBy(reasons: readonly BlockReason[]): boolean {
    const now = stage()
    return now.name === 'blocked' && reasons.includes(now.reason)
  }

  /** Only while that ledger blocks the till. */
  function rescued<Value>(
    work: (ledger: LedgerAndKey) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const done = queue.run(() => {
      const ledger = blockedBy(rescuable) ? deps.find() : null
      return ledger ? work(ledger) : impossible()
    })
    return done.catch(error => failure('export-failed', String(error)))
  }

  async function exchangeLedger<Value>(
    work: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const done = await attempt(work)
    if (!done.ok) return done
    deps.exchanged(kind())
    await deps.openActive()
    return done
  }

  async function attempt<Value>(
    work: () => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    try {
      return await work()
    } catch (error) {
      deps.fault(error)
      return failure('till-fault', 'The ledgers could not be exchanged')
    }
  }

  const inUse = () => failure('ledger-not-empty', 'The ledger in use has payments in it')

  async function putInPlace<Value>(
    build: (built: LedgerAndKey) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    await queue.idle()
    const ledger = deps.isEmpty() ? deps.find() : null
    if (ledger === null) return inUse()
    const file = `${ledger.file}.rebuilt`
    removeLedger(file)
    try {
      const built = await build({ ...ledger, file })
      if (!built.ok) return built
      const placed = await queue.run(() => exchangeLedger(() => place(ledger, file)))
      return placed.ok ? built : placed
    } finally {
      removeLedger(file)
    }
  }

  /** Asked for again: the till sold on meanwhile. */
  async function place({ file }: LedgerAndKey, built: string): Promise<Result<null>> {
    if (!deps.isEmpty()) return inUse()
    await deps.closeEngine()
    renameSurely(built, file)
    return success(null)
  }

  return {
    putInPlace,
    exportReadable: () => rescued(rescue.exportReadable),
    async quarantine() {
      const done = await rescued(rescue.quarantine)
      if (!done.ok) return done
      deps.quarantined(kind())
      await queue.run(deps.openActive)
      return done
    },
  }
}

/** What an attempt that was cut short left; a journal that stays would be played into the next file. */
function removeLedger(file: string): void {
  for (const each of [file, `${file}-journal`]) rmSync(each, { force: true })
}

const rescuable: readonly BlockReason[] = ['ledger-unreadable', 'ledger-newer']
