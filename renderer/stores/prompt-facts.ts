import type { SeenPayments } from '../../shared/ipc/till-state'
import type { Payment } from '../../shared/payment/payment'
import { type PromptFacts, sinceLastAttempt } from '../../shared/payment/prompt'

/** What this window knows of time. */
export interface WindowTime extends Pick<PromptFacts, 'promptLifetime' | 'assumedLifetime'> {
  /** Wall clock, ms. */
  now: number
  /** The service's clock, ms; null while it is not sure. */
  serviceNow: number | null
  /** How long main had seen its payments last when it said so. */
  seen: SeenPayments
  /** The ms since main said so, by a clock that cannot be set. */
  sinceSaid: number
}

/** What tells how long a payment's prompt has been on the phone: never longer than main itself would say. */
export function promptFacts(
  payment: Pick<Payment, 'id' | 'lastAttemptAt' | 'stoppedTryingBy'>,
  { now, serviceNow, sinceSaid, promptLifetime, assumedLifetime, ...said }: WindowTime,
): PromptFacts {
  const seen = seenOf(said.seen, payment) + sinceSaid
  return {
    serviceNow,
    seen,
    promptLifetime,
    assumedLifetime,
    sinceLastAttempt: sinceLastAttempt(payment, { now, seen, serviceNow }),
  }
}

/** How long main had seen a payment last when it said so, ms. */
export function seenOf({ each, others }: SeenPayments, { id }: Pick<Payment, 'id'>): number {
  return each[id] ?? others
}
