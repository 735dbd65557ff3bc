import { z } from 'zod'
import type { ClockFault } from '../../../shared/clock-fault'
import type { Clock } from './clock'
import type { Log } from './log'
import { readZoneAgain, shopZone } from './shop-zone'
import { clockFault, type KnownTimes } from './wrong-clock'

/** Once the till is drawn, and again and again: a clock or a zone that a person sets is noticed, ms. */
const firstAfter = 3_000
const again = 30_000

const documentSchema = z.strictObject({
  version: z.literal(1),
  acknowledged: z.int().nonnegative(),
})

/** Says that this computer's clock is wrong until it is right, and notices another time zone. */
export class ClockNotice {
  #fault: ClockFault | null = null
  #acknowledged: number
  #zone = shopZone()
  #cancel = () => {}

  constructor(
    private readonly deps: {
      clock: Clock
      log: Log
      /** What a person said of the records is kept over a restart; nothing about money hangs on it. */
      store: { read(): unknown; write(document: object): void }
      known: () => KnownTimes
      changed: () => void
    },
  ) {
    this.#acknowledged = this.#read()
  }

  /** As it was found last. */
  view(): ClockFault | null {
    return this.#fault
  }

  start(): void {
    this.#cancel = this.deps.clock.after(firstAfter, () => this.#beat())
  }

  stop(): void {
    this.#cancel()
  }

  /** Looks now: the computer woke up, or another computer said its time. */
  refresh(): void {
    const { clock, changed, known, log } = this.deps
    const wall = clock.wall()
    const before = this.#fault
    const zone = readZoneAgain()
    // The windows follow the system by themselves.
    if (zone !== this.#zone) log.info('time-zone-changed')
    this.#zone = zone
    this.#fault = clockFault({ ...known(), wall, acknowledged: this.#acknowledged })
    if (this.#fault !== null && this.#fault.cause !== before?.cause)
      log.warn('clock-wrong', { cause: this.#fault.cause })
    // While it is wrong the strip goes with it.
    if (before !== null || this.#fault !== null) changed()
  }

  /** A person says that the newest records are wrong, not the clock. */
  acknowledge(): void {
    if (this.#fault?.cause !== 'newest-record') return
    this.#acknowledged = this.#fault.than ?? 0
    try {
      this.deps.store.write({ version: 1, acknowledged: this.#acknowledged })
    } catch (error) {
      this.deps.log.warn('clock-acknowledged-not-kept', { error })
    }
    this.refresh()
  }

  #beat(): void {
    this.#cancel = this.deps.clock.after(again, () => this.#beat())
    this.refresh()
  }

  #read(): number {
    const { store, log } = this.deps
    try {
      const stored = store.read()
      if (stored !== null) return documentSchema.parse(stored).acknowledged
    } catch (error) {
      log.warn('clock-acknowledged-not-read', { error })
    }
    return 0
  }
}
