import type { Clock } from '../../platform/clock'

/** The service's clock as learnt from its answers: shop computers' clocks are often wrong. */
export interface ServiceClock {
  /** The service's time, ms since the epoch. */
  now(): number
  /** The same, or null while nobody can be sure of it: nothing was said in this run, or said otherwise. */
  known(): number | null
  /** Service time minus the till's wall clock, ms. */
  offset(): number
  /** True once the service has said its time in this run: until then it is the computer's own. */
  isLearnt(): boolean
  /**
   * False after a `Date` that put the clock forward, until the next one does not: one wrong answer
   * moves the clock, but says of nothing that its time is over.
   */
  isSure(): boolean
  /** Takes the `Date` of an answer that has just come, `roundTrip` ms after its call began. */
  learn(serverDate: number | null, roundTrip: number): void
}

interface ServiceClockDeps {
  clock: Pick<Clock, 'wall' | 'monotonic'>
  changed: () => void
}

/** A `Date` header counts whole seconds: differences this small say nothing. */
const resolution = 1_000

/**
 * How far ahead of the service's own clock `now` can be once it has answered, ms: what `learn` lets
 * pass, and half a second for the fraction that the header does not tell. It can lie further behind
 * only while the computer's monotonic clock stood still (sleep), or after slow answers: then a sale
 * expires a little later, never earlier.
 */
export const clockDoubt = resolution * 1.5

/**
 * A clock that trusts the computer's until the service has said otherwise, and from then on counts on
 * by the monotonic one: nobody can set that, so a wall clock that jumps changes nothing here.
 */
export function createServiceClock({ clock, changed }: ServiceClockDeps): ServiceClock {
  /** Service time minus monotonic clock, ms. */
  let ahead: number | null = null
  let sure = true
  const now = () => (ahead === null ? clock.wall() : Math.round(clock.monotonic() + ahead))
  const known = () => (ahead !== null && sure ? now() : null)
  return {
    now,
    offset: () => now() - clock.wall(),
    known,
    isLearnt: () => ahead !== null,
    isSure: () => sure,
    learn(serverDate, roundTrip) {
      if (serverDate === null) return
      const stated = serverDate + resolution / 2
      // A slow answer's `Date` may be as old as its call: by so much it proves nobody wrong, unless all
      // that it contradicts is a wall clock.
      const doubt = ahead === null ? 0 : roundTrip
      const difference = now() - stated
      const agrees = difference >= -resolution && difference <= resolution + doubt
      const before = now()
      const wasKnown = known() !== null
      ahead = (agrees ? before : stated) - clock.monotonic()
      sure = difference >= -resolution
      if (!agrees || wasKnown !== (known() !== null)) changed()
    },
  }
}
