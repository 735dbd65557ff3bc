import type { ChainedStoreName, SeenChange } from '../../../shared/integrity'
import type { CheckpointSigner } from './chained-store'
import { beginCheckpoint } from './checkpoint'
import type { Checkpoint, HeadsDocument } from './checkpoint-document'

/** The notes of where each store's chain ended, of the stores whose key this process has had. */
export interface CheckpointNotes {
  /** Whose key signs the store's note from now on. */
  sign(store: ChainedStoreName, signer: CheckpointSigner): void
  of(store: ChainedStoreName): Checkpoint
  put(store: ChainedStoreName, note: Checkpoint): void
  /** Changes not yet acknowledged. */
  changes(): SeenChange[]
  acknowledge(ids: readonly string[]): void
}

/** Keeps the notes in one document. Throws what its store throws. */
export function createCheckpointNotes(heads: HeadsDocument): CheckpointNotes {
  const signers = new Map<ChainedStoreName, CheckpointSigner>()

  function of(store: ChainedStoreName): Checkpoint {
    const signer = signers.get(store)
    const note = signer ? heads.note(store, signer) : 'none'
    return typeof note === 'string' ? beginCheckpoint : note
  }

  function put(store: ChainedStoreName, note: Checkpoint): void {
    const signer = signers.get(store)
    if (signer) heads.put(store, signer, note)
  }

  return {
    sign: (store, signer) => void signers.set(store, signer),
    of,
    put,
    changes: () =>
      [...signers.keys()].flatMap(store => of(store).changes.map(change => ({ ...change, store }))),
    acknowledge(ids) {
      for (const store of signers.keys()) {
        const note = of(store)
        const gone = note.changes.filter(({ id }) => ids.includes(id))
        const changes = note.changes.filter(change => !gone.includes(change))
        const acknowledged = [...note.acknowledged, ...gone.map(({ id }) => id)]
        if (gone.length > 0) put(store, { ...note, changes, acknowledged })
      }
    },
  }
}
