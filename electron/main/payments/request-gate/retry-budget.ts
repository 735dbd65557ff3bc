/**
 * What a till may spend on repeating requests, in addition to its first attempts, which are free: ten at once,
 * for the short gap that costs a few sales an attempt each, and then one every two seconds. However
 * many sales wait and whatever the service does, that is at most 40 repeats in any minute: a bad day
 * of the service is not made worse by its tills.
 */
const measure = { tokens: 10, refillMs: 2_000 } as const

/** A token bucket over repeats. */
export interface RetryBudget {
  /** Monotonic ms from which a repeat may go. */
  nextAt(): number
  take(): void
}

/** A full budget; `monotonic` in ms. */
export function createRetryBudget(monotonic: () => number): RetryBudget {
  const { tokens, refillMs } = measure
  // One number tells it all: the moment at which every token is back.
  let fullAt = monotonic()
  return {
    nextAt: () => fullAt - (tokens - 1) * refillMs,
    take() {
      fullAt = Math.max(fullAt, monotonic()) + refillMs
    },
  }
}

const firstPause = 1_000

/**
 * How long to wait after the nth failure in a row, ms: exponential with full jitter (§7), so that tills
 * which lost the service together do not come back together. `fraction` is uniform in [0, 1).
 */
export function backoff(failures: number, fraction: number, longest: number): number {
  return Math.round(Math.min(longest, firstPause * 2 ** (failures - 1)) * fraction)
}
