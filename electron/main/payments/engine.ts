import type { ConnectionKind } from '../../../shared/connection'
import { type Result, success } from '../../../shared/ipc/result'
import type { GateView } from '../../../shared/ipc/till-state'
import { isOpen } from '../../../shared/payment/actions'
import type { PaymentEvent } from '../../../shared/payment/event'
import {
  isUnansweredTooLong,
  type OverdueFacts,
  sinceAcceptance,
} from '../../../shared/payment/overdue'
import { isPaidInCash, mayStillBePaid } from '../../../shared/payment/paid-in-cash'
import type { PromptFacts } from '../../../shared/payment/prompt'
import type { Sale } from '../../../shared/payment/sale'
import { meaningOf } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { Clock } from '../clock'
import type { Ledger } from '../ledger/ledger'
import type { Random } from '../random'
import {
  noSuchReference,
  type ServiceResponse as ServiceAnswer,
  type ServiceClient,
} from '../service'
import { createPaymentActions, type PaymentActions } from './actions'
import { type Charging, createCharging } from './charging'
import { createClockWatch } from './clocks/clock-watch'
import { createSaleAge } from './clocks/sale-age'
import { createServiceClock } from './clocks/service-clock'
import type { EngineSettings } from './engine-settings'
import { createStatusPoller } from './polling/status-poller'
import { createReceiptRecord, type ReceiptRecord } from './receipt-record'
import { createReferenceLookup, type ReferenceLookup } from './reference-lookup'
import type { GateStatus } from './request-gate/admission'
import { isServerError } from './request-gate/classify-response'
import { type ConnectionLights, createConnectionLights } from './request-gate/connection-lights'
import { createRequestGate } from './request-gate/request-gate'
import { createSendQueue } from './sending/send-queue'

interface EngineDeps {
  kind: ConnectionKind
  ledger: Ledger
  client: ServiceClient
  clock: Clock
  random: Random
  settings: () => EngineSettings
  /** Who stands at the till, for the record; null where it keeps no people. */
  person: () => Person | null
  /** The lights or the service's clock changed, or a sale became pending. */
  healthChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

/** The counter of one connection: its ledger, its queue and its polling, and what a cashier may do. */
export interface PaymentEngine extends PaymentActions, Charging, ReferenceLookup {
  kind: ConnectionKind
  ledger: Ledger
  receipts: ReceiptRecord
  lights: ConnectionLights['lights']
  gate(): GateView
  account(): string
  serviceClockOffset(): number
  /** The service's time, ms, or null while the service has not surely said it in this run. */
  serviceTime(): number | null
  /** How long this run has itself seen each open sale last, ms (decision 10). */
  seenOpen(): Readonly<Record<string, number>>
  /** Takes up everything that was open when the till last stopped. Call once, before selling. */
  start(): void
  /** Reads every sale that is open or unresolved and has a reference, once (money rule 8). */
  checkAll(): Promise<Result<{ read: number; unanswered: number }>>
  /** Reads once more what was settled in cash or charged again, and may have been paid too (money rule 9). */
  checkForPaidTwice(): Promise<void>
  /** The computer slept, or its clock was set: looks at everything that is open anew. */
  wake(): void
  /** Ends the calls under way, writes down what became of them, and starts nothing more. */
  stop(): Promise<void>
}

/** A payment that comes later than so many other sales is the reconciliation's to find. */
const lastInCash = 200
const lastChargedAgain = 200

/** Builds a counter from its parts; nothing runs before `start`. */
export function createPaymentEngine(deps: EngineDeps): PaymentEngine {
  const { kind, ledger, client, clock, random, settings, fault } = deps
  const fraction = random.fraction
  const standing = createConnectionLights(
    deps.healthChanged,
    () => gate.status().state === 'keys-rejected',
  )
  const saleAge = createSaleAge(clock)
  const serviceClock = createServiceClock({ clock, changed: deps.healthChanged })
  const gate = createRequestGate({
    clock,
    fraction,
    fault,
    probe: () => client.readMobilePayment(noSuchReference),
    answered(given, begun) {
      if (!isOnePaymentsTrouble(given)) standing.note(given)
      serviceClock.learn(serverDateOf(given), clock.monotonic() - begun)
    },
    changed() {
      poller.gateChanged()
      deps.healthChanged()
    },
    reopened() {
      sendQueue.reconsider()
      poller.wake()
    },
  })
  /** A 5xx that did not make the gate careful concerns one payment, and not the service's light. */
  const isOnePaymentsTrouble = (given: ServiceAnswer<unknown>) =>
    isServerError(given) && gate.status().state === 'open'
  const heartbeat = createClockWatch({
    clock,
    needed: () => sendQueue.isBusy() || poller.isBusy(),
    beat: saleAge.look,
    jumped: wake,
  })
  const account = () => settings().account
  const acceptanceFacts = (sale: Sale): OverdueFacts => ({
    serviceNow: serviceClock.known(),
    seen: saleAge.seen(sale),
    account: account(),
    assumedLifetime: settings().assumedLifetimeMs,
  })
  const busyChanged = heartbeat.refresh
  const shared = {
    ledger,
    client,
    gate,
    clock,
    fraction,
    account,
    serviceClock,
    assumedLifetime: () => settings().assumedLifetimeMs,
    fault,
    busyChanged,
  }
  const poller = createStatusPoller({
    ...shared,
    words: () => settings().words,
    sinceAcceptance: sale => sinceAcceptance(sale, acceptanceFacts(sale)),
    isUnansweredTooLong: sale => isUnansweredTooLong(sale, acceptanceFacts(sale)),
  })
  const sendQueue = createSendQueue({
    ...shared,
    saleAge,
    limits: channel => settings().limits(channel),
    accepted(sale) {
      // A create answer's own word is not believed, but it is a reason to ask at once (money rule 5).
      const isOver = meaningOf(sale.rawStatus ?? '', settings().words) !== 'pending'
      poller.watch(sale, isOver ? 'soon' : undefined)
      // How long it is seen begins to count: a window counts on from what it was told.
      deps.healthChanged()
    },
  })

  const actions = createPaymentActions({
    ...{ ledger, clock, saleAge, serviceClock, sendQueue, poller, account, asItStands },
    person: deps.person,
    limits: channel => settings().limits(channel),
    acceptanceFacts,
    promptFacts,
    words: () => settings().words,
  })

  const charging = createCharging({
    ledger,
    clock,
    random,
    settings,
    person: deps.person,
    promptFacts,
    checkNow: actions.checkNow,
    allows: actions.allows,
    recorded: sale => sendQueue.consider(sale.id),
    asItStands,
  })

  function promptFacts(sale: Sale): PromptFacts {
    const { promptLifetimeMs } = settings()
    const sinceLastAttempt = saleAge.sinceLastAttempt(sale)
    return { ...acceptanceFacts(sale), promptLifetime: promptLifetimeMs, sinceLastAttempt }
  }

  /** Time went on without the till, or somebody set the clock: nothing known a moment ago may hold. */
  function wake(): void {
    saleAge.look()
    sendQueue.reconsider()
    poller.wake()
    deps.healthChanged()
  }

  /**
   * The sale as it is by now, or as it was committed where it cannot be read again: the disk may have
   * failed since, but a press whose sale is safe is never answered as one that was not.
   */
  function asItStands(committed: Sale): Sale {
    try {
      return ledger.find(committed.id) ?? committed
    } catch (error) {
      fault(error)
      return committed
    }
  }

  /** Sales that were settled in cash or charged again: if they turn out paid, it is twice (money rule 9). */
  function settledOtherwise(): Sale[] {
    const inCash = ledger.recent(lastInCash).filter(isPaidInCash)
    return [...inCash, ...ledger.chargedAgain(lastChargedAgain)].filter(mayStillBePaid)
  }

  /** Sales that may yet turn out paid, though nothing asks about them by itself any more (money rules 8, 9). */
  const stillUnclear = () => [...ledger.unresolved(), ...settledOtherwise()]

  async function checkAll(): Promise<Result<{ read: number; unanswered: number }>> {
    const byId = new Map([...ledger.open(), ...stillUnclear()].map(sale => [sale.id, sale]))
    return success(await poller.readOnce([...byId.values()]))
  }

  return {
    kind,
    ledger,
    receipts: createReceiptRecord({ ledger, clock, person: deps.person }),
    lights: standing.lights,
    gate: () => gateView(gate.status(), clock),
    account,
    serviceClockOffset: serviceClock.offset,
    serviceTime: serviceClock.known,
    seenOpen() {
      return Object.fromEntries(ledger.openIds().map(id => [id, saleAge.seen({ id })]))
    },
    start() {
      for (const sale of ledger.open()) takeUp(sale)
      // What was settled while the till was off is found by itself, and not only at cash-up.
      poller.readOnce(stillUnclear()).catch(fault)
    },
    ...charging,
    ...actions,
    ...createReferenceLookup({ ...shared, words: () => settings().words }),
    checkAll,
    async checkForPaidTwice() {
      await poller.readOnce(settledOtherwise())
    },
    wake,
    async stop() {
      heartbeat.stop()
      gate.stop()
      const quiet = Promise.all([sendQueue.stop(), poller.stop()])
      await client.close()
      await quiet
    },
  }

  function takeUp(sale: Sale): void {
    if (!isOpen(sale)) return
    if (sale.phase === 'sending') ledger.append(sale.id, stoppedWhileSending(sale, clock.wall()))
    if (sale.phase === 'pending') poller.watch(sale, 'soon')
    else sendQueue.consider(sale.id)
  }
}

/** The till stopped between an attempt's start and its answer: it may have arrived (money rule 4). */
function stoppedWhileSending(sale: Sale, at: number): PaymentEvent {
  return {
    type: 'attempt-failed',
    at,
    attempt: sale.attempts,
    sent: 'maybe',
    reason: 'till-stopped',
    detail: '',
  }
}

function serverDateOf(given: ServiceAnswer<unknown>): number | null {
  return 'serverDate' in given ? given.serverDate : null
}

function gateView({ state, until }: GateStatus, clock: Clock): GateView {
  // The gate counts by the clock that nobody can set; people read the other one.
  const wall = until === null ? null : Math.ceil(clock.wall() + until - clock.monotonic())
  return { state, until: wall }
}
