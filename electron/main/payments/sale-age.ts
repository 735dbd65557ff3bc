import type { Ages } from '../../../shared/payment/freshness'
import type { Sale } from '../../../shared/payment/sale'
import type { Clock } from '../clock'

/** How old sales are, in ms, whatever becomes of the computer's wall clock. */
export interface SaleAge {
  /** At least as old as either clock says: nothing grows young by a clock set back (money rule 7). */
  agesOf(sale: Sale): Ages
  /** Since the last attempt, no longer than either clock says (money rule 10). */
  sinceLastAttempt(sale: Sale): number
  /** The sale waits no more: what was remembered of it goes. */
  forget(saleId: string): void
}

/** When, by the monotonic clock, a moment of the wall clock was, as far as this process saw it. */
interface Stamp {
  monotonic: number
  /** The wall clock stood before that moment when it was first looked at: it has been set back. */
  unknowable: boolean
}

/** A wall clock no further behind a sale's own time than this is only being adjusted. */
const slack = 2_000

/** Knows of no sale yet; one from before the start is as old as the wall clock says. */
export function createSaleAge(clock: Pick<Clock, 'wall' | 'monotonic'>): SaleAge {
  const stamps = new Map<string, Map<number, Stamp>>()

  function stampOf(saleId: string, moment: number): Stamp {
    const ofSale = stamps.get(saleId) ?? new Map<number, Stamp>()
    stamps.set(saleId, ofSale)
    const behind = clock.wall() - moment
    const fresh = {
      monotonic: clock.monotonic() - Math.max(0, behind),
      unknowable: behind < -slack,
    }
    const stamp = ofSale.get(moment) ?? fresh
    ofSale.set(moment, stamp)
    return stamp
  }

  const seenSince = (saleId: string, moment: number) =>
    clock.monotonic() - stampOf(saleId, moment).monotonic

  return {
    agesOf({ id, recordedAt, freshSince }) {
      const { unknowable } = stampOf(id, freshSince)
      const sinceFresh = Math.max(clock.wall() - freshSince, seenSince(id, freshSince))
      return {
        sinceRecorded: Math.max(clock.wall() - recordedAt, seenSince(id, recordedAt)),
        // Nobody knows how long ago it was: the cashier is asked.
        sinceFresh: unknowable ? Number.POSITIVE_INFINITY : sinceFresh,
      }
    },
    sinceLastAttempt({ id, lastAttemptAt }) {
      if (lastAttemptAt === null) return 0
      const byWall = clock.wall() - lastAttemptAt
      const seen = seenSince(id, lastAttemptAt)
      // A wall clock set back past the attempt says nothing: it would hold the number until it has
      // caught up, a year if it was a year ahead.
      return byWall < 0 ? seen : Math.min(byWall, seen)
    },
    forget(saleId) {
      stamps.delete(saleId)
    },
  }
}
