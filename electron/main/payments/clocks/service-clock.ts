import type { Clock } from '../../platform/clock'

/** A `Date` header counts whole seconds: differences this small say nothing. */
const resolution = 1_000

/**
 * How far ahead of the service's own clock `now` can be once it has answered, ms: what `learn` lets
 * pass, and half a second for the fraction that the header does not name. It can lie further behind
 * only while the computer's monotonic clock stopped (sleep), or after slow answers: then a payment
 * expires a little later, never earlier.
 */
export const clockDoubt = resolution * 1.5

/**
 * The service's clock as learnt from its answers: shop computers' clocks are often wrong. It trusts the computer's
 * until the service has said otherwise, and from then on counts on by the monotonic one: that cannot be set, so a
 * wall clock that jumps changes nothing here.
 */
export class ServiceClock {
  /** Service time minus monotonic clock, ms. */
  private ahead: number | null = null
  private sure = true

  constructor(
    private readonly deps: { clock: Pick<Clock, 'wall' | 'monotonic'>; changed: () => void },
  ) {}

  /** The service's time, ms since the epoch. */
  now(): number {
    const { clock } = this.deps
    return this.ahead === null ? clock.wall() : Math.round(clock.monotonic() + this.ahead)
  }

  /** The same, or null while it is not certain: no `Date` came in this run, or the last one put the clock forward. */
  known(): number | null {
    return this.ahead !== null && this.sure ? this.now() : null
  }

  /** Service time minus the till's wall clock, ms. */
  offset(): number {
    return this.now() - this.deps.clock.wall()
  }

  /** True once the service has said its time in this run: until then it is the computer's own. */
  isLearnt(): boolean {
    return this.ahead !== null
  }

  /**
   * False after a `Date` that put the clock forward, until the next one does not: one wrong answer
   * moves the clock, but says of nothing that its time is over.
   */
  isSure(): boolean {
    return this.sure
  }

  /** Takes the `Date` of an answer that has just come, `roundTrip` ms after its call began. */
  learn(serverDate: number | null, roundTrip: number): void {
    if (serverDate === null) return
    const stated = serverDate + resolution / 2
    // A slow answer's `Date` may be as old as its call. A difference up to that contradicts only a wall clock.
    const doubt = this.ahead === null ? 0 : roundTrip
    const before = this.now()
    const difference = before - stated
    const agrees = difference >= -resolution && difference <= resolution + doubt
    const wasKnown = this.known() !== null
    this.ahead = (agrees ? before : stated) - this.deps.clock.monotonic()
    this.sure = difference >= -resolution
    if (!agrees || wasKnown !== (this.known() !== null)) this.deps.changed()
  }
}
