import { isOfOtherAccount } from '../../../shared/payment/account'
import { type Ages, freshnessOf } from '../../../shared/payment/freshness'
import type { Sale } from '../../../shared/payment/sale'
import { useTill } from '../../state/till-store'
import { useAges, useSince } from '../../state/use-ages'
import { useNow } from '../../state/use-now'
import { useOutlook } from '../../state/use-outlook'
import { useOverdue } from '../../state/use-overdue'
import { type Countdown, countdownOf } from '../../words/countdown'
import { type SpokenMoment, waitsSince } from '../../words/sentence'
import { waitReason } from '../../words/waiting'
import { useLimits } from './use-limits'

/** A sale's moment as its screen needs it. */
export interface LiveMoment extends SpokenMoment {
  ages: Ages
  countdown: Countdown | null
}

/** A sale's clock, second by second: what is left, and what the passing of time means for it. */
export function useMoment(sale: Sale): LiveMoment {
  const now = useNow()
  const ages = useAges(sale)
  const offset = useTill(state => state.serviceClockOffset)
  const account = useTill(state => state.account)
  const outlook = useOutlook()
  const overdue = useOverdue(sale)
  const waited = useSince(waitsSince(sale))
  const limits = useLimits(sale.channel)
  const countdown = sale.phase === 'pending' ? countdownOf(sale, now, offset) : null
  return {
    ages,
    waited,
    countdown,
    secondsLeft: countdown?.secondsLeft ?? null,
    timeUp: countdown !== null && countdown.secondsLeft === 0,
    freshness: freshnessOf(ages, limits),
    why: waitReason(sale, outlook),
    elsewhere: isOfOtherAccount(sale, account),
    overdue,
  }
}
