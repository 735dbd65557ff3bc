import type { Sale } from '../../shared/payment/sale'

/** What is left of a sale's time: whole seconds, and the share of it (1 at the start, 0 at the end). */
export interface Countdown {
  secondsLeft: number
  share: number
}

/**
 * The time that a pending sale has left at wall-clock `now`. `expiresAt` is on the service's clock,
 * `acceptedAt` on the till's: the offset brings both together, so a wrong shop clock does no harm.
 */
export function countdownOf(
  sale: Pick<Sale, 'acceptedAt' | 'expiresAt'>,
  now: number,
  serviceClockOffset: number,
): Countdown | null {
  if (sale.expiresAt === null || sale.acceptedAt === null) return null
  const left = Math.max(0, sale.expiresAt - (now + serviceClockOffset))
  const whole = sale.expiresAt - (sale.acceptedAt + serviceClockOffset)
  if (whole <= 0) return { secondsLeft: Math.ceil(left / 1000), share: 0 }
  // The clocks are known to a part of a second: an hour does not begin with 1:00:01.
  const secondsLeft = Math.min(Math.ceil(left / 1000), Math.round(whole / 1000))
  return { secondsLeft, share: Math.min(1, left / whole) }
}

/** Seconds as a clock shows them: `1:26`, `1:02:05`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
