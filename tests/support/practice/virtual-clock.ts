import type { PracticeClock } from '../../../electron/practice'

interface Alarm {
  at: number
  action: () => void
}

/** A clock that moves only when a test lets time pass. */
export interface VirtualClock extends PracticeClock {
  /** Lets `ms` pass, firing every alarm at its own time. */
  pass(ms: number): void
  /** How many alarms are still set. */
  pending(): number
}

/** Begins at a round moment, so that times in answers can be foretold. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1, 8)): VirtualClock {
  let now = start
  let alarms: Alarm[] = []
  const nextBefore = (end: number) =>
    alarms.filter(alarm => alarm.at <= end).sort((one, other) => one.at - other.at)[0]
  const remove = (alarm: Alarm) => {
    alarms = alarms.filter(each => each !== alarm)
  }
  return {
    wall: () => now,
    after(delay, action) {
      const alarm = { at: now + delay, action }
      alarms.push(alarm)
      return () => remove(alarm)
    },
    pass(ms) {
      const end = now + ms
      for (let alarm = nextBefore(end); alarm; alarm = nextBefore(end)) {
        now = alarm.at
        remove(alarm)
        alarm.action()
      }
      now = end
    },
    pending: () => alarms.length,
  }
}
