import type { FreshnessLimits } from '../../../shared/payment/freshness'
import type { Channel } from '../../../shared/payment/sale'
import { useTill } from '../../state/till-store'

/** How long a sale of this channel may wait before the cashier is asked, and before it is made anew. */
export function useLimits(channel: Channel): FreshnessLimits {
  return useTill(({ settings }) =>
    channel === 'card' ? settings.cardFreshness : settings.freshness,
  )
}
