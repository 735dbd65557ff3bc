import { isOfOtherAccount } from '../../../../shared/payment/account'
import { isUnclear } from '../../../../shared/payment/actions'
import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../platform/clock'
import type { ServiceResponse, StatusRead } from '../../service'
import type { ElapsedTime } from '../clocks/elapsed-time'
import type { ServiceClock } from '../clocks/service-clock'
import { isStalled } from '../request-gate/admission'
import { classifyResponse } from '../request-gate/classify-response'
import type { RequestGate, Run } from '../request-gate/request-gate'
import { type AskedRead, createAskedReads } from './asked-reads'
import { nextPoll } from './polling-plan'
import { createReadPasses, type PassResult } from './read-passes'
import { createReadPlan } from './read-plan'
import { createStatusReader, type StatusReaderDeps } from './status-reader'
import { createWatchedSales, type ReadProgress } from './watched-sales'

/** `soon`: at once, as after a start. `first`: also before other sales, because there is news of this one. */
type Haste = 'soon' | 'first'

/** Reads the status of accepted payments until there is a result: the polling (§4.2, §4.4). */
export interface StatusPoller {
  /** Follows a pending sale. Where `haste` is given and a read is under way, which may say too little, one more follows. */
  watch(sale: Sale, haste?: Haste): void
  /** Reads now because a person asked; joins a read that is under way. Any time, for ever. */
  checkNow(saleId: string): Promise<AskedRead>
  /** Reads these sales once, behind everything else, and says how many were answered. */
  readOnce(sales: readonly Sale[]): Promise<PassResult>
  /** All that is watched is due now: the till slept, its clock jumped, or the service is back. */
  wake(): void
  /** The gate's status changed. */
  gateChanged(): void
  isBusy(): boolean
  /** Starts nothing more and waits for what is on the wire. */
  stop(): Promise<void>
}

interface StatusPollerDeps extends StatusReaderDeps {
  elapsed: Pick<ElapsedTime, 'sinceAcceptance' | 'isUnansweredTooLong' | 'stopwatch'>
  gate: Pick<RequestGate, 'join' | 'status'>
  clock: Clock
  fraction: () => number
  account: () => string
  serviceClock: ServiceClock
  /** Something started or stopped being watched. */
  busyChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

type ReadResponse = ServiceResponse<StatusRead>
type ReadBy = 'poller' | 'person'

/** A read that is made only once, and never left the till, is tried again after this, ms. */
const onceAgainMs = 10_000

/** How much earlier than now such a read is due, ms: it goes before those that have been due for less than this. */
const headStart: Record<Haste, number> = { soon: 0, first: 5_000 }

/** Watches nothing yet. */
export function createStatusPoller(deps: StatusPollerDeps): StatusPoller {
  const { ledger, clock, gate, elapsed } = deps
  const inFlight = new Map<string, Promise<ReadResponse>>()
  /** Sales to read once more, at once, when the read under way has its answer. */
  const readAgain = new Set<string>()
  const watched = createWatchedSales(clock)
  const planned = createReadPlan({ clock, gate, read: readDue })
  const passes = createReadPasses()
  const reader = createStatusReader(deps)
  const asked = createAskedReads({
    clock,
    gate,
    inFlight: saleId => inFlight.get(saleId),
    read: readAsked,
  })
  let stopped = false

  const isPolled = (sale: Sale) => isPolledUntil(sale, deps.serviceClock.now())
  const mayRead = (sale: Sale | null) =>
    sale?.reference != null && !isOfOtherAccount(sale, deps.account())

  function watch(sale: Sale, haste?: Haste): void {
    if (stopped) return
    if (isPolled(sale) && mayRead(sale)) plan(sale, haste)
    else if (passes.left().has(sale.id)) planned.set(sale.id, clock.monotonic() + onceAgainMs, true)
    else {
      // With a result nothing is read automatically any more (§4.4).
      watched.forget(sale.id)
      planned.drop(sale.id)
    }
    deps.busyChanged()
  }

  function plan(sale: Sale, haste?: Haste): void {
    if (haste && inFlight.has(sale.id)) return void readAgain.add(sale.id)
    const progress = watched.watch(sale)
    const delay = haste ? -headStart[haste] : delayOf(sale, progress, deps)
    const at = Math.max(clock.monotonic() + delay, progress.notBefore)
    planned.set(sale.id, at, progress.failed)
  }

  /** Makes a planned read that the gate admitted; false when there is nothing to read. */
  function readDue(saleId: string, run: Run): boolean {
    try {
      const sale = ledger.find(saleId)
      if (stopped || !sale || !mayRead(sale) || inFlight.has(saleId)) return false
      read(sale, 'poller', run).catch(deps.fault)
      return true
    } catch (error) {
      deps.fault(error)
      return false
    }
  }

  async function readAsked(saleId: string, run: Run): Promise<ReadResponse> {
    const sale = ledger.find(saleId)
    if (!sale?.reference) throw new Error(`Sale ${saleId} has no reference to read`)
    return read(sale, 'person', run)
  }

  /** One read of a sale at a time. */
  function read(sale: Sale, by: ReadBy, run: Run): Promise<ReadResponse> {
    planned.drop(sale.id)
    const reading = readNow(sale, by, run).finally(() => continueWatching(sale.id))
    inFlight.set(sale.id, reading)
    return reading
  }

  async function readNow(sale: Sale, by: ReadBy, run: Run): Promise<ReadResponse> {
    const begun = clock.monotonic()
    const sinceBegun = elapsed.stopwatch()
    const answer = await run(() => reader.read(sale), sale.id)
    const took = sinceBegun()
    watched.answered(sale.id, answer)
    const watchedSince = watched.since(sale.id)
    const isUnansweredTooLong = elapsed.isUnansweredTooLong(sale)
    reader.settle(sale.id, answer, { by, begun, took, watchedSince, isUnansweredTooLong })
    passes.ended(sale.id, {
      sent: wasSent(answer),
      answered: classifyResponse(answer) === 'answered',
    })
    asked.answered(sale.id, answer)
    return answer
  }

  function continueWatching(saleId: string): void {
    inFlight.delete(saleId)
    const haste = readAgain.delete(saleId) ? 'first' : undefined
    const sale = stopped ? null : ledger.find(saleId)
    if (sale) watch(sale, haste)
  }

  function readOnce(sales: readonly Sale[]): Promise<PassResult> {
    const ids = sales.filter(mayRead).map(({ id }) => id)
    const pass = passes.begin(ids)
    for (const id of ids) if (!planned.has(id)) planned.set(id, clock.monotonic(), false)
    planned.hasten(ids)
    giveUpIfStalled()
    return pass
  }

  function giveUpIfStalled(): void {
    if (isStalled(gate.status(), clock.monotonic())) passes.giveUp()
  }

  return {
    watch,
    checkNow: asked.checkNow,
    readOnce,
    // Reads that were due before keep their place: however often the till wakes, none is left out for ever.
    wake: () => planned.hasten([...watched.newestFirst(), ...passes.left()]),
    gateChanged: giveUpIfStalled,
    isBusy: () => inFlight.size > 0 || planned.size() > 0,
    async stop() {
      stopped = true
      planned.stop()
      passes.giveUp()
      await Promise.allSettled([...inFlight.values(), asked.idle()])
    },
  }
}

/**
 * What is pending, and what answered in words that say no one thing: a manager knows of it, and a later answer may be
 * clear while the payment can still be paid.
 */
function isPolledUntil(sale: Sale, serviceNow: number): boolean {
  if (sale.phase === 'pending') return true
  const isDoubtful = isUnclear(sale) && sale.doubt !== null && sale.resolution === null
  return isDoubtful && serviceNow < (sale.expiresAt ?? 0)
}

function delayOf(
  sale: Sale,
  { reads, faults }: ReadProgress,
  { serviceClock, elapsed, fraction }: StatusPollerDeps,
): number {
  return nextPoll({
    reads,
    faults,
    age: elapsed.sinceAcceptance(sale),
    fraction: fraction(),
    untilExpiry: (sale.expiresAt ?? 0) - serviceClock.now(),
  })
}

/** False when the request never left the till: that read was not made. */
function wasSent(answer: ReadResponse): boolean {
  return answer.class !== 'unreachable' || answer.sent === 'maybe'
}
