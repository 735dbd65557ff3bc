import type { Clock } from '../../../platform/clock'
import type { CustomerRemoval } from './customer-removal'

/*
 * How customers' data goes (decision 21). Once a day, while the service's time is known, a mark notes which
 * links exist. A removal takes what an old enough mark covers (customer-removal.ts): an
 * event is added to the payment, and with it the personal parts of its events are deleted and each projection
 * forgets the customer. SQLite overwrites what it deletes (`secure_delete`).
 * `stop` ends the work between two slices. A crash loses nothing: the next run finds what is left.
 */

const day = 86_400_000

/** How often it is checked whether a day has passed and the service's time is known, ms. */
const checkEvery = 10_000

/** Between two slices everything else runs, ms. */
const pause = 40

/** Removes customers' data when the owner's time for it is over: a little at a time, once a day. */
export class Retention {
  #cancel = () => {}
  #isStopped = false
  /** Monotonic, ms. */
  #lastRun: number | null = null

  constructor(
    private readonly deps: {
      removal: CustomerRemoval
      clock: Clock
      /** The service's time, ms, or null while it is not certain. */
      serviceTime: () => number | null
      /** The owner's months; null keeps for ever. */
      months: () => number | null
      /** How many payments a whole removal changed. */
      done: (removed: number) => void
      /** The ledger failed: selling has to stop, visibly. */
      fault: (error: unknown) => void
    },
  ) {}

  start(): void {
    this.#later(checkEvery, () => this.#check())
  }

  /** Stops between two slices; the next start goes on. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  /** A failure here is the ledger's: the till reports it. */
  #later(delay: number, work: () => void): void {
    this.#cancel = this.deps.clock.after(delay, () => {
      if (this.#isStopped) return
      try {
        work()
      } catch (error) {
        this.deps.fault(error)
      }
    })
  }

  #check(): void {
    const { clock, serviceTime } = this.deps
    const service = serviceTime()
    const isDue = this.#lastRun === null || clock.monotonic() - this.#lastRun >= day
    if (service === null || !isDue) this.start()
    else this.#goOn(this.#work(service, clock.wall()))
  }

  #goOn(work: Generator): void {
    if (work.next().done) this.start()
    else this.#later(pause, () => this.#goOn(work))
  }

  *#work(service: number, wall: number): Generator {
    const { clock, removal, done } = this.deps
    this.#lastRun = clock.monotonic()
    const months = this.deps.months()
    removal.mark(markTime(service, wall))
    if (months !== null)
      done(yield* removal.remove({ before: cutoff(service, wall, months), at: wall, months }))
  }
}

/**
 * The moment by which all that is in the ledger now was there, in doubt too late: the later of both
 * clocks, and the end of that day, so that a day needs one mark. A mark that is too late keeps data
 * longer; one that is too early would remove it early (decision 21).
 */
export function markTime(service: number, wall: number): number {
  return Math.ceil(Math.max(service, wall) / day) * day
}

/** So many months before the earlier of both clocks: in doubt too early. A month of 31 days is a month too. */
export function cutoff(service: number, wall: number, months: number): number {
  const date = new Date(Math.min(service, wall))
  const target = date.getUTCMonth() - months
  const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), target + 1, 0)).getUTCDate()
  date.setUTCMonth(target, Math.min(date.getUTCDate(), lastOfMonth))
  return date.getTime()
}
