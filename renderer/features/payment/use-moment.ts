import { isOfOtherAccount } from '../../../shared/payment/account'
import { freshnessOf, isLateToTryAgain } from '../../../shared/payment/freshness'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { useAges, useSince, useUntil } from '../../hooks/use-ages'
import { useNow } from '../../hooks/use-now'
import { type Countdown, countdownOf, customerCountdown } from '../../i18n/countdown'
import type { Moment, PaymentScreen } from '../../sale-status/screen-content'
import {
  useLimits,
  useOutlook,
  useOverdue,
  usePrompt,
  useSale,
} from '../../sale-status/use-payment-facts'
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
  payment: Payment
  moment: LiveMoment
  shown: PaymentScreen
}

/** A payment's clock, second by second: what is left, and what the passing of time means for it. */
export function useMoment(payment: Payment): LiveMoment {
  const now = useNow()
  const ages = useAges(payment)
  const offset = useTill(state => state.serviceClockOffset)
  const account = useTill(state => state.account)
  const outlook = useOutlook()
  const overdue = useOverdue(payment)
  const waited = useSince(waitsSince(payment))
  const limits = useLimits(payment.channel)
  const prompt = usePrompt(payment)
  const lifetimeMs = useTill(state => state.settings.promptLifetimeMs)
  const sale = useSale(payment)
  const windows = windowsOf(payment, ages, limits)
  const nextTry = useUntil(useTill(state => state.gate.until))
  const why = waitReason(payment, outlook)
  const elsewhere = isOfOtherAccount(payment, account)
  const whole =
    statusOf(payment) === 'waitingForCustomer' ? countdownOf(payment, now, offset) : null
  const countdown = customerCountdown(whole, { ...prompt, lifetimeMs })
  return {
    waited,
    countdown,
    secondsLeft: countdown?.secondsLeft ?? null,
    timeUp: whole !== null && whole.secondsLeft === 0,
    promptGone: prompt.gone,
    freshness: freshnessOf(payment, ages, limits),
    isLate: isLateToTryAgain(ages),
    why,
    elsewhere,
    overdue,
    sale,
    windows,
    nextTry,
    alone: aloneFor(windows, { nextTry, why, elsewhere }),
    tooLate: isTooLate(windows.alone, nextTry),
  }
}
