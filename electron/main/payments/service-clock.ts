/** The service's clock as learnt from its answers: shop computers' clocks are often wrong. */
export interface ServiceClock {
  /** The service's time, ms since the epoch. */
  now(): number
  /** Service time minus wall clock, ms. */
  offset(): number
  /** Takes the `Date` header of an answer that has just come. */
  learn(serverDate: number | null): void
}

interface ServiceClockNeeds {
  /** The till's wall clock, ms. */
  wall: () => number
  changed: () => void
}

/** A `Date` header counts whole seconds: differences this small say nothing. */
const resolution = 1_000

/**
 * How far `now` can be from the service's own clock once it has answered, ms: what `learn` lets pass,
 * and half a second for the fraction that the header does not tell.
 */
export const clockDoubt = resolution * 1.5

/** A clock that trusts the computer until the service has said otherwise. */
export function createServiceClock({ wall, changed }: ServiceClockNeeds): ServiceClock {
  let offset = 0
  return {
    now: () => wall() + offset,
    offset: () => offset,
    learn(serverDate) {
      if (serverDate === null) return
      const seen = serverDate + resolution / 2 - wall()
      if (Math.abs(seen - offset) <= resolution) return
      offset = seen
      changed()
    },
  }
}
