import type { PromptFacts } from '../../shared/payment/prompt'
import type { Sale } from '../../shared/payment/sale'

/** What this window knows of time. */
export interface WindowTime extends Pick<PromptFacts, 'promptLifetime' | 'assumedLifetime'> {
  /** Wall clock, ms. */
  now: number
  /** The service's clock, ms; null while it is not sure. */
  serviceNow: number | null
  /** How long main had seen each open sale last when it said so, ms. */
  seenOpen: Readonly<Record<string, number>>
  /** The ms since main said so, by a clock that cannot be set. */
  sinceSaid: number
}

/** What tells how long a sale's prompt has been on the phone: never longer than main itself would say. */
export function promptFacts(
  { id, lastAttemptAt }: Pick<Sale, 'id' | 'lastAttemptAt'>,
  { now, serviceNow, seenOpen, sinceSaid, promptLifetime, assumedLifetime }: WindowTime,
): PromptFacts {
  const seen = seenOpen[id]
  return {
    serviceNow,
    seen: seen === undefined ? 0 : seen + sinceSaid,
    promptLifetime,
    assumedLifetime,
    sinceLastAttempt: lastAttemptAt === null ? 0 : Math.max(0, now - lastAttemptAt),
  }
}
