import type { Clock } from '../../platform/clock'

const interval = 5_000
/** Clocks are adjusted by a little all the time. */
const longestSlip = 2_000

/** Notices that the computer slept, or that its clock was set, while it matters. */
export class ClockWatch {
  private cancelTimer: (() => void) | null = null

  constructor(
    private readonly deps: {
      clock: Clock
      /** Is anything open? */
      needed: () => boolean
      /** Each beat, before anything is made of it. */
      beat: () => void
      /** The two clocks went apart: by sleep (one may have stopped) or by hand. */
      jumped: () => void
    },
  ) {}

  /** Something was opened or closed: beats from now on while there is need. */
  refresh(): void {
    const before = this.distance()
    if (this.deps.needed())
      this.cancelTimer ??= this.deps.clock.after(interval, () => this.beat(before))
    else this.stop()
  }

  stop(): void {
    this.cancelTimer?.()
    this.cancelTimer = null
  }

  private distance(): number {
    return this.deps.clock.wall() - this.deps.clock.monotonic()
  }

  private beat(before: number): void {
    this.cancelTimer = null
    this.deps.beat()
    if (Math.abs(this.distance() - before) > longestSlip) this.deps.jumped()
    this.refresh()
  }
}
