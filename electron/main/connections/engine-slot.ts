import type { OpenEngine } from './open-engine'

/** Holds the one engine that is open. */
export interface EngineSlot {
  current(): OpenEngine | null
  fill(engine: OpenEngine): void
  /** Stops the engine and closes its ledger. */
  empty(): Promise<void>
  /** Tells whether the slot was emptied since: an engine that is closing must not notify windows. */
  watch(): () => boolean
}

/** Starts empty. */
export function createEngineSlot(): EngineSlot {
  let engine: OpenEngine | null = null
  let generation = 0
  return {
    current: () => engine,
    fill(next) {
      engine = next
    },
    async empty() {
      const closing = engine
      engine = null
      generation += 1
      await closing?.stop()
    },
    watch() {
      const watched = generation
      return () => watched === generation
    },
  }
}
