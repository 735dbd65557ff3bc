import { z } from 'zod'
import type { Clock } from '../platform/clock'
import type { DocumentStore } from '../store/files/document-store'

const writePause = 60_000

const keptSchema = z.object({ role: z.string(), sequence: z.number().int().nonnegative() })

/** The last link that the shop database is known to have, kept over a restart. It can be too low, never too high. */
export class ShippedPosition {
  #last: number
  #written: number
  #wroteAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly deps: {
      store: DocumentStore
      /** Another role ships to another place: nothing is known of it. */
      role: string
      clock: Pick<Clock, 'monotonic'>
      /** It could not be read or written. A loss before the restart is not noticed then, and shipping goes on. */
      failed: (error: unknown) => void
    },
  ) {
    this.#last = this.#read()
    this.#written = this.#last
  }

  /** 0 where nothing is known. */
  last(): number {
    return this.#last
  }

  /** The database has everything up to this link. Written at most once a minute. */
  reached(sequence: number): void {
    const isLess = sequence < this.#last
    this.#last = sequence
    if (isLess || this.deps.clock.monotonic() - this.#wroteAt >= writePause) this.flush()
  }

  /** Writes what is not written yet. */
  flush(): void {
    const { store, role, clock, failed } = this.deps
    if (this.#last === this.#written) return
    try {
      store.write({ role, sequence: this.#last })
      this.#written = this.#last
      this.#wroteAt = clock.monotonic()
    } catch (error) {
      failed(error)
    }
  }

  #read(): number {
    const { store, role, failed } = this.deps
    try {
      const kept = keptSchema.safeParse(store.read())
      return kept.success && kept.data.role === role ? kept.data.sequence : 0
    } catch (error) {
      failed(error)
      return 0
    }
  }
}
