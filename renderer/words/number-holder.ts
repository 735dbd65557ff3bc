import { isLivePush } from '../../shared/payment/live-push'
import type { Sale } from '../../shared/payment/sale'

interface HolderFacts {
  msisdn: string
  /** Wall clock, ms. */
  now: number
  /** How long a push whose end nobody named may still ring, ms. */
  lifetime: number
}

/** The sale whose push may still ring on this phone (money rule 10), the newest if there are several. */
export function holderOf(sales: readonly Sale[], facts: HolderFacts): Sale | null {
  const live = sales
    .filter(sale => sale.msisdn === facts.msisdn)
    .filter(sale => isLivePush(sale, sinceAttempt(sale, facts.now), facts.lifetime))
    .sort((one, other) => other.recordedAt - one.recordedAt)
  return live[0] ?? null
}

/**
 * How long the number is held at most, ms; null where that hangs on what people do, or on a clock that may
 * be wrong. A pending one ends with its time on the service's clock; one that was given up, when it must
 * be over.
 */
export function freeIn(
  sale: Sale,
  { now, lifetime, serviceNow }: Omit<HolderFacts, 'msisdn'> & { serviceNow: number | null },
): number | null {
  if (sale.phase === 'pending' && sale.expiresAt !== null && serviceNow !== null)
    return Math.max(0, sale.expiresAt - serviceNow)
  if (sale.phase !== 'abandoned') return null
  return Math.min(lifetime, Math.max(0, lifetime - sinceAttempt(sale, now)))
}

function sinceAttempt({ lastAttemptAt }: Sale, now: number): number {
  return lastAttemptAt === null ? 0 : Math.max(0, now - lastAttemptAt)
}
