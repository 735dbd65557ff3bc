import type { Ages } from '../../../../shared/payment/freshness'
import { longestLife } from '../../../../shared/payment/overdue'
import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../platform/clock'

/** How old sales are, in ms, whatever becomes of the computer's wall clock. */
export interface SaleAge {
  /** As old as the clock that moved more says, from reading to reading: none grows young (money rule 7). */
  agesOf(sale: Sale): Ages
  /** An attempt begins now. */
  attempted(saleId: string): void
  /**
   * Since the last attempt, no longer than either clock says (money rule 10); of an attempt from before
   * this start, no longer than since the start: the wall clock may have jumped in between.
   */
  sinceLastAttempt(sale: Sale): number
  /** How long this run has itself seen it last, since its last attempt or the start: no sleep counts. */
  seen(sale: Pick<Sale, 'id'>): number
  /** Reads the clocks, so that what one hides until the next reading is not lost behind the other. */
  refresh(): void
  /** The sale waits no more: what was remembered of its ages goes. Its attempt may still ring. */
  forget(saleId: string): void
}

/** When a moment of the wall clock was, as far as this process saw it. */
interface Stamp {
  /** By the running clock. */
  running: number
  /** The wall clock stood before that moment when it was first looked at: it has been set back. */
  unknowable: boolean
}

/** A wall clock no further behind a sale's own time than this is only being adjusted. */
const slack = 2_000

/** Clocks that went on, or apart, by less than this are still compared with the last reading, ms. */
const step = 1_000

/** Knows of no sale yet; one from before the start is as old as the wall clock says. */
export function createSaleAge(clock: Pick<Clock, 'wall' | 'monotonic'>): SaleAge {
  const stamps = new Map<string, Map<number, Stamp>>()
  const attempts = new Map<string, number>()
  const startedAt = clock.monotonic()
  const running = createRunningClock(clock)

  function stampOf(saleId: string, moment: number): Stamp {
    const ofSale = stamps.get(saleId) ?? new Map<number, Stamp>()
    stamps.set(saleId, ofSale)
    const behind = clock.wall() - moment
    const fresh = {
      running: running() - Math.max(0, behind),
      unknowable: behind < -slack,
    }
    const stamp = ofSale.get(moment) ?? fresh
    ofSale.set(moment, stamp)
    return stamp
  }

  const seen = ({ id }: Pick<Sale, 'id'>) => clock.monotonic() - (attempts.get(id) ?? startedAt)

  /** Of an attempt before that, the start says enough: it is as long ago, and nobody asks for more. */
  function dropOldAttempts(now: number): void {
    for (const [id, at] of attempts) if (now - at >= longestLife) attempts.delete(id)
  }

  const age = (saleId: string, moment: number) => running() - stampOf(saleId, moment).running

  return {
    agesOf({ id, recordedAt, freshSince }) {
      const { unknowable } = stampOf(id, freshSince)
      return {
        sinceRecorded: age(id, recordedAt),
        // Nobody knows how long ago it was: the cashier is asked.
        sinceFresh: unknowable ? Number.POSITIVE_INFINITY : age(id, freshSince),
      }
    },
    attempted(saleId) {
      const now = clock.monotonic()
      dropOldAttempts(now)
      attempts.set(saleId, now)
    },
    seen,
    sinceLastAttempt(sale) {
      const { lastAttemptAt } = sale
      if (lastAttemptAt === null) return 0
      const byWall = clock.wall() - lastAttemptAt
      // A wall clock set back past the attempt says nothing: it would hold the number until it has
      // caught up, a year if it was a year ahead.
      return byWall < 0 ? seen(sale) : Math.min(byWall, seen(sale))
    },
    refresh: () => void running(),
    forget: saleId => void stamps.delete(saleId),
  }
}

/**
 * A clock that goes forward, from reading to reading, by as much as the wall or the monotonic one did. Set
 * back, the first does not take back what passed; in a sleep, the second may stand still.
 */
function createRunningClock(clock: Pick<Clock, 'wall' | 'monotonic'>): () => number {
  let elapsed = 0
  let wall = clock.wall()
  let monotonic = clock.monotonic()
  return () => {
    const byWall = clock.wall() - wall
    const byMonotonic = clock.monotonic() - monotonic
    const passed = Math.max(byWall, byMonotonic, 0)
    // The wall clock counts whole ms: started again at every reading, the difference would run too fast.
    if (passed < step && Math.abs(byWall - byMonotonic) < step) return elapsed + passed
    elapsed += passed
    wall += byWall
    monotonic += byMonotonic
    return elapsed
  }
}
