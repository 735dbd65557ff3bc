import type { ConnectionKind } from '../../../shared/connection'
import type { GateView } from '../../../shared/ipc/till-state'
import type { Sale } from '../../../shared/payment/sale'
import { meaningOf } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { ServiceClient } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import { createAccountGate } from './account-gate'
import { AcrossTills, type AskedPresses, type OnePresses } from './across-tills'
import { createPaymentActions, type PaymentActions } from './actions'
import { type CashTaking, createCashTaking } from './cash-taking'
import { createCharging } from './charging'
import { createClockWatch } from './clocks/clock-watch'
import { createElapsedTime } from './clocks/elapsed-time'
import type { EngineSettings } from './engine-settings'
import { createOpenSales, type OpenSales } from './open-sales'
import type { OtherTills } from './other-tills'
import { createStatusPoller } from './polling/status-poller'
import { createReceiptRecord, type ReceiptRecord } from './receipt-record'
import { createReconciliation, type Reconciliation } from './reconciliation'
import { createReferenceLookup, type ReferenceLookup } from './reference-lookup'
import type { ConnectionLights } from './request-gate/connection-lights'
import { createSendQueue } from './sending/send-queue'

interface EngineDeps {
  kind: ConnectionKind
  ledger: Ledger
  client: ServiceClient
  clock: Clock
  random: Random
  settings: () => EngineSettings
  /** Null for a till that can be in no shop of many tills: its presses are answered at once. */
  others: OtherTills | null
  /** Who is signed in, for the record; null on a till without staff. */
  person: () => Person | null
  /** The lights or the service's clock changed, or a sale became pending. */
  healthChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

/** The payments of one connection: its ledger, its queue and its polling, and what a cashier may do. */
export interface PaymentEngine
  extends Omit<PaymentActions, keyof OnePresses>,
    AskedPresses,
    ReferenceLookup,
    Reconciliation,
    CashTaking,
    Omit<OpenSales, 'takeUp'> {
  kind: ConnectionKind
  ledger: Ledger
  receipts: ReceiptRecord
  lights: ConnectionLights['lights']
  gate(): GateView
  account(): string
  serviceClockOffset(): number
  /** The service's time, ms, or null while the service has not surely said it in this run. */
  serviceTime(): number | null
  /** Takes up everything that was open when the till last stopped. Call once, before selling. */
  start(): void
  /** The computer slept, or its clock was set: everything that is open is considered again. */
  wake(): void
  /** Ends the calls in flight, writes down their results, and starts nothing more. */
  stop(): Promise<void>
}

/** An engine that asks no other till. */
export type OneTillEngine = Omit<PaymentEngine, keyof OnePresses> & OnePresses

/** Builds an engine from its parts; nothing runs before `start`. */
export function createPaymentEngine(deps: EngineDeps & { others: null }): OneTillEngine
export function createPaymentEngine(deps: EngineDeps): PaymentEngine
export function createPaymentEngine(deps: EngineDeps): PaymentEngine {
  const { kind, ledger, client, clock, random, settings, person, fault, healthChanged, others } =
    deps
  const { fraction } = random
  const account = () => settings().account
  const words = () => settings().words
  const assumedLifetime = () => settings().assumedLifetimeMs
  const accountGate = createAccountGate({
    client,
    clock,
    fraction,
    tills: () => others?.sharers() ?? 1,
    healthChanged,
    gateChanged: () => poller.gateChanged(),
    reopened() {
      sendQueue.reconsider()
      poller.wake()
    },
    fault,
  })
  const { gate, serviceClock } = accountGate
  const elapsed = createElapsedTime({ clock, serviceClock, account, lifetimes: settings })
  const clockWatch = createClockWatch({
    clock,
    needed: () => sendQueue.isBusy() || poller.isBusy(),
    beat: elapsed.refresh,
    jumped: wake,
  })
  const busyChanged = clockWatch.refresh
  const shared = {
    ledger,
    client,
    gate,
    clock,
    fraction,
    account,
    words,
    serviceClock,
    elapsed,
    assumedLifetime,
    person,
    reread: rereading(ledger, fault),
    fault,
    busyChanged,
  }
  const limits: EngineSettings['limits'] = channel => settings().limits(channel)
  const poller = createStatusPoller(shared)
  const sendQueue = createSendQueue({ ...shared, limits, accepted })
  const actions = createPaymentActions({ ...shared, limits, sendQueue, poller })
  const charging = createCharging({
    ledger,
    clock,
    random,
    settings,
    person,
    promptFacts: elapsed.promptFacts,
    checkNow: actions.checkNow,
    allows: actions.allows,
    recorded: sale => sendQueue.consider(sale.id),
    reread: shared.reread,
  })
  const one = { ...charging, ...actions }
  const { allows } = actions
  const asked = others
    ? new AcrossTills({ others, one, allows, ledger, settings, person, fault })
    : one
  const { takeUp, ...openSales } = createOpenSales({ ...shared, sendQueue, poller })
  const reconciliation = createReconciliation({ ledger, poller })

  function accepted(sale: Sale): void {
    // The status in the answer to a create is not believed, but it is a reason to ask at once (money rule 5).
    const isOver = meaningOf(sale.rawStatus ?? '', words()) !== 'pending'
    poller.watch(sale, isOver ? 'first' : undefined)
    // Windows count how long it is pending, starting from the value they get here.
    healthChanged()
  }

  /** Time passed while the till slept, or the clock was set: what was known a moment ago may be wrong. */
  function wake(): void {
    elapsed.refresh()
    sendQueue.reconsider()
    poller.wake()
    healthChanged()
  }

  return {
    kind,
    ledger,
    receipts: createReceiptRecord({ ledger, clock, person }),
    lights: accountGate.lights,
    gate: accountGate.view,
    account,
    serviceClockOffset: serviceClock.offset,
    serviceTime: serviceClock.known,
    start() {
      takeUp()
      // What was settled while the till was off is found at the start, and not only at cash-up.
      reconciliation.checkClosed().catch(fault)
    },
    ...one,
    ...pressesOf(asked),
    ...createCashTaking({ ledger, clock, random, settings, person }),
    ...createReferenceLookup(shared),
    ...reconciliation,
    ...openSales,
    wake,
    async stop() {
      clockWatch.stop()
      gate.stop()
      const quiet = Promise.all([sendQueue.stop(), poller.stop()])
      await client.close()
      await quiet
    },
  }
}

/**
 * Reads a sale as it is now, or gives it as it was committed when it cannot be read again: the disk may
 * have failed since, but a press whose sale is safe must never be answered as one that failed.
 */
function rereading(ledger: Pick<Ledger, 'find'>, fault: (error: unknown) => void) {
  return (committed: Sale): Sale => {
    try {
      return ledger.find(committed.id) ?? committed
    } catch (error) {
      fault(error)
      return committed
    }
  }
}

/** As own properties, which a class's methods are not. */
function pressesOf(asked: AskedPresses): AskedPresses {
  return {
    request: (draft, by) => asked.request(draft, by),
    requestAfterPrompt: (draft, by) => asked.requestAfterPrompt(draft, by),
    sendAgain: (saleId, draftId, by) => asked.sendAgain(saleId, draftId, by),
    sendNow: (saleId, by) => asked.sendNow(saleId, by),
    tryAgain: (saleId, who, by) => asked.tryAgain(saleId, who, by),
    handOver: (saleId, by) => asked.handOver(saleId, by),
  }
}
