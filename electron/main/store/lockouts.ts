import { type Failure, failure } from '../../../shared/ipc/result'
import type { Clock } from '../platform/clock'
import { createTaskQueue } from '../platform/task-queue'

/** Wrong PINs or passphrases that cost nothing: fingers slip. */
export const freeTries = 5

/**
 * The pause after the fifth wrong one, and after each further one, ms. It ends growing at a quarter of
 * an hour: a stranger finds nothing at that pace, and no one locks an owner out for a day.
 */
const pauses = [30_000, 60_000, 120_000, 300_000, 900_000] as const

/** How long it is to wait after so many wrong ones, ms. */
export function pauseAfter(wrong: number): number {
  if (wrong < freeTries) return 0
  return pauses[Math.min(wrong - freeTries, pauses.length - 1)] ?? 0
}

/** What is kept on the disk of wrong PINs or passphrases: of a person, or of the till. */
export interface CountedTries {
  id: string
  /** Since the last right one. */
  wrong: number
  /** A pause has begun, and was not seen to end. */
  pausing: boolean
}

/** The pauses after wrong PINs and passphrases while the till runs. Measured by the clock that no person can set. */
export class Lockouts {
  readonly #running = new Map<string, { until: number; cancel: () => void }>()

  constructor(
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
    /** A pause was waited out. Must not throw. */
    private readonly ended: (id: string) => void,
  ) {}

  /** How long this person still waits, ms. */
  left(id: string): number {
    const until = this.#running.get(id)?.until
    return until === undefined ? 0 : Math.max(0, Math.ceil(until - this.clock.monotonic()))
  }

  /** Begins a person's pause, whole, by their wrong tries. */
  begin({ id, wrong }: Pick<CountedTries, 'id' | 'wrong'>): void {
    this.end(id)
    const pause = pauseAfter(wrong)
    if (pause === 0) return
    const cancel = this.clock.after(pause, () => {
      this.#running.delete(id)
      this.ended(id)
    })
    this.#running.set(id, { until: this.clock.monotonic() + pause, cancel })
  }

  end(id: string): void {
    this.#running.get(id)?.cancel()
    this.#running.delete(id)
  }

  /**
   * After a start: a pause that had not ended begins again. How much of it has passed is not known,
   * for the wall clock may have been set; one pause is the most that it costs.
   */
  takeUp(people: readonly CountedTries[]): void {
    for (const person of people)
      if (person.pausing && !this.#running.has(person.id)) this.begin(person)
  }

  stop(): void {
    for (const id of [...this.#running.keys()]) this.end(id)
  }
}

/** The result of a text that was typed to open the till or to prove the owner. */
export type Unlocking =
  | { result: 'done' }
  /** How long no other one can be tried, ms; 0 is not at all. */
  | { result: 'wrong'; pauseMs: number }

/** Why a text that was typed is refused; null where it was right. */
export function refusalOf(tried: Unlocking): Failure | null {
  if (tried.result === 'done') return null
  return failure(tried.pauseMs > 0 ? 'proof-paused' : 'proof-wrong', 'It does not prove the owner')
}

/** The texts that are tried, as the lockouts name them. */
const texts = 'texts'

/** Tries of passphrases, codes and secrets: after five wrong ones each waits. */
export class TextTries {
  readonly #lockouts: Lockouts
  readonly #queue = createTaskQueue()
  #wrong = 0

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, ended: () => void) {
    this.#lockouts = new Lockouts(clock, ended)
  }

  pauseMs(): number {
    return this.#lockouts.left(texts)
  }

  /** `isRight` says whether the text was right. */
  try(isRight: () => Promise<boolean>): Promise<Unlocking> {
    return this.oneAtATime(async () => {
      if (this.pauseMs() === 0) {
        const right = await isRight()
        this.#wrong = right ? 0 : this.#wrong + 1
        if (right) return { result: 'done' }
        this.#lockouts.begin({ id: texts, wrong: this.#wrong })
      }
      return { result: 'wrong', pauseMs: this.pauseMs() }
    })
  }

  /** Each takes 128 MB, and a second must not overtake a first. */
  oneAtATime<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#queue.run(work)
  }

  stop(): void {
    this.#lockouts.stop()
  }
}
