import { type Clock, systemClock } from '../../electron/main/platform/clock'

/** The computer's clock, and hours pass at once where a test says so; the wall clock can be set apart from it. */
export interface PassingClock extends Clock {
  pass(ms: number): void
  /** A person sets the computer's wall clock; no interval is touched. */
  setWall(time: number): void
}

interface Alarm {
  at: number
  action: () => void
  stop: () => void
}

export function createPassingClock(): PassingClock {
  let passed = 0
  let wallAhead = 0
  const alarms = new Set<Alarm>()
  const monotonic = () => systemClock.monotonic() + passed
  const wall = () => systemClock.wall() + passed + wallAhead
  const wind = (alarm: Alarm) => {
    alarm.stop = systemClock.after(alarm.at - monotonic(), () => {
      alarms.delete(alarm)
      alarm.action()
    })
  }
  return {
    wall,
    monotonic,
    after(delay, action) {
      const alarm = { at: monotonic() + delay, action, stop: () => undefined }
      alarms.add(alarm)
      wind(alarm)
      return () => {
        alarms.delete(alarm)
        alarm.stop()
      }
    },
    pass(ms) {
      passed += ms
      for (const alarm of [...alarms].sort((one, other) => one.at - other.at)) {
        alarm.stop()
        wind(alarm)
      }
    },
    setWall(time) {
      wallAhead += time - wall()
    },
  }
}
