import { isOfOtherAccount } from '../../../../shared/payment/account'
import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../clock'
import type { ServiceResponse, StatusRead } from '../../service'
import type { ServiceClock } from '../clocks/service-clock'
import { isStalled } from '../request-gate/admission'
import { classifyResponse, isServerError } from '../request-gate/classify-response'
import type { Rejected, RequestGate, Run } from '../request-gate/request-gate'
import { nextPoll } from './polling-plan'
import { createReadLanes } from './read-lanes'
import { createReadPasses, type PassResult } from './read-passes'
import { createStatusReader, isAnswered, type StatusReaderDeps } from './status-reader'

/** What came of a read that a person asked for. */
export type AskedRead = ServiceResponse<StatusRead> | { class: 'turned-away'; why: Rejected }

/** Reads the status of accepted payments until there is a result: the polling (§4.2, §4.4). */
export interface StatusPoller {
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

interface StatusPollerDeps extends StatusReaderDeps {
  /** As `overdue.ts` judges it. */
  isUnansweredTooLong: (sale: Sale) => boolean
  gate: Pick<RequestGate, 'join' | 'status'>
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

/** A poller that follows nothing yet. */
export function createStatusPoller(deps: StatusPollerDeps): StatusPoller {
  const { ledger, clock, gate, serviceClock } = deps
  const memories = new Map<string, Memory>()
  const onTheWire = new Map<string, Promise<ServiceResponse<StatusRead>>>()
  const asked = new Map<string, Promise<AskedRead>>()
  const lanes = createReadLanes({ clock, gate, read: readDue })
  const passes = createReadPasses()
  const readings = createStatusReader(deps)
  /** The last answer of each sale that was read a moment ago, and when (monotonic ms). */
  const justRead = new Map<string, { at: number; answer: ServiceResponse<StatusRead> }>()
  /** Read once only, and not answered yet. */
  const once = new Set<string>()
  let stopped = false

  const mayRead = (sale: Sale | null) =>
    sale?.reference != null && !isOfOtherAccount(sale, deps.account())

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
    deps.busyChanged()
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
    const age = deps.sinceAcceptance(sale)
    const facts = { reads, faults, age, fraction: deps.fraction(), untilExpiry, retryAfter: 0 }
    const delay = when === 'soon' ? 0 : nextPoll(facts)
    lanes.plan(sale.id, clock.monotonic() + delay, failed)
  }

  /** A read of the till's own, whose turn has come; false when there is nothing to read. */
  function readDue(saleId: string, run: Run): boolean {
    try {
      const sale = ledger.find(saleId)
      if (stopped || !sale || !mayRead(sale) || onTheWire.has(saleId)) return false
      read(sale, 'poller', run).catch(deps.fault)
      return true
    } catch (error) {
      deps.fault(error)
      return false
    }
  }

  /** One read of a sale at a time; whoever asks meanwhile gets the same answer. */
  function read(
    sale: Sale,
    by: 'poller' | 'person',
    run: Run,
  ): Promise<ServiceResponse<StatusRead>> {
    lanes.drop(sale.id)
    const reading = readNow(sale, by, run).finally(() => goOn(sale.id))
    onTheWire.set(sale.id, reading)
    return reading
  }

  async function readNow(
    sale: Sale,
    by: 'poller' | 'person',
    run: Run,
  ): Promise<ServiceResponse<StatusRead>> {
    const begun = clock.monotonic()
    const begunWall = clock.wall()
    const answer = await run(() => readings.read(sale), sale.id)
    const took = Math.max(clock.monotonic() - begun, clock.wall() - begunWall)
    remember(sale.id, answer)
    const watchedSince = memories.get(sale.id)?.since
    const isUnansweredTooLong = deps.isUnansweredTooLong(sale)
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

  function remember(saleId: string, answer: ServiceResponse<StatusRead>): void {
    if (reached(answer)) once.delete(saleId)
    const memory = memories.get(saleId)
    if (!memory) return
    memory.reads += 1
    memory.failed = !isAnswered(answer)
    if (!memory.failed) memory.faults = 0
    else if (isItsOwnFault(answer)) memory.faults += 1
  }

  function keepForAMoment(saleId: string, answer: ServiceResponse<StatusRead>): void {
    const now = clock.monotonic()
    for (const [id, { at }] of justRead) if (now - at >= askedAgainAfter) justRead.delete(id)
    justRead.set(saleId, { at: now, answer })
  }

  function justAnswered(saleId: string): ServiceResponse<StatusRead> | null {
    const read = justRead.get(saleId)
    return read && clock.monotonic() - read.at < askedAgainAfter ? read.answer : null
  }

  function ask(saleId: string): Promise<AskedRead> {
    return new Promise((resolve, reject) => {
      const begin = (run: Run) => {
        // Its turn may have come as the till's own read while the person waited.
        const reading = onTheWire.get(saleId) ?? readAsked(saleId, run)
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

  async function readAsked(saleId: string, run: Run): Promise<ServiceResponse<StatusRead>> {
    const sale = ledger.find(saleId)
    if (!sale?.reference) throw new Error(`Sale ${saleId} has no reference to read`)
    return read(sale, 'person', run)
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
      if (isStalled(gate.status(), now)) passes.giveUp()
      return begun
    },
    wake() {
      // The last accepted first: that customer stands at the engine. Those that were due before keep
      // their place, so that however often the till wakes, none is passed over for ever.
      const newestFirst = [...memories].sort(
        ([, one], [, other]) => other.acceptedAt - one.acceptedAt,
      )
      lanes.hasten([...newestFirst.map(([saleId]) => saleId), ...once])
    },
    gateChanged() {
      if (isStalled(gate.status(), clock.monotonic())) passes.giveUp()
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
function reached(answer: ServiceResponse<StatusRead>): boolean {
  return answer.class !== 'unreachable' || answer.sent === 'maybe'
}

/** The service was there and could not answer about this payment. Any other failure holds up all alike. */
function isItsOwnFault(answer: ServiceResponse<StatusRead>): boolean {
  return isServerError(answer) || classifyResponse(answer) === 'believable'
}
