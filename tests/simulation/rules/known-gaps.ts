import type { Gap } from './scene'

/**
 * What the till is known not to hold yet. To be emptied: a gap that is closed is taken from this list,
 * and from then on the checks hold the till to it.
 */
export const knownGaps: ReadonlySet<Gap> = new Set<Gap>([
  /** A wall clock set back hides a later sleep in which the monotonic clock stands still (rule 7). */
  'set-back-and-sleep',
  /**
   * Before the service has told a run its time, an answer without a `Date` expires a live sale by the
   * computer's own, wrong clock (rule 8).
   */
  'expired-by-a-wrong-clock',
])
