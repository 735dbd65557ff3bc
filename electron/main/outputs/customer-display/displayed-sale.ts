import { isOpen, isUnclear } from '../../../../shared/payment/actions'
import type { Sale } from '../../../../shared/payment/sale'

/** The sale that the cashier has on the screen, as far as the customer's window follows it. */
export interface DisplayedSale {
  sale: Sale
  /**
   * It has been open since it was put in front. One that was over already is somebody else's, looked
   * up later: the customer who is there now is shown nothing of it.
   */
  watched: boolean
  /** When it was over, on the monotonic clock, ms; null while it is open. */
  overAt: number | null
}

/** How long a customer reads how their payment ended, ms, unless the next sale comes first. */
const resultShownMs = 30_000

/** The cashier opens a sale. The same one again (a window reloaded) changes nothing. */
export function displaySale(before: DisplayedSale | null, sale: Sale): DisplayedSale {
  if (before?.sale.id === sale.id) return before
  return { sale, watched: isOpen(sale), overAt: null }
}

/** News of a sale: of another one than that in front it is none. `now` is the monotonic clock, ms. */
export function takeNews(
  before: DisplayedSale | null,
  sale: Sale,
  now: number,
): DisplayedSale | null {
  if (before === null || before.sale.id !== sale.id) return before
  if (isOpen(sale)) return { ...before, sale, overAt: null }
  // A word without a meaning was no result: what follows it is (money rule 6).
  const isResult = before.overAt === null || (isUnclear(before.sale) && !isUnclear(sale))
  return { ...before, sale, overAt: isResult ? now : before.overAt }
}

/** The sale to show to the customer at a moment of the monotonic clock, or null. */
export function displayedSale(front: DisplayedSale | null, now: number): Sale | null {
  if (!front?.watched) return null
  const ends = resultEnds(front)
  return ends !== null && now >= ends ? null : front.sale
}

/** When its result is no longer shown, on the monotonic clock, ms; null while it has none. */
export function resultEnds({ overAt }: DisplayedSale): number | null {
  return overAt === null ? null : overAt + resultShownMs
}
