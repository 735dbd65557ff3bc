/** Where a moment lay on the monotonic clock, by the wall clock when it was first asked about. */
interface Stamp {
  monotonic: number
  ahead: number
}

/** A wall clock no further behind a moment than this is only being adjusted, ms. */
const slack = 2_000

/** A till that stays open for weeks meets new moments all the time. */
const mostMoments = 1_000

/** Spans between a moment of the wall clock and now, ms, which setting that clock back does not prolong. */
export class SteadyClock {
  private readonly stamps = new Map<number, Stamp>()

  /** How long ago, at least: what was once seen to pass has passed. */
  since(moment: number, wall: number, monotonic: number): number {
    const stamp = this.stampOf(moment, wall, monotonic)
    const seen = monotonic - stamp.monotonic + Math.max(0, stamp.ahead)
    return Math.max(0, wall - moment, seen)
  }

  /** True when the moment was in the future when first asked about: how long ago it was is not known. */
  isDoubtful(moment: number, wall: number, monotonic: number): boolean {
    return this.stampOf(moment, wall, monotonic).ahead > slack
  }

  /** How long still, at most: what it was when first looked at, less what has passed. */
  until(moment: number, wall: number, monotonic: number): number {
    const stamp = this.stampOf(moment, wall, monotonic)
    return Math.max(0, Math.min(moment - wall, stamp.monotonic - monotonic))
  }

  private stampOf(moment: number, wall: number, monotonic: number): Stamp {
    const ahead = moment - wall
    const stamp = this.stamps.get(moment) ?? { monotonic: monotonic + ahead, ahead }
    // Kept in the order of their last use: what was not asked about for long goes.
    this.stamps.delete(moment)
    this.stamps.set(moment, stamp)
    const [eldest] = this.stamps.keys()
    if (this.stamps.size > mostMoments && eldest !== undefined) this.stamps.delete(eldest)
    return stamp
  }
}
