import { performance } from 'node:perf_hooks'

/** Time as the payment path needs it; a virtual one runs the same code in the simulation. */
export interface Clock {
  /** Wall clock, ms since the epoch: what a person reads. It jumps when a person sets it. */
  wall(): number
  /** Monotonic, ms from an arbitrary start: what intervals are measured with. */
  monotonic(): number
  /** Runs `action` once after `delay` ms; returns what cancels it. */
  after(delay: number, action: () => void): () => void
}

/** Node allows 2^31-1 ms in one timer; a longer one would fire at once. */
const longestTimer = 2_147_483_647

/** The computer's own clock. */
export const systemClock: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  after(delay, action) {
    const timer = setTimeout(action, Math.min(Math.max(delay, 0), longestTimer))
    return () => clearTimeout(timer)
  },
}
