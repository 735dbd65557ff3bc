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

/**
 * The time that the service reports. Every time in an answer comes from here, in the `Date` header
 * and in the body: a service whose clock differs from the shop's differs in all of them.
 */
export interface ServiceTime {
  /** What the service reports for a moment of the clock; both in ms since the epoch. */
  reported(at: number): number
  /** ISO 8601 with ms, in UTC, for `expires_at`, `created_at` and `updated_at` (§2.1). */
  iso(at: number): string
  /** An HTTP `Date` header: now, or `aheadMs` later. */
  httpDate(aheadMs?: number): string
  /** Sets the reported time `ms` ahead of the clock (negative: behind). Timers do not change. */
  skew(ms: number): void
}

/** Reports the time of `clock`, without any skew at first. */
export function createServiceTime(clock: Clock): ServiceTime {
  let skewMs = 0
  const reported = (at: number) => at + skewMs
  return {
    reported,
    iso: at => new Date(reported(at)).toISOString(),
    httpDate: (aheadMs = 0) => new Date(reported(clock.wall()) + aheadMs).toUTCString(),
    skew(ms) {
      skewMs = ms
    },
  }
}
