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

/** Timers that are cancelled together, so that a stopped service does nothing more. */
export interface Timers {
  /** Runs `action` once after `delay` ms, unless cancelled first; returns what cancels it. */
  after(delay: number, action: () => void): () => void
  /** Resolves after `delay` ms, or never when the service stops before that. */
  sleep(delay: number): Promise<void>
  cancelAll(): void
}

/** Starts timers on `clock` and keeps a list of them. */
export function createTimers(clock: Clock): Timers {
  const running = new Set<() => void>()
  const after: Timers['after'] = (delay, action) => {
    const stop = clock.after(delay, () => {
      running.delete(cancel)
      action()
    })
    const cancel = () => {
      running.delete(cancel)
      stop()
    }
    running.add(cancel)
    return cancel
  }
  return {
    after,
    sleep: delay => (delay > 0 ? new Promise(resolve => after(delay, resolve)) : Promise.resolve()),
    cancelAll() {
      for (const cancel of [...running]) cancel()
    },
  }
}
