import type { Clock } from '../platform/clock'

/** Wrong PINs or passphrases that cost nothing: fingers slip. */
export const freeTries = 5

/**
 * The pause after the fifth wrong one, and after each further one, ms. It ends growing at a quarter of
 * an hour: a stranger finds nothing at that pace, and nobody locks an owner out for a day.
 */
const pauses = [30_000, 60_000, 120_000, 300_000, 900_000] as const

/** How long it is to wait after so many wrong ones, ms. */
export function pauseAfter(wrong: number): number {
  if (wrong < freeTries) return 0
  return pauses[Math.min(wrong - freeTries, pauses.length - 1)] ?? 0
}

/** What is kept on the disk of wrong PINs or passphrases: of a person, or of the vault. */
export interface CountedTries {
  id: string
  /** Since the last right one. */
  wrong: number
  /** A pause has begun, and nobody has seen it end. */
  pausing: boolean
}

/** The pauses after wrong PINs and passphrases while the till runs. Measured by the clock that nobody can set. */
export interface Lockouts {
  /** How long this person still waits, ms. */
  left(id: string): number
  /** Begins a person's pause, whole, by their wrong tries. */
  begin(person: Pick<CountedTries, 'id' | 'wrong'>): void
  end(id: string): void
  /**
   * After a start: a pause that nobody saw end begins again. How much of it has passed is not known,
   * for the wall clock may have been set; one pause is the most that it costs.
   */
  takeUp(people: readonly CountedTries[]): void
  stop(): void
}

interface LockoutsDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** A pause was waited out. Must not throw. */
  ended: (id: string) => void
}

/** No pauses yet. */
export function createLockouts({ clock, ended }: LockoutsDeps): Lockouts {
  const running = new Map<string, { until: number; cancel: () => void }>()

  const end = (id: string) => {
    running.get(id)?.cancel()
    running.delete(id)
  }
  const left = (id: string) =>
    Math.max(0, Math.ceil((running.get(id)?.until ?? 0) - clock.monotonic()))
  const begin: Lockouts['begin'] = ({ id, wrong }) => {
    end(id)
    const pause = pauseAfter(wrong)
    if (pause === 0) return
    const cancel = clock.after(pause, () => {
      running.delete(id)
      ended(id)
    })
    running.set(id, { until: clock.monotonic() + pause, cancel })
  }
  return {
    left: id => (running.has(id) ? left(id) : 0),
    begin,
    end,
    takeUp(people) {
      for (const person of people) if (person.pausing && !running.has(person.id)) begin(person)
    },
    stop() {
      for (const id of [...running.keys()]) end(id)
    },
  }
}
