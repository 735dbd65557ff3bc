import type { Clock } from '../../platform/clock'
import type { RequestGate, Run } from '../request-gate/request-gate'

/**
 * When each sale is read next: one map and one timer, for the tens of open sales of a shop. At most two
 * requests wait at the gate: one for reads, and one for reads that repeat a failed one. Repeats use the
 * retry budget, so they need their own place: when the budget is used up, they must not delay the others.
 */
export interface ReadPlan {
  /** Plans a sale's next read, at monotonic `at` (ms); `again` when the last one failed. */
  set(saleId: string, at: number, again: boolean): void
  /** Makes planned reads due now, in this order, behind those that are due already. */
  hasten(saleIds: readonly string[]): void
  drop(saleId: string): void
  has(saleId: string): boolean
  size(): number
  stop(): void
}

interface ReadPlanDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  gate: Pick<RequestGate, 'join'>
  /** Reads a sale that is due; false when there is nothing to read. */
  read: (saleId: string, run: Run) => boolean
}

interface PlannedRead {
  saleId: string
  /** Monotonic, ms. */
  at: number
  again: boolean
}

/** Keeps the order of reads that are due at the same time, ms. */
const step = 1e-6

/** Nothing is planned yet. */
export function createReadPlan({ clock, gate, read }: ReadPlanDeps): ReadPlan {
  const planned = new Map<string, PlannedRead>()
  /** Which of the two requests, by `again`, waits at the gate. */
  const waiting = new Set<boolean>()
  let cancelTimer = () => {}
  let stopped = false

  function first(again: boolean): PlannedRead | null {
    let earliest: PlannedRead | null = null
    for (const each of planned.values())
      if (each.again === again && (!earliest || each.at < earliest.at)) earliest = each
    return earliest
  }

  function requestDueReads(): void {
    if (stopped) return
    const now = clock.monotonic()
    for (const again of [false, true]) {
      const next = first(again)
      if (next && next.at <= now && !waiting.has(again)) join(next)
    }
    const next = [false, true].filter(again => !waiting.has(again)).map(first)
    const at = Math.min(...next.map(each => each?.at ?? Number.POSITIVE_INFINITY))
    cancelTimer()
    if (Number.isFinite(at))
      cancelTimer = clock.after(Math.max(1, at - clock.monotonic()), requestDueReads)
  }

  function join({ again, at }: PlannedRead): void {
    waiting.add(again)
    gate.join({
      key: again ? 'repeated reads' : 'reads',
      priority: 'read',
      since: at,
      repeat: again,
      begin(run) {
        waiting.delete(again)
        readFirst(again, run)
        requestDueReads()
      },
    })
  }

  /** The read that has been due longest goes first, however often all are hastened. */
  function readFirst(again: boolean, run: Run): void {
    const now = clock.monotonic()
    for (let next = first(again); next && next.at <= now; next = first(again)) {
      planned.delete(next.saleId)
      if (read(next.saleId, run)) return
    }
  }

  return {
    set(saleId, at, again) {
      planned.set(saleId, { saleId, at, again })
      requestDueReads()
    },
    hasten(saleIds) {
      const earliest = clock.monotonic() - saleIds.length * step
      for (const [index, saleId] of saleIds.entries()) {
        const read = planned.get(saleId)
        if (read) read.at = Math.min(read.at, earliest + index * step)
      }
      requestDueReads()
    },
    drop(saleId) {
      planned.delete(saleId)
      requestDueReads()
    },
    has: saleId => planned.has(saleId),
    size: () => planned.size,
    stop() {
      stopped = true
      cancelTimer()
    },
  }
}
