import type { Clock } from '../../platform/clock'
import type { RequestGate, Run } from '../request-gate/request-gate'

interface PlannedRead {
  paymentId: string
  /** Monotonic, ms. */
  at: number
  /** The last one failed. */
  again: boolean
}

/** Every so many reads one goes to the payment that has been due longest, whatever goes first. */
const fairShare = 4

/** Keeps the order of reads that are due at the same time, ms. */
const step = 1e-6

/**
 * When each payment is read next: one map and one timer, for the tens of open payments of a shop. At most two
 * requests wait at the gate: one for reads, and one for reads that repeat a failed one. Repeats use the
 * retry budget, so they need their own place: when the budget is used up, they must not delay the others.
 */
export class ReadPlan {
  private readonly planned = new Map<string, PlannedRead>()
  /** Which of the two requests, by `again`, waits at the gate. */
  private readonly waiting = new Set<boolean>()
  private cancelTimer = () => {}
  private stopped = false
  private made = 0

  constructor(
    private readonly deps: {
      clock: Pick<Clock, 'monotonic' | 'after'>
      gate: Pick<RequestGate, 'join'>
      /** Its customer is at the counter: where reads are fewer than payments, it goes before the others. */
      goesFirst: (paymentId: string) => boolean
      /** Reads a payment that is due; false when there is nothing to read. */
      read: (paymentId: string, run: Run) => boolean
    },
  ) {}

  /** Plans a payment's next read, at monotonic `at` (ms); `again` when the last one failed. */
  set(paymentId: string, at: number, again: boolean): void {
    this.planned.set(paymentId, { paymentId, at, again })
    this.requestDueReads()
  }

  /** Makes planned reads due now, in this order, behind those that are due already. */
  makeDue(paymentIds: readonly string[]): void {
    const earliest = this.deps.clock.monotonic() - paymentIds.length * step
    for (const [index, paymentId] of paymentIds.entries()) {
      const read = this.planned.get(paymentId)
      if (read) read.at = Math.min(read.at, earliest + index * step)
    }
    this.requestDueReads()
  }

  drop(paymentId: string): void {
    this.planned.delete(paymentId)
    this.requestDueReads()
  }

  has(paymentId: string): boolean {
    return this.planned.has(paymentId)
  }

  size(): number {
    return this.planned.size
  }

  stop(): void {
    this.stopped = true
    this.cancelTimer()
  }

  private first(again: boolean, among = (_paymentId: string) => true): PlannedRead | null {
    let earliest: PlannedRead | null = null
    for (const each of this.planned.values())
      if (each.again === again && (!earliest || each.at < earliest.at) && among(each.paymentId))
        earliest = each
    return earliest
  }

  /** Of those that are due: first the ones at the counter, then the one that has been due longest. */
  private nextDue(again: boolean, now: number): PlannedRead | null {
    const isFair = this.made % fairShare === fairShare - 1
    const atCounter = isFair ? null : this.first(again, this.deps.goesFirst)
    const next = atCounter && atCounter.at <= now ? atCounter : this.first(again)
    return next && next.at <= now ? next : null
  }

  private requestDueReads(): void {
    if (this.stopped) return
    const { clock } = this.deps
    const now = clock.monotonic()
    for (const again of [false, true]) {
      const next = this.first(again)
      if (next && next.at <= now && !this.waiting.has(again)) this.join(next)
    }
    const next = [false, true]
      .filter(again => !this.waiting.has(again))
      .map(again => this.first(again))
    const at = Math.min(...next.map(each => each?.at ?? Number.POSITIVE_INFINITY))
    this.cancelTimer()
    if (Number.isFinite(at))
      this.cancelTimer = clock.after(Math.max(1, at - clock.monotonic()), () =>
        this.requestDueReads(),
      )
  }

  private join({ again, at }: PlannedRead): void {
    this.waiting.add(again)
    this.deps.gate.join({
      key: again ? 'repeated reads' : 'reads',
      priority: 'read',
      since: at,
      repeat: again,
      begin: run => {
        this.waiting.delete(again)
        this.readFirst(again, run)
        this.requestDueReads()
      },
    })
  }

  private readFirst(again: boolean, run: Run): void {
    const now = this.deps.clock.monotonic()
    for (let next = this.nextDue(again, now); next; next = this.nextDue(again, now)) {
      this.planned.delete(next.paymentId)
      if (!this.deps.read(next.paymentId, run)) continue
      this.made += 1
      return
    }
  }
}
