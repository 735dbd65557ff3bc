import { isOfOtherAccount } from '../../../shared/payment/account'
import { type Ages, type FreshnessLimits, freshnessOf } from '../../../shared/payment/freshness'
import type { Sale } from '../../../shared/payment/sale'

/** What the sender does next with a sale. */
export type SendingPlan =
  | { do: 'send' }
  /** Look again after so many ms. */
  | { do: 'wait'; delay: number }
  /** It has waited too long to go alone: the cashier is asked (money rule 7). */
  | { do: 'hold' }
  | { do: 'nothing' }

interface SendingFacts {
  ages: Ages
  limits: FreshnessLimits
  /** The account whose keys are in use. */
  account: string
  /** How long this sale, or every call with these keys, must still wait, ms. */
  pause: number
}

/** Decides what happens next with a sale. Pure: the sender only carries it out. */
export function planSending(
  sale: Sale,
  { ages, limits, account, pause }: SendingFacts,
): SendingPlan {
  if (sale.phase !== 'ready' && sale.phase !== 'unknown') return { do: 'nothing' }
  if (isOfOtherAccount(sale, account)) return { do: 'nothing' }
  if (freshnessOf(ages, limits) !== 'fresh')
    return { do: sale.phase === 'ready' ? 'hold' : 'nothing' }
  if (pause <= 0) return { do: 'send' }
  const untilStale = limits.aloneMs - ages.sinceFresh
  return { do: 'wait', delay: Math.max(1, Math.min(pause, untilStale)) }
}

const firstPause = 1_000
const longestPause = 15_000

/**
 * How long to wait after the nth failed attempt in a row, ms: exponential with full jitter, so that
 * tills which lost the network together do not come back together. Never earlier than the service
 * asked (§7: on 429 the client slows down).
 */
export function pauseAfterFailure(
  failures: number,
  fraction: number,
  retryAfter: number | null,
): number {
  const ceiling = Math.min(longestPause, firstPause * 2 ** (failures - 1))
  return (retryAfter ?? 0) + Math.round(ceiling * fraction)
}
