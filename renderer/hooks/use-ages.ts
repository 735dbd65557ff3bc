import type { Ages } from '../../shared/payment/freshness'
import type { Payment } from '../../shared/payment/payment'
import { SteadyClock } from '../stores/steady-clock'
import { useNow } from './use-now'

/** One for the window: a payment does not grow young by being looked at again. */
const steady = new SteadyClock()

/** A payment's ages second by second, as main judges them: a clock set back makes no payment young again. */
export function useAges({ recordedAt, freshSince }: Payment): Ages {
  const now = useNow()
  const monotonic = performance.now()
  const doubtful = steady.isDoubtful(freshSince, now, monotonic)
  return {
    sinceRecorded: steady.since(recordedAt, now, monotonic),
    // How long ago it was is not known: the cashier is asked.
    sinceFresh: doubtful ? Number.POSITIVE_INFINITY : steady.since(freshSince, now, monotonic),
  }
}

/** The ms until a moment of the wall clock, second by second; null for none. */
export function useUntil(moment: number | null): number | null {
  const now = useNow()
  return moment === null ? null : steady.until(moment, now, performance.now())
}

/** The ms since a moment of the wall clock, second by second. */
export function useSince(moment: number): number {
  const now = useNow()
  return steady.since(moment, now, performance.now())
}
