import type { Payment } from './payment'

/** How long the service is usually trusted to remember an idempotency key (§8: not shown), ms. */
export const defaultKeyTrustedMs = 86_400_000

/** After this long, asking again with the same key needs a manager's approval, ms. */
const tryAgainAloneMs = 3_600_000

/** Is asking again with the same key a manager's? After an hour, or where a clock set back hides how long it is. */
export function isLateToTryAgain({ sinceRecorded, sinceFresh }: Ages): boolean {
  return Math.max(sinceRecorded, sinceFresh) >= tryAgainAloneMs
}

/** How long a customer is taken to be still at the counter (money rule 7), in ms. */
export interface FreshnessLimits {
  /** Younger than this, a payment may go out without asking. */
  aloneMs: number
  /** Older than this, a payment that was never sent can only be entered again. */
  renewMs: number
}

/** Everything that decides whether a payment may still be sent, in ms. */
export interface SendingLimits extends FreshnessLimits {
  /** How long the service is trusted to remember an idempotency key. */
  keyTrustedMs: number
}

/** A push rings on a phone that may have left the shop. */
export const defaultFreshness: FreshnessLimits = { aloneMs: 60_000, renewMs: 600_000 }

/** Longer, as a QR code surprises no customer: it is only seen at the counter once it exists. */
export const defaultCardFreshness: FreshnessLimits = { aloneMs: 300_000, renewMs: 3_600_000 }

/** How long ago, in ms, the payment was recorded, and the customer was last known to be at the counter. */
export interface Ages {
  sinceRecorded: number
  sinceFresh: number
}

/** `fresh`: may go alone. `ask`: only when the cashier says the customer is here. `too-old`: never. */
export type Freshness = 'fresh' | 'ask' | 'too-old'

/**
 * Judges whether a payment that waits may still go out (money rule 7). One that may have been sent can be asked
 * for with the same key as long as the service remembers that key: that never charges twice, while a new payment
 * can.
 */
export function freshnessOf(
  payment: Pick<Payment, 'maybeSent'>,
  ages: Ages,
  limits: SendingLimits,
): Freshness {
  if (ages.sinceRecorded >= possibleFor(payment, limits)) return 'too-old'
  return ages.sinceFresh < limits.aloneMs ? 'fresh' : 'ask'
}

/** How long after it was recorded a payment may be sent at all, ms. */
export function possibleFor(
  { maybeSent }: Pick<Payment, 'maybeSent'>,
  limits: SendingLimits,
): number {
  return maybeSent ? limits.keyTrustedMs : limits.renewMs
}
