import type { Sale } from '../../../shared/payment/sale'
import type { Countdown } from '../../i18n/countdown'
import { displayStatusAt } from '../../sale-status/display-status'
import { useLimits } from '../../sale-status/use-limits'
import { isWaiting } from '../../sale-status/waiting'
import type { LiveMoment } from './use-moment'

/** What the ring counts: the customer's time, or how long the till still sends without asking. */
export function useBandCountdown(sale: Sale, moment: LiveMoment): Countdown | null {
  const limits = useLimits(sale.channel)
  // Nobody waits for what was paid in cash, nor for an answer that this till cannot ask for.
  if (!isWaiting(sale))
    return displayStatusAt(sale, moment) === 'waitingForCustomer' ? moment.countdown : null
  const { alone } = moment
  if (alone === null) return null
  return { secondsLeft: Math.ceil(alone / 1000), share: alone / limits.aloneMs }
}
