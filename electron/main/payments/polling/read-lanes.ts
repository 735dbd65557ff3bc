import type { Clock } from '../../clock'
import type { RequestGate, Run } from '../request-gate/request-gate'
import { createReadSchedule, type ReadSchedule } from './read-schedule'

/**
 * The till's own reads on their way to the gate: two lanes, each with one place in its line and all
 * on one timer. Reads that failed have a lane of their own, because they draw on the retry budget:
 * where that is used up, they do not hold up the others.
 */
export interface ReadLanes {
  /** Plans a sale's next read, at monotonic `at` (ms); `again` when the last one failed. */
  plan(saleId: string, at: number, again: boolean): void
  /** Makes planned reads due now, in this order, behind those that are due already. */
  hasten(saleIds: readonly string[]): void
  drop(saleId: string): void
  has(saleId: string): boolean
  size(): number
  stop(): void
}

interface ReadLanesDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  gate: Pick<RequestGate, 'join'>
  /** Reads a sale that is due; false when there is nothing to read. */
  read: (saleId: string, run: Run) => boolean
}

interface Lane {
  key: string
  again: boolean
  schedule: ReadSchedule
  isInLine: boolean
}

const newLane = (key: string, again: boolean): Lane => ({
  ...{ key, again, isInLine: false },
  schedule: createReadSchedule(),
})

/** Keeps an order among reads that are due at the same time, ms. */
const step = 1e-6

/** Empty lanes. */
export function createReadLanes({ clock, gate, read }: ReadLanesDeps): ReadLanes {
  const lanes = [newLane('reads', false), newLane('repeated reads', true)]
  let cancelTimer = () => {}
  let stopped = false

  function lineUp(): void {
    cancelTimer()
    if (stopped) return
    for (const lane of lanes) joinIfDue(lane)
    const next = lanes.filter(lane => !lane.isInLine).map(dueAt)
    const at = Math.min(...next)
    if (Number.isFinite(at)) cancelTimer = clock.after(Math.max(1, at - clock.monotonic()), lineUp)
  }

  function joinIfDue(lane: Lane): void {
    const at = dueAt(lane)
    if (lane.isInLine || at > clock.monotonic()) return
    lane.isInLine = true
    gate.join({
      key: lane.key,
      priority: 'read',
      since: at,
      repeat: lane.again,
      begin(run) {
        lane.isInLine = false
        readFirst(lane, run)
        lineUp()
      },
    })
  }

  /** Oldest due first: however often all are hastened, each has its turn. */
  function readFirst({ schedule }: Lane, run: Run): void {
    const now = clock.monotonic()
    for (let first = schedule.first(); first && first.at <= now; first = schedule.first()) {
      schedule.drop(first.saleId)
      if (read(first.saleId, run)) return
    }
  }

  const drop = (saleId: string) => {
    for (const { schedule } of lanes) schedule.drop(saleId)
  }

  return {
    plan(saleId, at, again) {
      for (const lane of lanes)
        if (lane.again === again) lane.schedule.set(saleId, at)
        else lane.schedule.drop(saleId)
      lineUp()
    },
    hasten(saleIds) {
      const first = clock.monotonic() - saleIds.length * step
      for (const [index, saleId] of saleIds.entries())
        for (const { schedule } of lanes) schedule.hasten(saleId, first + index * step)
      lineUp()
    },
    drop(saleId) {
      drop(saleId)
      lineUp()
    },
    has: saleId => lanes.some(({ schedule }) => schedule.has(saleId)),
    size: () => lanes.reduce((sum, { schedule }) => sum + schedule.size(), 0),
    stop() {
      stopped = true
      cancelTimer()
    },
  }
}

function dueAt({ schedule }: Lane): number {
  return schedule.first()?.at ?? Number.POSITIVE_INFINITY
}
