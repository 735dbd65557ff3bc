import { isOfOtherAccount } from '../../../shared/payment/account'
import { type Ages, freshnessOf } from '../../../shared/payment/freshness'
import type { Sale } from '../../../shared/payment/sale'
import { useTill } from '../../state/till-store'
import { useAges, useSince, useUntil } from '../../state/use-ages'
import { useNow } from '../../state/use-now'
import { useOutlook } from '../../state/use-outlook'
import { useOverdue } from '../../state/use-overdue'
import { usePrompt } from '../../state/use-prompt'
import { type Countdown, countdownOf } from '../../words/countdown'
import { type SpokenMoment, waitsSince } from '../../words/sentence'
import { aloneFor, isTooLate, type Windows, waitReason, windowsOf } from '../../words/waiting'
import { useLimits } from './use-limits'

/** A sale's moment as its screen needs it. */
export interface LiveMoment extends SpokenMoment {
  ages: Ages
  countdown: Countdown | null
  windows: Windows
  /** How long it still goes by itself, ms; null where it does not. */
  alone: number | null
  /** When calls go out again, ms from now; null where they do. */
  nextTry: number | null
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
  const prompt = usePrompt(sale)
  const promptLifetimeMs = useTill(state => state.settings.promptLifetimeMs)
  const windows = windowsOf(sale, ages, limits)
  const nextTry = useUntil(useTill(state => state.gate.until))
  const why = waitReason(sale, outlook)
  const elsewhere = isOfOtherAccount(sale, account)
  const whole = sale.phase === 'pending' ? countdownOf(sale, now, offset) : null
  const countdown = promptCountdown(whole, prompt.left, promptLifetimeMs)
  return {
    ages,
    waited,
    countdown,
    secondsLeft: countdown?.secondsLeft ?? null,
    timeUp: whole !== null && whole.secondsLeft === 0,
    promptGone: prompt.gone,
    freshness: freshnessOf(sale, ages, limits),
    why,
    elsewhere,
    overdue,
    windows,
    nextTry,
    alone: aloneFor(windows, { nextTry, why, elsewhere }),
    tooLate: isTooLate(windows.alone, nextTry),
  }
}

/** The customer's time is the prompt's where that ends first: a payment may stay open for hours after it. */
function promptCountdown(
  whole: Countdown | null,
  left: number | null,
  promptLifetimeMs: number,
): Countdown | null {
  if (whole === null || left === null || whole.secondsLeft * 1_000 <= left) return whole
  return { secondsLeft: Math.ceil(left / 1_000), share: Math.min(1, left / promptLifetimeMs) }
}
