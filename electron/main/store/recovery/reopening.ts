import { isDeepStrictEqual } from 'node:util'
import type { ConnectionKind } from '../../../../shared/connection'
import type {
  BlockReason,
  InterruptedSale,
  ReadBackSale,
  Recovery,
} from '../../../../shared/ipc/till-state'
import { statusOf } from '../../../../shared/payment/status'
import type { Clock } from '../../platform/clock'
import { LedgerWriteFailed } from '../ledger/errors'
import type { Ledger } from '../ledger/ledger'

/** Pauses before each attempt; after the last only a person may ask. */
const seconds = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60, 60, 60]

/** A till that sold for so long (ms) after it had reopened has recovered: the pauses start again. */
const soundFor = 5 * 60_000

/** How long to wait before reopening the ledger once more, ms; null when only a person may ask. */
function pauseBeforeReopening(attempts: number): number | null {
  const pause = seconds[attempts]
  return pause === undefined ? null : pause * 1_000
}

/** Trouble that can pass without anybody doing something in the till. */
function mayPass(reason: BlockReason): boolean {
  return ['storage-full', 'storage-read-only', 'storage-failed', 'ledger-in-use'].includes(reason)
}

/** Gets a till over a disk that failed: when to open the ledger again, and what was found then. */
export interface Reopening {
  view(): Recovery
  /** Selling has stopped: keeps which sale was being written. */
  stopped(error: unknown): void
  /** The till is blocked: opens the ledger again after a pause, where the trouble can pass. */
  blocked(reason: BlockReason): void
  /** The ledger is open again. Call before anything of it is sent; throws what the ledger throws. */
  opened(ledger: Ledger): void
  /** A person asked, or another connection was chosen: the pauses start again from the shortest. */
  startOver(): void
  /** A person has read what was found. */
  acknowledge(): void
  /** Nothing is opened automatically any more. */
  cancel(): void
}

/** Has nothing to do yet; `reopen` opens the ledger again. */
export function createReopening({
  clock,
  reopen,
}: {
  clock: Clock
  reopen: () => void
}): Reopening {
  const writes = createInterruptedWrites()
  let readBack: Recovery['readBack'] = null
  let hasStopped = false
  let attempts = 0
  let openedAt: number | null = null
  let cancelTimer: (() => void) | null = null

  const cancel = () => {
    cancelTimer?.()
    cancelTimer = null
  }

  /** A disk that fails again soon after is not healed by trying faster. */
  function forgetOldAttempts(): void {
    if (openedAt !== null && clock.monotonic() - openedAt > soundFor) attempts = 0
    openedAt = null
  }

  return {
    view: () => ({ tryingAlone: cancelTimer !== null, interrupted: writes.list(), readBack }),
    stopped(error) {
      hasStopped = true
      writes.note(error)
    },
    blocked(reason) {
      forgetOldAttempts()
      cancel()
      const pause = mayPass(reason) ? pauseBeforeReopening(attempts) : null
      if (pause === null) return
      attempts += 1
      cancelTimer = clock.after(pause, () => {
        cancelTimer = null
        reopen()
      })
    },
    opened(ledger) {
      if (hasStopped) readBack = [...(readBack ?? []), ...writes.readBack(ledger, clock.wall())]
      writes.forget()
      hasStopped = false
      openedAt = clock.monotonic()
      cancel()
    },
    startOver() {
      attempts = 0
      cancel()
    },
    acknowledge() {
      readBack = null
    },
    cancel,
  }
}

/** The reopening of each connection: a write that was interrupted belongs to one ledger. */
export interface Reopenings {
  of(kind: ConnectionKind): Reopening
  /** Another ledger is in use for this connection. */
  forget(kind: ConnectionKind): void
  /** A person asked for it: the pauses start again from the shortest. */
  startOver(): void
  /** Nothing is opened automatically any more. */
  cancel(): void
}

/** Starts empty; `reopen` opens the active connection again. */
export function createReopenings(clock: Clock, reopen: () => void): Reopenings {
  const byKind = new Map<ConnectionKind, Reopening>()
  return {
    of(kind) {
      const reopening = byKind.get(kind) ?? createReopening({ clock, reopen })
      byKind.set(kind, reopening)
      return reopening
    },
    forget: kind => void byKind.delete(kind),
    startOver() {
      for (const reopening of byKind.values()) reopening.startOver()
    },
    cancel() {
      for (const reopening of byKind.values()) reopening.cancel()
    },
  }
}

/** The sales that were being written when the disk failed. */
export interface InterruptedWrites {
  /** Keeps the sale that an error of the ledger names; of each sale what failed first. */
  note(error: unknown): void
  list(): InterruptedSale[]
  /**
   * Looks each up in the ledger that was opened again, and holds the new ones that are there after all:
   * see docs/decisions/0012. Throws what the ledger throws; then all are kept.
   */
  readBack(ledger: Ledger, now: number): ReadBackSale[]
  forget(): void
}

/** None yet. */
export function createInterruptedWrites(): InterruptedWrites {
  const writes = new Map<string, LedgerWriteFailed>()
  return {
    note(error) {
      if (error instanceof LedgerWriteFailed && !writes.has(error.sale.id))
        writes.set(error.sale.id, error)
    },
    list: () => [...writes.values()].map(summaryOf),
    readBack: (ledger, now) => [...writes.values()].map(write => readBackOne(write, ledger, now)),
    forget: () => writes.clear(),
  }
}

function summaryOf({ sale, events }: LedgerWriteFailed): InterruptedSale {
  const isNew = events[0]?.type === 'recorded'
  return { saleId: sale.id, amount: sale.amount, msisdn: sale.msisdn, isNew }
}

function readBackOne(write: LedgerWriteFailed, ledger: Ledger, now: number): ReadBackSale {
  const found = summaryOf(write)
  const history = ledger.history(found.saleId)
  const recorded = write.events.every(event => history.some(kept => isDeepStrictEqual(kept, event)))
  // The cashier was told that the disk failed; by now the customer may have paid in another way.
  const sale = ledger.find(found.saleId)
  if (found.isNew && sale !== null && statusOf(sale) === 'waitingToSend')
    ledger.append(found.saleId, { type: 'held', at: now })
  return { ...found, recorded }
}

/**
 * Holds every sale that waits and was never tried: for a ledger's first opening after a start. A till
 * that died cannot know whether the person was told that such a sale was recorded or that the disk
 * failed, nor what they did then (docs/decisions/0012), so the push asks first (money rule 7). `now`
 * is wall clock, ms; throws what the ledger throws.
 */
export function holdUntriedSales(ledger: Pick<Ledger, 'open' | 'append'>, now: number): void {
  for (const sale of ledger.open())
    if (statusOf(sale) === 'waitingToSend' && sale.attempts === 0)
      ledger.append(sale.id, { type: 'held', at: now })
}
