import type { TFunction } from 'i18next'
import { isFarOff } from '../../shared/clock-fault'
import type { Payment } from '../../shared/payment/payment'

/** What is left of a payment's time: whole seconds, and the share of it (1 at the start, 0 at the end). */
export interface Countdown {
  secondsLeft: number
  share: number
}

/**
 * The time that a pending payment has left at wall-clock `now`. `expiresAt` is on the service's clock,
 * `acceptedAt` on the till's: the offset brings both together, so a wrong shop clock does no harm.
 */
export function countdownOf(
  payment: Pick<Payment, 'acceptedAt' | 'expiresAt'>,
  now: number,
  serviceClockOffset: number,
): Countdown | null {
  if (payment.expiresAt === null || payment.acceptedAt === null) return null
  const left = Math.max(0, payment.expiresAt - (now + serviceClockOffset))
  const whole = payment.expiresAt - (payment.acceptedAt + serviceClockOffset)
  if (whole <= 0) return { secondsLeft: Math.ceil(left / 1000), share: 0 }
  // The clocks are known to a part of a second: an hour does not begin with 1:00:01.
  const secondsLeft = Math.min(Math.ceil(left / 1000), Math.round(whole / 1000))
  return { secondsLeft, share: Math.min(1, left / whole) }
}

/** The longest time that is counted down by the second: an end that is further away is said as a time of day. */
const longestCountdown = 3_600

/** The customer's prompt, as far as it has a time of its own. */
interface PromptTime {
  gone: boolean
  /** What is left of it, ms; null where it has no time. */
  left: number | null
  lifetimeMs: number
}

/**
 * What a person at the counter waits for: the prompt on the phone where that ends before the payment does,
 * else the payment's own time. Null where there is nothing to count by the second.
 */
export function customerCountdown(whole: Countdown | null, prompt: PromptTime): Countdown | null {
  if (whole === null || prompt.gone) return null
  const { left, lifetimeMs } = prompt
  if (left !== null && left < whole.secondsLeft * 1_000)
    return { secondsLeft: Math.ceil(left / 1_000), share: Math.min(1, left / lifetimeMs) }
  return whole.secondsLeft <= longestCountdown ? whole : null
}

/** A customer hurries for no longer time: the display says nothing of it, and never hours. */
const longestForCustomer = 900

/** Does the customer's display count this time down? */
export function isCountedForCustomer({ secondsLeft }: Countdown): boolean {
  return secondsLeft <= longestForCustomer
}

/** Seconds as a clock shows them: `1:26`, `62:05`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const hour = 3_600

/** A length of time: `4:12` within the hour, `3 h 59 min` from an hour on. Hours are not counted by the second. */
export function spanText(seconds: number, t: TFunction): string {
  if (seconds < hour) return formatSeconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return t('app.span', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** That a till's clock is wrong, which is so much behind, ms; null where it is not, or not known. */
export function wrongClockText(till: string, behindMs: number | null, t: TFunction): string | null {
  if (behindMs === null || !isFarOff(behindMs)) return null
  const said = { till, time: spanText(Math.abs(behindMs) / 1000, t) }
  return t(behindMs > 0 ? 'meeting.day.clockBehind' : 'meeting.day.clockAhead', said)
}
