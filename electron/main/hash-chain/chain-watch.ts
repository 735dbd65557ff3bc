import type { ChainedStoreName } from '../../../shared/integrity'
import type { ChainedStore, CheckpointSigner } from './chained-store'

/** What whoever opens a chained store tells about it. None of it throws, or stops a sale. */
export interface ChainWatch {
  /** Before a chain is begun in the store's file. */
  begins(store: ChainedStoreName, signer: CheckpointSigner): void
  /** The store is open. What it leads to comes later: nothing is called back from in here. */
  opened(store: ChainedStoreName, chained: ChainedStore): void
  /** Before it is closed. */
  closing(store: ChainedStoreName): void
}
