import { isOfOtherAccount } from '../../../shared/payment/account'
import { freshnessOf, isLateToTryAgain } from '../../../shared/payment/freshness'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { useAges, useSince, useUntil } from '../../hooks/use-ages'
import { useNow } from '../../hooks/use-now'
import { type Countdown, countdownOf, customerCountdown } from '../../i18n/countdown'
import type { Moment, SaleScreen } from '../../sale-status/screen-content'
import {
  useLimits,
  useOutlook,
  useOverdue,
  usePrompt,
  usePurchase,
} from '../../sale-status/use-sale-facts'
import {
  aloneFor,
  isTooLate,
  type Windows,
  waitReason,
  waitsSince,
  windowsOf,
} from '../../sale-status/waiting'
import { useTill } from '../../stores/till-store'

export interface LiveMoment extends Moment {
  countdown: Countdown | null
  windows: Windows
  /** How long it still goes by itself, ms; null where it does not. */
  alone: number | null
  /** When calls go out again, ms from now; null where they do. */
  nextTry: number | null
}

export interface LiveProps {
  sale: Payment
  moment: LiveMoment
  shown: SaleScreen
}

/** A sale's clock, second by second: what is left, and what the passing of time means for it. */
export function useMoment(sale: Payment): LiveMoment {
  const now = useNow()
  const ages = useAges(sale)
  const offset = useTill(state => state.serviceClockOffset)
  const account = useTill(state => state.account)
  const outlook = useOutlook()
  const overdue = useOverdue(sale)
  const waited = useSince(waitsSince(sale))
  const limits = useLimits(sale.channel)
  const prompt = usePrompt(sale)
  const lifetimeMs = useTill(state => state.settings.promptLifetimeMs)
  const purchase = usePurchase(sale)
  const windows = windowsOf(sale, ages, limits)
  const nextTry = useUntil(useTill(state => state.gate.until))
  const why = waitReason(sale, outlook)
  const elsewhere = isOfOtherAccount(sale, account)
  const whole = statusOf(sale) === 'waitingForCustomer' ? countdownOf(sale, now, offset) : null
  const countdown = customerCountdown(whole, { ...prompt, lifetimeMs })
  return {
    waited,
    countdown,
    secondsLeft: countdown?.secondsLeft ?? null,
    timeUp: whole !== null && whole.secondsLeft === 0,
    promptGone: prompt.gone,
    freshness: freshnessOf(sale, ages, limits),
    isLate: isLateToTryAgain(ages),
    why,
    elsewhere,
    overdue,
    ...purchase,
    windows,
    nextTry,
    alone: aloneFor(windows, { nextTry, why, elsewhere }),
    tooLate: isTooLate(windows.alone, nextTry),
  }
}
