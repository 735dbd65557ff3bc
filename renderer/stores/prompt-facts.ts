import { type PromptFacts, sinceLastAttempt } from '../../shared/payment/prompt'
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
  sale: Pick<Sale, 'id' | 'lastAttemptAt' | 'stoppedTryingBy'>,
  { now, serviceNow, seenOpen, sinceSaid, promptLifetime, assumedLifetime }: WindowTime,
): PromptFacts {
  const said = seenOpen[sale.id]
  const seen = said === undefined ? null : said + sinceSaid
  return {
    serviceNow,
    seen: seen ?? 0,
    promptLifetime,
    assumedLifetime,
    sinceLastAttempt: sinceLastAttempt(sale, { now, seen, serviceNow }),
  }
}
