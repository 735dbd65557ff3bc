import type { Change } from '../../../../../shared/integrity'
import type { Head } from '../../link'

/** As many changes as a check names. */
export const mostChanges = 100

/** All of a store, or what came since its last cash-up. */
export type CheckScope = 'whole' | 'period'

/** An open store as a check sees it. Each call throws what the database throws. */
export interface ChainedStore {
  head(): Head
  /** Whether what it says of itself is on the disk for certain: not after a write that failed. */
  isSettled(): boolean
  /** The value of one link, or null where there is none. */
  valueAt(number: number): Buffer | null
  /** The newest generation of the till's file that it was open with. */
  seenGeneration(): number
  /** Commits that. */
  seeGeneration(generation: number): void
  /** Checks the links and returns what does not hold. Yields the last link of every few. Writes nothing. */
  check(scope: CheckScope): Generator<number, readonly Change[]>
}
