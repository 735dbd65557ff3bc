import type { Sale } from '../../../shared/payment/sale'
import type { Countdown } from '../../words/countdown'
import { isWaiting, windowsOf } from '../../words/waiting'
import { useLimits } from './use-limits'
import type { LiveMoment } from './use-moment'

/** What the ring counts: the customer's time, or how long the till still sends without asking. */
export function useBandCountdown(sale: Sale, moment: LiveMoment): Countdown | null {
  const limits = useLimits(sale.channel)
  if (!isWaiting(sale)) return moment.countdown
  const { alone } = windowsOf(moment.ages, limits)
  if (alone === null || moment.elsewhere) return null
  return { secondsLeft: Math.ceil(alone / 1000), share: alone / limits.aloneMs }
}
