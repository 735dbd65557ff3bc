/** What shows that this computer's clock is wrong. */
export type ClockCause =
  /** The payment service's time is another one. */
  | 'service'
  /** The shop database's time is another one. */
  | 'database'
  /** A certificate is not valid yet at this time. */
  | 'certificate'
  /** This version of the till was made later. */
  | 'before-build'
  /** A payment was recorded later: by the service's time, or by this clock, which may have been wrong then. */
  | 'newest-payment'
  | 'newest-record'

/** A wrong time zone is an hour at least; clocks that go by themselves are minutes apart. */
const farOff = 45 * 60_000

/** Whether a clock that differs by so much, ms, is wrong. */
export function isFarOff(ms: number): boolean {
  return Math.abs(ms) >= farOff
}

/** A clock that is wrong, as far as is known. Times are ms since the epoch. */
export interface ClockFault {
  cause: ClockCause
  /** What the clock said. */
  says: number
  /** What the time is, where something tells it; else the time that it cannot be before. Null where nothing does. */
  than: number | null
}
