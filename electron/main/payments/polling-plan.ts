import { clockDoubt } from './service-clock'

/** What the watcher knows about one payment that it follows. All times in ms. */
export interface PollingFacts {
  /** Reads since it is being watched. */
  reads: number
  /** Uniform in [0, 1). */
  fraction: number
  /** Until `expires_at`, on the service's clock; negative once it has passed. */
  untilExpiry: number
  /** The longest that the service asked to wait, or 0. */
  retryAfter: number
}

const firstGap = 2_000
const longestGap = 10_000
const growth = 1.4
const jitter = 0.2
/** The last read is made this long after `expires_at`, so that it sees what the service decided then. */
const afterExpiry = clockDoubt + 250

/**
 * When to read a payment's status next, in ms from now (§4.4: poll with backoff until it is no longer
 * pending or `expires_at` has passed). The last read falls just behind `expires_at`; it is repeated,
 * at the longest gap, only where no answer could be had.
 */
export function nextPoll({ reads, fraction, untilExpiry, retryAfter }: PollingFacts): number {
  const gap = Math.min(longestGap, firstGap * growth ** reads)
  const jittered = Math.round(gap * (1 + jitter * (2 * fraction - 1)))
  const lastRead = untilExpiry + afterExpiry
  const wanted = lastRead > 0 ? Math.min(jittered, lastRead) : jittered
  return Math.max(wanted, retryAfter)
}
