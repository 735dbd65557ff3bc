import type { Ages } from '../../shared/payment/freshness'
import type { Sale } from '../../shared/payment/sale'
import { statusOf } from '../../shared/payment/status'
import type { Countdown } from '../i18n/countdown'
import type { Moment } from './meaning'

/** No service keeps a customer so long, ms: a person who sees it now wonders when it ends. */
const longWait = 3_600_000

/** Is it time to say when a person may end this wait? Not where they may, nor where it ends by itself. */
export function asksForItsEnd(
  sale: Sale,
  { elsewhere, overdue, ages }: Pick<Moment, 'elsewhere' | 'overdue'> & { ages: Ages },
): boolean {
  return (
    statusOf(sale) === 'waitingForCustomer' &&
    !overdue &&
    (elsewhere || ages.sinceRecorded >= longWait)
  )
}

/**
 * When a pending payment ends, ms on the service's clock, where no countdown shows it: the prompt is gone, or
 * the end is hours away. Null where there is nothing to say.
 */
export function endToName(
  sale: Sale,
  moment: Pick<Moment, 'elsewhere' | 'overdue' | 'timeUp'> & { countdown: Countdown | null },
): number | null {
  const { elsewhere, overdue, timeUp, countdown } = moment
  const isPending = statusOf(sale) === 'waitingForCustomer'
  if (!isPending || countdown !== null || elsewhere || overdue || timeUp) return null
  return sale.expiresAt
}
