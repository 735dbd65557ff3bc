import type { BlockReason, Recovery } from '../../../shared/ipc/till-state'
import type { Clock } from '../clock'
import type { Ledger } from '../ledger/ledger'
import { createInterruptedWrites } from './interrupted-writes'
import { mayPass, pauseBeforeReopening, soundFor } from './reopening-plan'

/** Gets a till over a disk that failed: when to open the ledger again, and what was found then. */
export interface Reopening {
  view(): Recovery
  /** Selling has stopped: keeps which sale was being written. */
  stopped(error: unknown): void
  /** The till is blocked: opens the ledger again after a pause, where the trouble can pass. */
  blocked(reason: BlockReason): void
  /** The ledger is open again. Call before anything of it is sent; throws what the ledger throws. */
  opened(ledger: Ledger): void
  /** A person asked, or another connection was chosen: the pauses begin anew. */
  startOver(): void
  /** A person has read what was found. */
  acknowledge(): void
  /** Opens nothing any more by itself. */
  cancel(): void
}

interface RecovererDeps {
  clock: Clock
  reopen: () => void
}

/** A recoverer that has nothing to do. */
export function createReopening({ clock, reopen }: RecovererDeps): Reopening {
  const writes = createInterruptedWrites()
  let readBack: Recovery['readBack'] = null
  let hasStopped = false
  let attempts = 0
  let openedAt: number | null = null
  let cancelTimer: (() => void) | null = null

  const cancel = () => {
    cancelTimer?.()
    cancelTimer = null
  }

  /** A disk that fails again soon after is not healed by trying faster. */
  function forgetOldAttempts(): void {
    if (openedAt !== null && clock.monotonic() - openedAt > soundFor) attempts = 0
    openedAt = null
  }

  return {
    view: () => ({ tryingAlone: cancelTimer !== null, interrupted: writes.list(), readBack }),
    stopped(error) {
      hasStopped = true
      writes.note(error)
    },
    blocked(reason) {
      forgetOldAttempts()
      cancel()
      const pause = mayPass(reason) ? pauseBeforeReopening(attempts) : null
      if (pause === null) return
      attempts += 1
      cancelTimer = clock.after(pause, () => {
        cancelTimer = null
        reopen()
      })
    },
    opened(ledger) {
      if (hasStopped) readBack = [...(readBack ?? []), ...writes.readBack(ledger, clock.wall())]
      writes.forget()
      hasStopped = false
      openedAt = clock.monotonic()
      cancel()
    },
    startOver() {
      attempts = 0
      cancel()
    },
    acknowledge() {
      readBack = null
    },
    cancel,
  }
}
