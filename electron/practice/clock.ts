/** Time as the practice service needs it; passed in, so that a test can run it on a virtual one. */
export interface Clock {
  /** Wall clock, ms since the epoch. */
  wall(): number
  /** Runs `action` once after `delay` ms; returns what cancels it. */
  after(delay: number, action: () => void): () => void
}

/** Node fires a timer longer than 2^31-1 ms at once. */
const longestTimer = 2_147_483_647

/** The computer's own clock. */
export const systemClock: Clock = {
  wall: () => Date.now(),
  after(delay, action) {
    const timer = setTimeout(action, Math.min(Math.max(delay, 0), longestTimer))
    return () => clearTimeout(timer)
  },
}
