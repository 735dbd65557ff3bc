import type { ConnectionKind } from '../../../shared/connection'
import { type Answer, answer, failure } from '../../../shared/ipc/answer'
import type { GateView } from '../../../shared/ipc/till-state'
import { isOpen } from '../../../shared/payment/actions'
import type { Draft } from '../../../shared/payment/draft'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { FreshnessLimits } from '../../../shared/payment/freshness'
import { isLivePush } from '../../../shared/payment/live-push'
import { mayBePaidTwice } from '../../../shared/payment/paid-in-cash'
import type { Channel, Sale } from '../../../shared/payment/sale'
import type { StatusWords } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import { readPhoneNumber } from '../../../shared/phone'
import type { QueueLimits } from '../../../shared/settings'
import type { Clock } from '../clock'
import type { Random } from '../random'
import type { Answer as ServiceAnswer, ServiceClient } from '../service'
import { createCallGate } from './call-gate'
import type { GateStand } from './call-gate-admission'
import { type CashierActions, createCashierActions } from './cashier-actions'
import { createHeartbeat } from './heartbeat'
import type { Ledger } from './ledger'
import { prepareSale } from './preparation'
import { queueHasRoom } from './queue-limits'
import { createReceiptRecord, type ReceiptRecord } from './receipt-record'
import { createSaleAge } from './sale-age'
import { createSender } from './sender'
import { createServiceClock } from './service-clock'
import { createStanding, type Standing } from './standing'
import { createWatcher } from './watcher'
import { webhookFault } from './webhook-fault'

/** What of the settings the counter follows; asked at each use, so that a change holds from then on. */
export interface CounterSettings {
  currency: string
  country: string
  /** This till's own id, for the merchant's server. */
  tillId: string
  /** '' when there is none. */
  webhookAddress: string
  /** The merchant account behind the keys in use. */
  account: string
  limits: (channel: Channel) => FreshnessLimits
  queue: QueueLimits
  assumedLifetimeMs: number
  words: StatusWords
}

interface CounterNeeds {
  kind: ConnectionKind
  ledger: Ledger
  client: ServiceClient
  clock: Clock
  random: Random
  settings: () => CounterSettings
  /** Who stands at the till, for the record; null where it keeps no people. */
  person: () => Person | null
  /** The lights or the service's clock changed, or a sale became pending. */
  healthChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

/** The counter of one connection: its ledger, its queue and its polling, and what a cashier may do. */
export interface Counter extends CashierActions {
  kind: ConnectionKind
  ledger: Ledger
  receipts: ReceiptRecord
  lights: Standing['lights']
  gate(): GateView
  account(): string
  serviceClockOffset(): number
  /** The service's time, ms, or null while the service has not surely said it in this run. */
  serviceTime(): number | null
  /** How long this run has itself seen each open sale last, ms (decision 10). */
  seenOpen(): Readonly<Record<string, number>>
  /** Takes up everything that was open when the till last stopped. Call once, before selling. */
  start(): void
  /** Records a sale and starts sending it; a second press with the same draft answers the first. */
  request(draft: Draft): Answer<Sale>
  /** Reads every sale that is open or unresolved and has a reference, once (money rule 8). */
  checkAll(): Promise<Answer<{ read: number; unanswered: number }>>
  /** The computer slept, or its clock was set: looks at everything that is open anew. */
  wake(): void
  /** Ends the calls under way, writes down what became of them, and starts nothing more. */
  stop(): Promise<void>
}

/** One that was stopped while it may be live lets no other push follow: it is among the last. */
const lastOfPhone = 50

/** A payment that comes later than so many other sales is the reconciliation's to find. */
const lastInCash = 200

/** Builds a counter from its parts; nothing runs before `start`. */
export function createCounter(needs: CounterNeeds): Counter {
  const { kind, ledger, client, clock, random, settings, fault } = needs
  const fraction = random.fraction
  const standing = createStanding(needs.healthChanged)
  const saleAge = createSaleAge(clock)
  const serviceClock = createServiceClock({ clock, changed: needs.healthChanged })
  const gate = createCallGate({
    clock,
    fraction,
    answered(given, begun) {
      standing.note(given)
      serviceClock.learn(serverDateOf(given), clock.monotonic() - begun)
    },
    changed() {
      watcher.gateChanged()
      needs.healthChanged()
    },
    reopened: () => watcher.wake(),
  })
  const heartbeat = createHeartbeat({
    clock,
    needed: () => sender.isBusy() || watcher.isBusy(),
    beat: saleAge.look,
    jumped: wake,
  })
  const account = () => settings().account
  const busyChanged = heartbeat.look
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
  const watcher = createWatcher({ ...shared, words: () => settings().words })
  const sender = createSender({
    ...shared,
    saleAge,
    limits: channel => settings().limits(channel),
    accepted(sale) {
      watcher.watch(sale)
      // How long it is seen begins to count: a window counts on from what it was told.
      needs.healthChanged()
    },
  })

  const actions = createCashierActions({
    ...{ ledger, clock, saleAge, serviceClock, sender, watcher, account, asItStands },
    person: needs.person,
    limits: channel => settings().limits(channel),
    assumedLifetime: () => settings().assumedLifetimeMs,
  })

  /** Time went on without the till, or somebody set the clock: nothing known a moment ago may hold. */
  function wake(): void {
    saleAge.look()
    sender.reconsider()
    watcher.wake()
    needs.healthChanged()
  }

  function request(draft: Draft): Answer<Sale> {
    const first = ledger.findByDraft(draft.draftId)
    if (first) return answer(first)
    const { currency, country, tillId, webhookAddress, queue } = settings()
    const phone = readPhoneNumber(draft.phone, country)
    if (!phone) return failure('phone-number-unreadable', 'The phone number could not be read')
    const fault = webhookFault(draft.channel, webhookAddress)
    if (fault) return fault
    if (draft.channel === 'mobile' && hasLivePush(phone.msisdn))
      return failure('phone-number-busy', 'A payment request is still open on this phone')
    const now = clock.wall()
    const saleId = random.saleId(now)
    const prepared = prepareSale(draft, {
      saleId,
      tillId,
      msisdn: phone.msisdn,
      idempotencyKey: random.idempotencyKey(),
      currency,
      webhookAddress,
      now,
      person: needs.person(),
    })
    if (!queueHasRoom(ledger.open(), prepared.event.amount, queue))
      return failure('queue-full', 'As many sales wait for the network as the settings allow')
    const sale = ledger.record(saleId, prepared.event, { body: prepared.body })
    sender.consider(sale.id)
    return answer(asItStands(sale))
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

  /** A second push can kill the first one on the customer's phone (money rule 10). */
  function hasLivePush(msisdn: string): boolean {
    const { assumedLifetimeMs } = settings()
    return ledger
      .ofPhone(msisdn, lastOfPhone)
      .some(sale => isLivePush(sale, saleAge.sinceLastAttempt(sale), assumedLifetimeMs))
  }

  /** Nobody knows how these end: not what waits for a person, nor what was paid in cash lately. */
  function stillUnclear(): Sale[] {
    return [...ledger.unresolved(), ...ledger.recent(lastInCash).filter(mayBePaidTwice)]
  }

  async function checkAll(): Promise<Answer<{ read: number; unanswered: number }>> {
    const byId = new Map([...ledger.open(), ...stillUnclear()].map(sale => [sale.id, sale]))
    return answer(await watcher.readOnce([...byId.values()]))
  }

  return {
    kind,
    ledger,
    receipts: createReceiptRecord({ ledger, clock, person: needs.person }),
    lights: standing.lights,
    gate: () => gateView(gate.stand(), clock),
    account,
    serviceClockOffset: serviceClock.offset,
    serviceTime: serviceClock.known,
    seenOpen() {
      return Object.fromEntries(ledger.openIds().map(id => [id, saleAge.seen({ id })]))
    },
    start() {
      for (const sale of ledger.open()) takeUp(sale)
      // What was settled while the till was off is found by itself, and not only at cash-up.
      watcher.readOnce(stillUnclear()).catch(fault)
    },
    request,
    ...actions,
    checkAll,
    wake,
    async stop() {
      heartbeat.stop()
      gate.stop()
      const quiet = Promise.all([sender.stop(), watcher.stop()])
      await client.close()
      await quiet
    },
  }

  function takeUp(sale: Sale): void {
    if (!isOpen(sale)) return
    if (sale.phase === 'sending') ledger.append(sale.id, stoppedWhileSending(sale, clock.wall()))
    if (sale.phase === 'pending') watcher.watch(sale, 'soon')
    else sender.consider(sale.id)
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

function gateView({ state, until }: GateStand, clock: Clock): GateView {
  // The gate counts by the clock that nobody can set; people read the other one.
  const wall = until === null ? null : Math.ceil(clock.wall() + until - clock.monotonic())
  return { state, until: wall }
}
