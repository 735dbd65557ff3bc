import { z } from 'zod'
import { type ChainedStoreName, chainedStoreSchema, changeSchema } from '../../../shared/integrity'
import type { Log } from '../diagnostics/log'
import type { DocumentStore } from '../storage/document-store'
import type { CheckpointSigner } from './chained-store'

const time = z.int().nonnegative()

const noteSchema = z.strictObject({
  /** Where the store's chain ended. It may be longer now, never shorter. */
  number: z.int().nonnegative(),
  value: z.string(),
  /** Up to where its links were checked: the next start checks those after it. */
  checked: z.strictObject({ number: z.int().nonnegative(), value: z.string() }),
  /** When all of the store was last checked, wall clock, ms. */
  wholeAt: time,
  /** Changes not yet acknowledged. */
  changes: z.array(changeSchema.extend({ id: z.string(), seenAt: time })),
  /** Those that a person did: they stay in the file for ever, and are not told again. */
  acknowledged: z.array(z.string()),
  /** How many were seen since the last cash-up. */
  sinceCashUp: z.int().nonnegative(),
})

/** What is noted of a store outside its own file. */
export type Checkpoint = z.infer<typeof noteSchema>

const documentSchema = z.strictObject({
  version: z.literal(1),
  /**
   * By store and key: a store that went on with another key, because its keychain was another one, is
   * another file, and the one before may come back.
   */
  notes: z.record(
    z.string(),
    z.strictObject({ store: chainedStoreSchema, note: noteSchema, signature: z.string() }),
  ),
})

type Notes = z.infer<typeof documentSchema>['notes']

/** The notes of all stores, each signed with a key of its store. */
export interface HeadsDocument {
  /** `forged` where there is one that is not signed with the store's key. */
  note(store: ChainedStoreName, signer: CheckpointSigner): Checkpoint | 'none' | 'forged'
  /** Returns once it is on the disk; where it could not be written it is logged, and known until the till ends. */
  put(store: ChainedStoreName, signer: CheckpointSigner, note: Checkpoint): void
  forget(store: ChainedStoreName): void
}

/** The document as it was left. One that cannot be read is set aside: then no store has a note. */
export function openHeads(document: DocumentStore, log: Log): HeadsDocument {
  let notes = read(document, log)

  function write(next: Notes): void {
    notes = next
    try {
      document.write({ version: 1, notes })
    } catch (error) {
      log.warn('heads-not-kept', { error })
    }
  }

  return {
    note(store, signer) {
      const kept = notes[nameOf(store, signer)]
      if (!kept) return 'none'
      return signer.sign(signedText(store, kept.note)) === kept.signature ? kept.note : 'forged'
    },
    put(store, signer, note) {
      const signature = signer.sign(signedText(store, note))
      write({ ...notes, [nameOf(store, signer)]: { store, note, signature } })
    },
    forget: store =>
      write(Object.fromEntries(Object.entries(notes).filter(([, each]) => each.store !== store))),
  }
}

/** Names a store's file by its key. */
export function nameOf(store: ChainedStoreName, signer: CheckpointSigner): string {
  return `${store}-${signer.sign('name of a note').slice(0, 16)}`
}

/** Of one store's note, so that it cannot replace another's. */
function signedText(store: ChainedStoreName, note: Checkpoint): string {
  return JSON.stringify([store, noteSchema.parse(note)])
}

function read(document: DocumentStore, log: Log): Notes {
  try {
    const stored = document.read()
    if (stored.state === 'none') return {}
    const parsed = stored.state === 'read' ? documentSchema.safeParse(stored.document) : null
    if (parsed?.success) return parsed.data.notes
    log.error('heads-set-aside', { file: document.quarantine() })
  } catch (error) {
    log.error('heads-not-read', { error })
  }
  return {}
}
