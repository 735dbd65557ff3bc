import type { LockReason } from '../../../shared/ipc/till-state'
import type { Clock } from '../platform/clock'

/** Who is at the till. */
export interface Session {
  /** The id of the person, or null while the till is locked. */
  who(): string | null
  /** Why it is locked. */
  why(): LockReason
  /** Another number after every sign-in and every lock. */
  number(): number
  begin(id: string): void
  /** True when somebody was signed in. */
  end(why: LockReason): boolean
  /** Somebody touched the till: it does not lock for another while. */
  touch(): void
  /** The idle time was changed. */
  refresh(): void
}

export interface SessionDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** Minutes without a touch after which the till locks; 0 is never. */
  idleMinutes: () => number
  /** Nobody has touched the till for that long. */
  idle: () => void
}

/** A till that nobody is at, as after a start. */
export function createSession({ clock, idleMinutes, idle }: SessionDeps): Session {
  let who: string | null = null
  let why: LockReason = 'start'
  let number = 0
  let touched = 0
  let cancel = () => {}

  const wait = () => {
    cancel()
    const most = idleMinutes() * 60_000
    if (who === null || most === 0) return
    const left = touched + most - clock.monotonic()
    if (left <= 0) idle()
    else cancel = clock.after(left, wait)
  }
  return {
    who: () => who,
    why: () => why,
    number: () => number,
    begin(id) {
      number += 1
      who = id
      touched = clock.monotonic()
      wait()
    },
    end(reason) {
      const was = who !== null
      if (was) {
        why = reason
        number += 1
      }
      who = null
      cancel()
      return was
    },
    // The alarm that is set looks when it goes off: a touch costs nothing.
    touch() {
      touched = clock.monotonic()
    },
    refresh: wait,
  }
}
