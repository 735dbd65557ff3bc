import type { ConnectionKind } from '../../../shared/connection'
import { type Answer, answer, type Failure, failure } from '../../../shared/ipc/answer'
import type { GateView } from '../../../shared/ipc/till-state'
import { isOfOtherAccount } from '../../../shared/payment/account'
import { type Action, allowedActions, isOpen } from '../../../shared/payment/actions'
import type { Draft } from '../../../shared/payment/draft'
import type { PaymentEvent, ResolutionHow } from '../../../shared/payment/event'
import type { FreshnessLimits } from '../../../shared/payment/freshness'
import { isLivePush } from '../../../shared/payment/live-push'
import { isOverdue } from '../../../shared/payment/overdue'
import type { Channel, Sale } from '../../../shared/payment/sale'
import type { StatusWords } from '../../../shared/payment/status-words'
import { readPhoneNumber } from '../../../shared/phone'
import type { QueueLimits } from '../../../shared/settings'
import type { Clock } from '../clock'
import type { Random } from '../random'
import type { Answer as ServiceAnswer, ServiceClient } from '../service'
import { createCallGate, type TurnedAway } from './call-gate'
import type { GateStand } from './call-gate-admission'
import { createHeartbeat } from './heartbeat'
import type { Ledger } from './ledger'
import { paidForTheSame } from './paid-twice'
import { prepareSale } from './preparation'
import { queueHasRoom } from './queue-limits'
import { createSaleAge } from './sale-age'
import { createSender } from './sender'
import { createServiceClock } from './service-clock'
import { createStanding, type Standing } from './standing'
import { createWatcher } from './watcher'

/** What of the settings the counter follows; asked at each use, so that a change holds from then on. */
export interface CounterSettings {
  currency: string
  country: string
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
  /** The lights or the service's clock changed. */
  healthChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

/** The counter of one connection: its ledger, its queue and its polling, and what a cashier may do. */
export interface Counter {
  kind: ConnectionKind
  ledger: Ledger
  lights: Standing['lights']
  gate(): GateView
  account(): string
  serviceClockOffset(): number
  /** Takes up everything that was open when the till last stopped. Call once, before selling. */
  start(): void
  /** Records a sale and starts sending it; a second press with the same draft answers the first. */
  request(draft: Draft): Answer<Sale>
  withdraw(saleId: string): Answer<Sale>
  sendNow(saleId: string): Answer<Sale>
  tryAgain(saleId: string): Answer<Sale>
  abandon(saleId: string): Answer<Sale>
  stopWaiting(saleId: string): Answer<Sale>
  handOver(saleId: string): Answer<Sale>
  resolve(saleId: string, reason: string, how: ResolutionHow): Answer<Sale>
  /** Says once what a status word means: for this sale and every other that was settled with it. */
  giveMeaning(saleId: string, meaning: 'paid' | 'failed'): Answer<Sale>
  checkNow(saleId: string): Promise<Answer<Sale>>
  /** Reads every sale that is open or unresolved and has a reference, once (money rule 8). */
  checkAll(): Promise<Answer<{ read: number; unanswered: number }>>
  /** The computer slept, or its clock was set: looks at everything that is open anew. */
  wake(): void
  /** Ends the calls under way, writes down what became of them, and starts nothing more. */
  stop(): Promise<void>
}

/** One that was stopped while it may be live lets no other push follow: it is among the last. */
const lastOfPhone = 50

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
    accepted: sale => watcher.watch(sale),
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
    const { currency, country, webhookAddress, queue } = settings()
    const phone = readPhoneNumber(draft.phone, country)
    if (!phone) return failure('phone-number-unreadable', 'The phone number could not be read')
    if (draft.channel === 'card' && webhookAddress === '')
      return failure('webhook-address-needed', 'Card payments require a webhook address (§4.3)')
    if (draft.channel === 'mobile' && hasLivePush(phone.msisdn))
      return failure('phone-number-busy', 'A payment request is still open on this phone')
    const now = clock.wall()
    const facts = { msisdn: phone.msisdn, currency, webhookAddress, now }
    const prepared = prepareSale(draft, { ...facts, idempotencyKey: random.idempotencyKey() })
    if (!queueHasRoom(ledger.open(), prepared.event.amount, queue))
      return failure('queue-full', 'As many sales wait for the network as the settings allow')
    const sale = ledger.record(random.saleId(now), prepared.event, { body: prepared.body })
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

  function allowed(sale: Sale): readonly Action[] {
    const ages = saleAge.agesOf(sale)
    const facts = { serviceNow: serviceClock.now(), account: account() }
    const overdue = isOverdue(sale, ages, facts)
    return allowedActions(sale, ages, settings().limits(sale.channel), overdue)
  }

  /** Does what a person asked if the sale allows it at this moment; main decides, not the button. */
  function act(
    saleId: string,
    action: Action,
    events: PaymentEvent | ((sale: Sale) => PaymentEvent[]),
  ): Answer<Sale> {
    const sale = ledger.find(saleId)
    if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
    if (!allowed(sale).includes(action))
      return failure('action-not-possible', `A sale that is ${sale.phase} does not allow ${action}`)
    return answer(
      ledger.append(saleId, ...(typeof events === 'function' ? events(sale) : [events])),
    )
  }

  /** As `act`, for what ends a sale that was waiting for its turn: the queue drops its timer. */
  function end(saleId: string, action: Action, event: PaymentEvent): Answer<Sale> {
    const ended = act(saleId, action, event)
    if (ended.ok) sender.consider(saleId)
    return ended
  }

  function resolve(saleId: string, reason: string, how: ResolutionHow): Answer<Sale> {
    const resolved = act(saleId, 'resolve', { type: 'resolved', at: clock.wall(), reason, how })
    // It may have been pending a moment ago: it is no longer followed.
    if (resolved.ok) watcher.watch(resolved.value)
    return resolved
  }

  function release(saleId: string, action: 'send-now' | 'try-again'): Answer<Sale> {
    if (isElsewhere(saleId))
      return failure('other-account', 'Sent with the keys of another account')
    const released = act(saleId, action, { type: 'released', at: clock.wall() })
    if (!released.ok) return released
    sender.hurry(saleId)
    return answer(asItStands(released.value))
  }

  function isElsewhere(saleId: string): boolean {
    const sale = ledger.find(saleId)
    return sale !== null && isOfOtherAccount(sale, settings().account)
  }

  /**
   * The word's meaning is kept for the connection, so no sale stays unclear for that word's sake: not
   * one that was resolved either, for what was settled in cash may just have turned out paid (money
   * rule 9).
   */
  function giveMeaning(saleId: string, meaning: 'paid' | 'failed'): Answer<Sale> {
    const given = act(saleId, 'give-meaning', sale => meaningGiven(sale, meaning))
    if (!given.ok) return given
    for (const sale of ledger.unclear())
      if (sale.rawStatus === given.value.rawStatus && allowed(sale).includes('give-meaning'))
        ledger.append(sale.id, ...meaningGiven(sale, meaning))
    return answer(asItStands(given.value))
  }

  function meaningGiven(sale: Sale, meaning: 'paid' | 'failed'): PaymentEvent[] {
    const at = clock.wall()
    const other = meaning === 'paid' ? paidForTheSame(ledger, sale) : null
    const given: PaymentEvent = { type: 'meaning-given', at, meaning }
    return other === null ? [given] : [given, { type: 'paid-twice', at, other }]
  }

  async function checkNow(saleId: string): Promise<Answer<Sale>> {
    const sale = ledger.find(saleId)
    if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
    if (isElsewhere(saleId))
      return failure('other-account', 'Sent with the keys of another account')
    if (!allowed(sale).includes('check-now'))
      return failure('action-not-possible', `A sale that is ${sale.phase} cannot be read`)
    const read = await watcher.checkNow(saleId)
    if (read.class === 'turned-away') return turnedAway(read.why)
    if (read.class !== 'ok') return failure('read-failed', describeRead(read))
    return answer(ledger.find(saleId) ?? sale)
  }

  async function checkAll(): Promise<Answer<{ read: number; unanswered: number }>> {
    const byId = new Map([...ledger.open(), ...ledger.unresolved()].map(sale => [sale.id, sale]))
    return answer(await watcher.readOnce([...byId.values()]))
  }

  return {
    kind,
    ledger,
    lights: standing.lights,
    gate: () => gateView(gate.stand(), clock),
    account,
    serviceClockOffset: serviceClock.offset,
    start() {
      for (const sale of ledger.open()) takeUp(sale)
      // What was settled while the till was off is found by itself, and not only at cash-up.
      watcher.readOnce(ledger.unresolved()).catch(fault)
    },
    request,
    withdraw: saleId => end(saleId, 'withdraw', { type: 'withdrawn', at: clock.wall() }),
    sendNow: saleId => release(saleId, 'send-now'),
    tryAgain: saleId => release(saleId, 'try-again'),
    abandon: saleId => end(saleId, 'stop', { type: 'abandoned', at: clock.wall() }),
    stopWaiting: saleId =>
      act(saleId, 'stop-waiting', { type: 'stopped-waiting', at: clock.wall() }),
    handOver: saleId => act(saleId, 'hand-over', { type: 'handed-over', at: clock.wall() }),
    resolve,
    giveMeaning,
    checkNow,
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

function describeRead(read: { class: string; reason?: string; message?: string }): string {
  return [read.class, read.reason ?? read.message].filter(Boolean).join(': ')
}

/** Why a person's read was not even tried; each has words of its own. */
function turnedAway(why: TurnedAway): Failure {
  if (why === 'keys-rejected') return failure(why, 'unauthorized: the keys were rejected')
  if (why === 'asked-to-wait') return failure(why, 'The service asked the till to wait')
  return failure('read-failed', 'The till is stopping')
}

function serverDateOf(given: ServiceAnswer<unknown>): number | null {
  return 'serverDate' in given ? given.serverDate : null
}

function gateView({ state, until }: GateStand, clock: Clock): GateView {
  // The gate counts by the clock that nobody can set; people read the other one.
  const wall = until === null ? null : Math.ceil(clock.wall() + until - clock.monotonic())
  return { state, until: wall }
}
