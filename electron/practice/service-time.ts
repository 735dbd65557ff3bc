import type { Clock } from './clock'

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
