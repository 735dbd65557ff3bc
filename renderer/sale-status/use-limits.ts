import { useMemo } from 'react'
import type { Channel } from '../../shared/payment/channel'
import type { SendingLimits } from '../../shared/payment/freshness'
import { useTill } from '../stores/till-store'

/** How long a sale of this channel may wait before the cashier is asked, and how long it may be sent at all. */
export function useLimits(channel: Channel): SendingLimits {
  const freshness = useTill(({ settings }) =>
    channel === 'card' ? settings.cardFreshness : settings.freshness,
  )
  const keyTrustedMs = useTill(state => state.settings.keyTrustedMs)
  return useMemo(() => ({ ...freshness, keyTrustedMs }), [freshness, keyTrustedMs])
}
