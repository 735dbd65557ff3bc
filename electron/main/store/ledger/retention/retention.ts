import type { Clock } from '../../../platform/clock'
import type { CustomerRemoval } from './customer-removal'

/*
 * How customers' data goes (decision 21). Once a day, while the service's time is known, a mark notes which
 * rows of `personal` exist. A removal takes the rows that an old enough mark covers, in small transactions
 * (customer-removal.ts): the personal parts of a sale's events are deleted, an event is added, and each
 * projection forgets the customer. Deleted bytes can stay in the gaps of pages, so a scrub fills those
 * with zeros afterwards (database/page-scrubber.ts, which says why not by VACUUM).
 * `stop` ends the work between two slices. A crash loses nothing: the next run finds what is left, and
 * `retention_scrub` keeps that a scrub is due.
 */

/** Removes customers' data when the owner's time for it is over: a little at a time, once a day. */
export interface Retention {
  start(): void
  /** Stops between two slices; the next start goes on. */
  stop(): void
}

interface RetentionDeps {
  removal: CustomerRemoval
  clock: Clock
  /** The service's time, ms, or null while it is not certain. */
  serviceTime: () => number | null
  /** The owner's months; null keeps for ever. */
  months: () => number | null
  /** How many sales a whole removal changed. */
  done: (removed: number) => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

const day = 86_400_000

/** How often it is checked whether a day has passed and the service's time is known, ms. */
const checkEvery = 10_000

/**
 * Sales, and pages, in one slice: some ms each, so that no customer notices (docs/evidence.md). Between two
 * slices everything else has its turn, ms.
 */
const salesInSlice = 10
const pagesInSlice = 50
const pause = 40

/** A retention on an open ledger; nothing runs before `start`. */
export function createRetention(deps: RetentionDeps): Retention {
  const { removal, clock, serviceTime, months, done, fault } = deps
  let cancel = () => {}
  let stopped = false
  /** Monotonic, ms. */
  let lastRun: number | null = null
  let removed = 0

  /** What fails here has met the ledger: it is the till's to say. */
  const later = (delay: number, work: () => void) => {
    cancel = clock.after(delay, () => {
      if (stopped) return
      try {
        work()
      } catch (error) {
        fault(error)
      }
    })
  }
  const checkLater = () => later(checkEvery, check)

  function check(): void {
    const service = serviceTime()
    const isDue = lastRun === null || clock.monotonic() - lastRun >= day
    if (service === null || !isDue) checkLater()
    else begin(service, clock.wall())
  }

  function begin(service: number, wall: number): void {
    lastRun = clock.monotonic()
    const kept = months()
    removal.mark(markTime(service, wall))
    removed = 0
    if (kept === null) scrub()
    else removeFrom(0, { before: cutoff(service, wall, kept), at: wall, months: kept })
  }

  function removeFrom(after: number, rest: { before: number; at: number; months: number }): void {
    const slice = removal.remove({ ...rest, after, limit: salesInSlice })
    removed += slice.removed
    const { next } = slice
    if (next !== null) later(pause, () => removeFrom(next, rest))
    else {
      done(removed)
      scrub()
    }
  }

  function scrub(): void {
    if (removal.scrubDue()) later(pause, () => scrubFrom(1))
    else checkLater()
  }

  function scrubFrom(page: number): void {
    const next = removal.scrub(page, pagesInSlice)
    if (next === null) checkLater()
    else later(pause, () => scrubFrom(next))
  }

  return {
    start: checkLater,
    stop() {
      stopped = true
      cancel()
    },
  }
}

/**
 * The moment by which all that is in the ledger now was there, in doubt too late: the later of both
 * clocks, and the end of that day, so that a day needs one mark. A mark that is too late keeps data
 * longer; one that is too early would remove it early (decision 21).
 */
export function markTime(service: number, wall: number): number {
  return Math.ceil(Math.max(service, wall) / day) * day
}

/** So many months before the earlier of both clocks: in doubt too early. A month of 31 days is a month too. */
export function cutoff(service: number, wall: number, months: number): number {
  const date = new Date(Math.min(service, wall))
  const target = date.getUTCMonth() - months
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), target + 1, 0)).getUTCDate()
  date.setUTCMonth(target, Math.min(date.getUTCDate(), lastOfMonth))
  return date.getTime()
}
