import type { ConnectionKind } from '../../../shared/connection'
import type { Clock } from '../clock'
import { createReopening, type Reopening } from './reopening'

/** The reopening of each connection: a write that was interrupted belongs to one ledger. */
export interface Reopenings {
  of(kind: ConnectionKind): Reopening
  /** Another ledger is in use for this connection. */
  forget(kind: ConnectionKind): void
  /** A person asked for it: the pauses start again from the shortest. */
  startOver(): void
  /** Nothing is opened automatically any more. */
  cancel(): void
}

/** Starts empty; `reopen` opens the active connection again. */
export function createReopenings(clock: Clock, reopen: () => void): Reopenings {
  const byKind = new Map<ConnectionKind, Reopening>()
  return {
    of(kind) {
      const reopening = byKind.get(kind) ?? createReopening({ clock, reopen })
      byKind.set(kind, reopening)
      return reopening
    },
    forget: kind => void byKind.delete(kind),
    startOver() {
      for (const reopening of byKind.values()) reopening.startOver()
    },
    cancel() {
      for (const reopening of byKind.values()) reopening.cancel()
    },
  }
}
