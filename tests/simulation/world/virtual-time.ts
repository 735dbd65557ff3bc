import type { Clock } from '../../../electron/main/platform/clock'

/** The world's time, which passes only from alarm to alarm. All in ms. */
export interface VirtualTime {
  /** What really passed since the world began; no part of the till can read this. */
  elapsed(): number
  /** What a monotonic clock counted of it: on some systems it stops while the computer sleeps. */
  ticked(): number
  /** How often the computer has slept. */
  sleeps(): number
  /** The till's wall clock: the world's beginning, what passed, and by how much a person set it. */
  wall(): number
  /** A process's clock. Its alarms are its own: `forget` drops them. */
  clockOf(owner: object): Clock
  /** Something of the outer world happens after `delay`, whether the computer sleeps or not. */
  happens(delay: number, action: () => void): void
  /** Something reaches the computer after `delay`, or when it wakes. */
  arrives(delay: number, action: () => void): void
  /** The process is gone: nothing that it planned happens any more. */
  forget(owner: object): void
  /** Goes to the next alarm and lets it happen, if there is one within `limit`; else time passes. */
  step(limit: number): boolean
  /** A person sets the wall clock by so much. */
  setWallBy(change: number): void
  /** The computer sleeps for so long. On some systems the monotonic clock stops meanwhile. */
  sleep(duration: number, monotonicStops: boolean): void
}

interface Alarm {
  /** On the clock that it runs by. */
  due: number
  by: 'elapsed' | 'monotonic'
  /** The computer has to be awake for it. */
  awake: boolean
  owner: object | null
  action: () => void
}

/** A Monday morning, so that times in a trace can be read. */
export const worldBegins = Date.UTC(2026, 0, 5, 9)

/** Time in a world whose computer's wall clock is wrong by `wallError`. */
export function createVirtualTime(wallError: number): VirtualTime {
  let elapsed = 0
  let wallOff = wallError
  let stoodStill = 0
  let asleep = false
  let sleeps = 0
  const alarms = new Set<Alarm>()
  const gone = new WeakSet<object>()

  const ticked = () => elapsed - stoodStill
  const monotonic = () => 1_000 + ticked()
  const moment = (alarm: Alarm) =>
    alarm.by === 'elapsed' ? alarm.due : alarm.due - 1_000 + stoodStill

  function next(): Alarm | null {
    let first: Alarm | null = null
    for (const alarm of alarms)
      if (!(asleep && alarm.awake) && (!first || moment(alarm) < moment(first))) first = alarm
    return first
  }

  function step(limit: number): boolean {
    const alarm = next()
    if (!alarm || moment(alarm) > limit) {
      elapsed = Math.max(elapsed, limit)
      return false
    }
    elapsed = Math.max(elapsed, moment(alarm))
    alarms.delete(alarm)
    alarm.action()
    return true
  }

  const outer = (delay: number, awake: boolean, action: () => void) => {
    alarms.add({ due: elapsed + delay, by: 'elapsed', awake, owner: null, action })
  }

  return {
    elapsed: () => elapsed,
    ticked,
    sleeps: () => sleeps,
    wall: () => worldBegins + elapsed + wallOff,
    clockOf: owner => ({
      wall: () => worldBegins + elapsed + wallOff,
      monotonic,
      after(delay, action) {
        // What a power cut interrupted runs on to its next pause.
        if (gone.has(owner)) return () => undefined
        const due = monotonic() + Math.max(0, delay)
        const alarm: Alarm = { due, by: 'monotonic', awake: true, owner, action }
        alarms.add(alarm)
        return () => void alarms.delete(alarm)
      },
    }),
    happens: (delay, action) => outer(delay, false, action),
    arrives: (delay, action) => outer(delay, true, action),
    forget(owner) {
      gone.add(owner)
      for (const alarm of alarms) if (alarm.owner === owner) alarms.delete(alarm)
    },
    step,
    setWallBy(change) {
      wallOff += change
    },
    sleep(duration, monotonicStops) {
      const wakes = elapsed + duration
      asleep = true
      sleeps += 1
      while (step(wakes));
      asleep = false
      if (monotonicStops) stoodStill += duration
    },
  }
}
