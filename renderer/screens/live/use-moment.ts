import { agesAt, freshnessOf } from '../../../shared/payment/freshness'
import type { Sale } from '../../../shared/payment/sale'
import { useTill } from '../../state/till-store'
import { useNow } from '../../state/use-now'
import { type Countdown, countdownOf } from '../../words/countdown'
import type { Moment } from '../../words/meaning'
import { useLimits } from './use-limits'

/** A sale's clock, second by second: what is left, and what the passing of time means for it. */
export function useMoment(sale: Sale): Moment & { now: number; countdown: Countdown | null } {
  const now = useNow()
  const offset = useTill(state => state.serviceClockOffset)
  const limits = useLimits(sale.channel)
  const countdown = sale.phase === 'pending' ? countdownOf(sale, now, offset) : null
  return {
    now,
    countdown,
    timeUp: countdown !== null && countdown.secondsLeft === 0,
    freshness: freshnessOf(agesAt(sale, now), limits),
  }
}
