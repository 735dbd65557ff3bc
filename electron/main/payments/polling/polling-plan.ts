import { clockDoubt } from '../clocks/service-clock'

/** What the poller knows about one payment that it follows. All times in ms. */
export interface PollingFacts {
  /** Reads since it is being watched. */
  reads: number
  /** Reads that failed for this payment alone since the last answer. */
  faults: number
  /** How long the last read was under way, ms; 0 before the first. */
  took: number
  /** Since the service accepted it, at the least. */
  age: number
  /** Uniform in [0, 1). */
  fraction: number
  /** Until `expires_at`, on the service's clock; negative once it has passed. */
  untilExpiry: number
}

/*
 * The gaps have the shape of what customers do (docs/decisions/0008-polling-gaps.md, `npm run bench`):
 * an early look for a payment that fails at once; a long pause, for no customer has found the prompt and
 * typed a PIN yet; then small gaps while they approve, which is when a second counts; and from about a
 * minute and a half on, when few still will, gaps that grow. From two minutes on a gap is a part of the
 * payment's age: about a hundred reads in four hours, hourly after half a day.
 */
const firstGap = 2_000
const pause = 5_500
const openingGap = 3_000
const closingGap = 2_500
/** Over so many reads the opening gap shrinks to the closing one: who is left is likelier to approve. */
const shrinkingReads = 14
/** After so many reads the customer is slow, or gone. */
const patientReads = 26
const growth = 1.3
const longestEarlyGap = 10_000
const lateFrom = 120_000
const lateShare = 0.08
const longestGap = 3_600_000
/** A payment that the service cannot answer about is asked about less often, up to this, ms. */
const longestFailedGap = 60_000
const jitter = 0.1
/** The last read is made this long after `expires_at`, so that it sees what the service decided then. */
const afterExpiry = clockDoubt + 250

/**
 * When to read a payment's status next, in ms from now (§4.4: poll with backoff until it is no longer
 * pending or `expires_at` has passed). The last read falls just behind `expires_at`. It follows at once where the
 * read before it began before that moment and ended after it. It is repeated, at the longest gap, only where no
 * answer could be had. The gate keeps the waits that the service asks for.
 */
export function nextPoll({ untilExpiry, took, ...facts }: PollingFacts): number {
  const jittered = Math.round(gapAfter(facts) * (1 + jitter * (2 * facts.fraction - 1)))
  const lastRead = untilExpiry + afterExpiry
  return lastRead > -took ? Math.min(jittered, Math.max(1, lastRead)) : jittered
}

function gapAfter({ reads, faults, age }: Pick<PollingFacts, 'reads' | 'faults' | 'age'>) {
  const late = age < lateFrom ? 0 : Math.min(longestGap, age * lateShare)
  const gap = Math.max(earlyGap(reads), late)
  return Math.max(gap, Math.min(longestFailedGap, gap * 2 ** faults))
}

function earlyGap(reads: number): number {
  if (reads === 0) return firstGap
  if (reads === 1) return pause
  const shrunk = Math.min(1, (reads - 2) / shrinkingReads)
  const gap = openingGap + (closingGap - openingGap) * shrunk
  return Math.min(longestEarlyGap, gap * growth ** Math.max(0, reads - patientReads))
}
