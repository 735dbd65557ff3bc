import type { Clock } from './clock'

/**
 * The service's time as it is told to the outside. Every time in an answer comes from here, the
 * `Date` header and the body alike: a service whose clock differs from the shop's differs in all.
 */
export interface ServiceTime {
  /** A moment of the clock, ms since the epoch, as the service tells it. */
  told(at: number): number
  /** ISO 8601 with ms, in UTC, for `expires_at`, `created_at` and `updated_at` (§2.1). */
  iso(at: number): string
  /** The present moment as an HTTP `Date` header. */
  httpDate(): string
  /** Puts the told time `ms` ahead of the clock (negative: behind). What happens when stays. */
  skew(ms: number): void
}

/** Tells the time of `clock`, at first without any skew. */
export function createServiceTime(clock: Clock): ServiceTime {
  let ahead = 0
  const told = (at: number) => at + ahead
  return {
    told,
    iso: at => new Date(told(at)).toISOString(),
    httpDate: () => new Date(told(clock.wall())).toUTCString(),
    skew(ms) {
      ahead = ms
    },
  }
}
