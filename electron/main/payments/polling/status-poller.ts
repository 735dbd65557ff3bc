import { isOfOtherAccount } from '../../../../shared/payment/account'
import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../clock'
import type { Answer, StatusRead } from '../../service'
import type { ServiceClock } from '../clocks/service-clock'
import { isStalled } from '../request-gate/admission'
import { isServerError, verdictOf } from '../request-gate/classify-response'
import type { CallGate, Carry, TurnedAway } from '../request-gate/request-gate'
import { nextPoll } from './polling-plan'
import { createReadLanes } from './read-lanes'
import { createReadPasses, type PassResult } from './read-passes'
import { createStatusReadings, isAnswered, type StatusReadingsNeeds } from './status-reader'

/** What came of a read that a person asked for. */
export type AskedRead = Answer<StatusRead> | { class: 'turned-away'; why: TurnedAway }

/** Reads the status of accepted payments until there is a result: the polling (§4.2, §4.4). */
export interface Watcher {
  /** Follows a pending sale; `soon` reads it at once, as after a start. */
  watch(sale: Sale, when?: 'soon'): void
  /** Reads now because a person asked; joins a read that is under way. Any time, for ever. */
  checkNow(saleId: string): Promise<AskedRead>
  /** Reads these sales once, behind everything else, and says how many were answered. */
  readOnce(sales: readonly Sale[]): Promise<PassResult>
  /** All that is watched is due now: the till slept, its clock jumped, or the service is back. */
  wake(): void
  /** How the gate stands has changed. */
  gateChanged(): void
  isBusy(): boolean
  /** Starts nothing more and waits for what is on the wire. */
  stop(): Promise<void>
}

interface WatcherNeeds extends StatusReadingsNeeds {
  /** As `overdue.ts` judges it. */
  isUnansweredTooLong: (sale: Sale) => boolean
  gate: Pick<CallGate, 'join' | 'stand'>
  clock: Clock
  fraction: () => number
  account: () => string
  serviceClock: ServiceClock
  /** Something began or ceased to be watched. */
  busyChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

interface Memory {
  reads: number
  acceptedAt: number
  /** Monotonic ms: since when this run watches it. */
  since: number
  /** The last read was not answered: the next one repeats it. */
  failed: boolean
  /** Reads that failed for this payment alone since the last answer. */
  faults: number
}

/** A person who asks again sooner than this after an answer is shown that answer, ms (DESIGN §5). */
const askedAgainAfter = 2_000

/** A read that is made only once, and never left the till, is tried again after this, ms. */
const onceAgain = 10_000

/** A watcher that follows nothing yet. */
export function createWatcher(needs: WatcherNeeds): Watcher {
  const { ledger, clock, gate, serviceClock } = needs
  const memories = new Map<string, Memory>()
  const onTheWire = new Map<string, Promise<Answer<StatusRead>>>()
  const asked = new Map<string, Promise<AskedRead>>()
  const lanes = createReadLanes({ clock, gate, read: readDue })
  const passes = createReadPasses()
  const readings = createStatusReadings(needs)
  /** The last answer of each sale that was read a moment ago, and when (monotonic ms). */
  const justRead = new Map<string, { at: number; answer: Answer<StatusRead> }>()
  /** Read once only, and not answered yet. */
  const once = new Set<string>()
  let stopped = false

  const mayRead = (sale: Sale | null) =>
    sale?.reference != null && !isOfOtherAccount(sale, needs.account())

  /** With its timer: nothing is read alone any more once there is a result (§4.4). */
  function forget(saleId: string): void {
    memories.delete(saleId)
    lanes.drop(saleId)
  }

  function watch(sale: Sale, when?: 'soon'): void {
    if (stopped) return
    if (sale.phase === 'pending' && mayRead(sale)) plan(sale, when)
    else if (once.has(sale.id)) lanes.plan(sale.id, clock.monotonic() + onceAgain, true)
    else forget(sale.id)
    needs.busyChanged()
  }

  function plan(sale: Sale, when?: 'soon'): void {
    const since = clock.monotonic()
    const acceptedAt = sale.acceptedAt ?? 0
    const fresh = { reads: 0, acceptedAt, since, failed: false, faults: 0 }
    const memory = memories.get(sale.id) ?? fresh
    memories.set(sale.id, memory)
    const untilExpiry = (sale.expiresAt ?? 0) - serviceClock.now()
    // What the service asks to wait is the gate's to keep, for all calls alike.
    const { reads, faults, failed } = memory
    const age = needs.sinceAcceptance(sale)
    const facts = { reads, faults, age, fraction: needs.fraction(), untilExpiry, retryAfter: 0 }
    const delay = when === 'soon' ? 0 : nextPoll(facts)
    lanes.plan(sale.id, clock.monotonic() + delay, failed)
  }

  /** A read of the till's own, whose turn has come; false when there is nothing to read. */
  function readDue(saleId: string, carry: Carry): boolean {
    try {
      const sale = ledger.find(saleId)
      if (stopped || !sale || !mayRead(sale) || onTheWire.has(saleId)) return false
      read(sale, 'watcher', carry).catch(needs.fault)
      return true
    } catch (error) {
      needs.fault(error)
      return false
    }
  }

  /** One read of a sale at a time; whoever asks meanwhile gets the same answer. */
  function read(sale: Sale, by: 'watcher' | 'person', carry: Carry): Promise<Answer<StatusRead>> {
    lanes.drop(sale.id)
    const reading = readNow(sale, by, carry).finally(() => goOn(sale.id))
    onTheWire.set(sale.id, reading)
    return reading
  }

  async function readNow(
    sale: Sale,
    by: 'watcher' | 'person',
    carry: Carry,
  ): Promise<Answer<StatusRead>> {
    const begun = clock.monotonic()
    const begunWall = clock.wall()
    const answer = await carry(() => readings.read(sale), sale.id)
    const took = Math.max(clock.monotonic() - begun, clock.wall() - begunWall)
    remember(sale.id, answer)
    const watchedSince = memories.get(sale.id)?.since
    const isUnansweredTooLong = needs.isUnansweredTooLong(sale)
    readings.settle(sale.id, answer, { by, begun, took, watchedSince, isUnansweredTooLong })
    passes.ended(sale.id, isAnswered(answer))
    keepForAMoment(sale.id, answer)
    return answer
  }

  function goOn(saleId: string): void {
    onTheWire.delete(saleId)
    const sale = stopped ? null : ledger.find(saleId)
    if (sale) watch(sale)
  }

  function remember(saleId: string, answer: Answer<StatusRead>): void {
    if (reached(answer)) once.delete(saleId)
    const memory = memories.get(saleId)
    if (!memory) return
    memory.reads += 1
    memory.failed = !isAnswered(answer)
    if (!memory.failed) memory.faults = 0
    else if (isItsOwnFault(answer)) memory.faults += 1
  }

  function keepForAMoment(saleId: string, answer: Answer<StatusRead>): void {
    const now = clock.monotonic()
    for (const [id, { at }] of justRead) if (now - at >= askedAgainAfter) justRead.delete(id)
    justRead.set(saleId, { at: now, answer })
  }

  function justAnswered(saleId: string): Answer<StatusRead> | null {
    const read = justRead.get(saleId)
    return read && clock.monotonic() - read.at < askedAgainAfter ? read.answer : null
  }

  function ask(saleId: string): Promise<AskedRead> {
    return new Promise((resolve, reject) => {
      const begin = (carry: Carry) => {
        // Its turn may have come as the till's own read while the person waited.
        const reading = onTheWire.get(saleId) ?? readAsked(saleId, carry)
        reading.then(resolve, reject)
      }
      gate.join({
        ...{ key: `asked ${saleId}`, priority: 'asked-read', atOnce: true },
        since: clock.monotonic(),
        begin,
        turnedAway: why => resolve({ class: 'turned-away', why }),
      })
    })
  }

  async function readAsked(saleId: string, carry: Carry): Promise<Answer<StatusRead>> {
    const sale = ledger.find(saleId)
    if (!sale?.reference) throw new Error(`Sale ${saleId} has no reference to read`)
    return read(sale, 'person', carry)
  }

  return {
    watch,
    checkNow(saleId) {
      const underWay = onTheWire.get(saleId) ?? asked.get(saleId)
      if (underWay) return underWay
      const answered = justAnswered(saleId)
      if (answered) return Promise.resolve(answered)
      const asking = ask(saleId).finally(() => asked.delete(saleId))
      asked.set(saleId, asking)
      return asking
    },
    readOnce(sales) {
      const readable = sales.filter(mayRead)
      const begun = passes.begin(readable.map(({ id }) => id))
      const now = clock.monotonic()
      for (const { id } of readable) {
        once.add(id)
        if (!lanes.has(id)) lanes.plan(id, now, false)
      }
      lanes.hasten(readable.map(({ id }) => id))
      if (isStalled(gate.stand(), now)) passes.giveUp()
      return begun
    },
    wake() {
      // The last accepted first: that customer stands at the counter. Those that were due before keep
      // their place, so that however often the till wakes, none is passed over for ever.
      const newestFirst = [...memories].sort(
        ([, one], [, other]) => other.acceptedAt - one.acceptedAt,
      )
      lanes.hasten([...newestFirst.map(([saleId]) => saleId), ...once])
    },
    gateChanged() {
      if (isStalled(gate.stand(), clock.monotonic())) passes.giveUp()
    },
    isBusy: () => onTheWire.size > 0 || lanes.size() > 0,
    async stop() {
      stopped = true
      lanes.stop()
      passes.giveUp()
      await Promise.allSettled([...onTheWire.values(), ...asked.values()])
    },
  }
}

/** False when nobody was there to be asked: that read has not been made at all. */
function reached(answer: Answer<StatusRead>): boolean {
  return answer.class !== 'unreachable' || answer.sent === 'maybe'
}

/** The service was there and could not answer about this payment. Any other failure holds up all alike. */
function isItsOwnFault(answer: Answer<StatusRead>): boolean {
  return isServerError(answer) || verdictOf(answer) === 'believable'
}
