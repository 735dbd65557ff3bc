import type { Clock } from '../../../electron/main/platform/clock'

/** A clock that moves only when a test lets time pass; the wall clock can be set apart from it. */
export interface VirtualClock extends Clock {
  /** Lets `ms` pass, firing every alarm at its own time and letting the work it starts settle. */
  pass(ms: number): Promise<void>
  /** A person sets the computer's wall clock; no interval is touched. */
  setBack(ms: number): void
  setForward(ms: number): void
  alarms(): number
}

/** A Monday morning, so that times in histories can be foretold. */
export const morning = Date.UTC(2026, 0, 5, 9)

/** Lets every promise that is ready go on. */
export function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

/** `settle` lets the work go on that an alarm has started: with a real wire, until it is quiet. */
export function createVirtualClock(settle: () => Promise<void> = settled): VirtualClock {
  let monotonic = 1_000
  let wallAhead = morning - monotonic
  const alarms = new Set<{ at: number; action: () => void }>()

  function nextBefore(end: number) {
    const due = [...alarms].filter(alarm => alarm.at <= end)
    return due.sort((one, other) => one.at - other.at)[0]
  }

  return {
    wall: () => monotonic + wallAhead,
    monotonic: () => monotonic,
    after(delay, action) {
      const alarm = { at: monotonic + Math.max(0, delay), action }
      alarms.add(alarm)
      return () => alarms.delete(alarm)
    },
    async pass(ms) {
      const end = monotonic + ms
      await settle()
      for (let alarm = nextBefore(end); alarm; alarm = nextBefore(end)) {
        monotonic = Math.max(monotonic, alarm.at)
        alarms.delete(alarm)
        alarm.action()
        await settle()
      }
      monotonic = end
    },
    setBack(ms) {
      wallAhead -= ms
    },
    setForward(ms) {
      wallAhead += ms
    },
    alarms: () => alarms.size,
  }
}
