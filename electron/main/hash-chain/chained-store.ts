import { createHmac } from 'node:crypto'
import type { ChainedStoreName, Change } from '../../../shared/integrity'
import type { ChainKeys, Head } from './link'

/** As many changes as a check names. */
export const mostChanges = 100

/** All of a store, what came since its last cash-up, or what came after a link. */
export type CheckScope = 'whole' | 'period' | Head

/** An open store as a check sees it. Each call throws what the database throws. */
export interface ChainedStore extends CheckpointSigner {
  head(): Head
  /** Whether what it says of itself is on the disk for certain: not after a write that failed. */
  isSettled(): boolean
  /** The value of one link, or null where there is none. */
  valueAt(number: number): Buffer | null
  /** Checks the links and returns what does not hold. Yields the last link of every few. Writes nothing. */
  check(scope: CheckScope): Generator<number, readonly Change[]>
}

/** Vouches for what is noted of a store outside its file. */
export interface CheckpointSigner {
  sign(text: string): string
}

/** A signer with a store's own key. */
export function createCheckpointSigner({ heads }: ChainKeys): CheckpointSigner {
  return { sign: text => createHmac('sha256', heads).update(text).digest('hex') }
}

/** What is told of a chained store when it is opened and closed. None of it throws, or stops a sale. */
export interface ChainWatch {
  /** Before a chain is begun in the store's file. */
  begins(store: ChainedStoreName, signer: CheckpointSigner): void
  /** The store is open. Nothing is called back from in here. */
  opened(store: ChainedStoreName, chained: ChainedStore): void
  /** Before it is closed. */
  closing(store: ChainedStoreName): void
}
