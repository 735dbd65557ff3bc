import type { Clock } from '../../platform/clock'

/** Notices that the computer slept, or that somebody set its clock, while it matters. */
export interface ClockWatch {
  /** Something was opened or closed: beats from now on while there is need. */
  refresh(): void
  stop(): void
}

interface ClockWatchDeps {
  clock: Clock
  /** Is anything open? */
  needed: () => boolean
  /** Each beat, before anything is made of it. */
  beat: () => void
  /** The two clocks went apart: by sleep (one may have stood still) or by hand. */
  jumped: () => void
}

const interval = 5_000
/** Clocks are adjusted by a little all the time. */
const longestSlip = 2_000

/** Not beating yet. */
export function createClockWatch({ clock, needed, jumped, ...deps }: ClockWatchDeps): ClockWatch {
  let cancelTimer: (() => void) | null = null
  const distance = () => clock.wall() - clock.monotonic()

  function beat(before: number): void {
    cancelTimer = null
    deps.beat()
    if (Math.abs(distance() - before) > longestSlip) jumped()
    refresh()
  }

  function stop(): void {
    cancelTimer?.()
    cancelTimer = null
  }

  function refresh(): void {
    const before = distance()
    if (needed()) cancelTimer ??= clock.after(interval, () => beat(before))
    else stop()
  }

  return { refresh, stop }
}
