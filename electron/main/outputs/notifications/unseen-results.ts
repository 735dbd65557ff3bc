import { z } from 'zod'
import { connectionKindSchema } from '../../../../shared/connection'
import type { Log } from '../../platform/log'
import type { DocumentStore } from '../../store/files/document-store'

const entrySchema = z.strictObject({ saleId: z.uuid(), kind: connectionKindSchema })

/** A sale whose result waits to be seen, and the connection it belongs to. */
export type UnseenEntry = z.infer<typeof entrySchema>

const documentSchema = z.strictObject({
  version: z.literal(1),
  unseen: z.array(entrySchema),
  /** Wall clock, ms: results up to here were taken in. Never goes back, also where the clock does. */
  until: z.int().nonnegative(),
})

/** Which results wait to be seen, over a reload and a restart, the oldest first. */
export interface UnseenDocument {
  all(): readonly UnseenEntry[]
  /** `takenIn`: when the last of them came, where that is known, wall clock, ms. */
  put(entries: readonly UnseenEntry[], takenIn?: number): void
  /** Until when results were taken in, wall clock, ms: a later one was missed by a till that died. */
  until(): number
}

/** More than a counter can bear to look through: the oldest go, and stay in the list of payments. */
const most = 100

/**
 * The document as it was left. What cannot be read or written is logged and worked without: the money
 * is in the ledger, and nothing of this may stop a sale.
 */
export function openUnseen(store: DocumentStore, log: Log, now: () => number): UnseenDocument {
  let { unseen, until } = read(store, log) ?? { unseen: [], until: now() }
  return {
    all: () => unseen,
    until: () => until,
    put(next, takenIn = 0) {
      if (next.length === 0 && unseen.length === 0) return
      unseen = next.slice(-most)
      until = Math.max(until, takenIn, now())
      try {
        store.write({ version: 1, unseen, until })
      } catch (error) {
        log.warn('unseen-not-kept', { error })
      }
    },
  }
}

function read(store: DocumentStore, log: Log): z.infer<typeof documentSchema> | null {
  try {
    const stored = store.read()
    if (stored.state === 'none') return null
    const parsed = stored.state === 'read' ? documentSchema.safeParse(stored.document) : null
    if (parsed?.success) return parsed.data
    log.warn('unseen-set-aside', { file: store.quarantine() })
  } catch (error) {
    log.warn('unseen-not-read', { error })
  }
  return null
}
