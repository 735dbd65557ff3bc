import type { Gap } from './scene'

/**
 * What the till is known not to hold yet. To be emptied: a gap that is closed is taken from this list,
 * and from then on the checks hold the till to it.
 */
export const knownGaps: ReadonlySet<Gap> = new Set<Gap>([
  /** A wall clock set back hides a later sleep in which the monotonic clock stands still (rule 7). */
  'set-back-and-sleep',
])
