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
export class Timers {
  readonly #running = new Set<() => void>()

  constructor(private readonly clock: Clock) {}

  /** Runs `action` once after `delay` ms, unless cancelled first; returns what cancels it. */
  after(delay: number, action: () => void): () => void {
    const stop = this.clock.after(delay, () => {
      this.#running.delete(cancel)
      action()
    })
    const cancel = () => {
      this.#running.delete(cancel)
      stop()
    }
    this.#running.add(cancel)
    return cancel
  }

  /** Resolves after `delay` ms, or never when the service stops before that. */
  sleep(delay: number): Promise<void> {
    return delay > 0 ? new Promise(resolve => this.after(delay, resolve)) : Promise.resolve()
  }

  cancelAll(): void {
    for (const cancel of [...this.#running]) cancel()
  }
}

/**
 * The time that the service reports. Every time in an answer comes from here, in the `Date` header
 * and in the body: a service whose clock differs from the shop's differs in all of them.
 */
export class ServiceTime {
  /** How far it is ahead of the clock, ms (negative: behind). Timers do not change with it. */
  skew = 0

  constructor(private readonly clock: Clock) {}

  /** What the service reports for a moment of the clock; both in ms since the epoch. */
  reported(at: number): number {
    return at + this.skew
  }

  /** ISO 8601 with ms, in UTC, for `expires_at`, `created_at` and `updated_at` (§2.1). */
  iso(at: number): string {
    return new Date(this.reported(at)).toISOString()
  }

  /** An HTTP `Date` header: now, or `aheadMs` later. */
  httpDate(aheadMs = 0): string {
    return new Date(this.reported(this.clock.wall()) + aheadMs).toUTCString()
  }
}
