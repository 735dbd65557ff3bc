import { z } from 'zod'
import type { Clock } from '../platform/clock'
import type { DocumentStore } from '../store/files/document-store'

/** The last link that the shop database is known to have, kept over a restart. It can be too low, never too high. */
export interface ShippedPosition {
  /** 0 where nothing is known. */
  last(): number
  /** The database has everything up to this link. Written at most once a minute. */
  reached(sequence: number): void
  /** Writes what is not written yet. */
  flush(): void
}

const writePause = 60_000

const keptSchema = z.object({ role: z.string(), sequence: z.number().int().nonnegative() })

interface PositionDeps {
  store: Pick<DocumentStore, 'read' | 'write'>
  /** Another role ships to another place: nothing is known of it. */
  role: string
  clock: Pick<Clock, 'monotonic'>
  /** It could not be read or written. A loss before the restart is not noticed then, and shipping goes on. */
  failed: (error: unknown) => void
}

export function openShippedPosition({ store, role, clock, failed }: PositionDeps): ShippedPosition {
  let last = readLast()
  let written = last
  let wroteAt = Number.NEGATIVE_INFINITY

  function readLast(): number {
    try {
      const stored = store.read()
      const kept = keptSchema.safeParse(stored.state === 'read' ? stored.document : null)
      return kept.success && kept.data.role === role ? kept.data.sequence : 0
    } catch (error) {
      failed(error)
      return 0
    }
  }

  function flush(): void {
    if (last === written) return
    try {
      store.write({ role, sequence: last })
      written = last
      wroteAt = clock.monotonic()
    } catch (error) {
      failed(error)
    }
  }

  return {
    last: () => last,
    reached(sequence) {
      const isLess = sequence < last
      last = sequence
      if (isLess || clock.monotonic() - wroteAt >= writePause) flush()
    },
    flush,
  }
}
