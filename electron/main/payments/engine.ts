import type { ConnectionKind } from '../../../shared/connection'
import type { Payment } from '../../../shared/payment/payment'
import { meaningOf } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { NewestRecord } from '../platform/wrong-clock'
import type { ServiceClient } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import { AccountGate } from './account-gate'
import { ClockWatch } from './clocks/clock-watch'
import { ElapsedTime } from './clocks/elapsed-time'
import type { EngineSettings } from './engine-settings'
import { OpenPayments } from './open-payments'
import { PaymentActions } from './payment-actions'
import { StatusPoller } from './polling/status-poller'
import { StatusReader } from './polling/status-reader'
import { ReferenceLookup } from './reference-lookup'
import { SendQueue } from './sending/send-queue'
import { UnreadAnswers } from './unread-answers'

/** What the payments of a connection stand on. */
export interface PaymentEngineDeps {
  kind: ConnectionKind
  ledger: Ledger
  client: ServiceClient
  clock: Clock
  random: Random
  settings: () => EngineSettings
  /** Who is signed in. */
  person: () => Person | null
  /** How many tills share the account. */
  tills: () => number
  /** The lights or the service's clock changed, or a payment became pending. */
  healthChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

/** Cash has no time of the service: a few payments are looked at for one. */
const mostLookedAt = 20

function newestOf(payments: readonly Payment[]): NewestRecord | null {
  if (payments.length === 0) return null
  const said = payments.flatMap(({ acceptedServiceAt }) => acceptedServiceAt ?? [])
  return {
    at: Math.max(...payments.map(({ recordedAt }) => recordedAt)),
    serviceAt: said.length === 0 ? null : Math.max(...said),
  }
}

/**
 * The payments of one connection: its ledger, its queue and its polling, and what may be done with a request. It builds
 * them from their parts; nothing runs before `start`.
 */
export class PaymentEngine {
  readonly kind: ConnectionKind
  readonly ledger: Ledger
  readonly unread: UnreadAnswers
  readonly accountGate: AccountGate
  readonly elapsed: ElapsedTime
  private readonly clockWatch: ClockWatch
  readonly poller: StatusPoller
  protected readonly sendQueue: SendQueue
  readonly actions: PaymentActions
  readonly references: ReferenceLookup
  readonly openPayments: OpenPayments
  private newest: { before: NewestRecord | null } | null = null

  constructor(private readonly deps: PaymentEngineDeps) {
    const { kind, ledger, client, clock, random, settings, person, tills } = deps
    const { fault, healthChanged } = deps
    const { fraction } = random
    const account = () => settings().account
    this.kind = kind
    this.ledger = ledger
    this.accountGate = new AccountGate({
      ...{ client, clock, fraction, healthChanged, fault, tills },
      gateChanged: () => this.poller.gateChanged(),
      reopened: () => {
        this.sendQueue.considerAll()
        this.poller.readAllSoon()
      },
    })
    this.unread = new UnreadAnswers(healthChanged)
    const { gate, serviceClock } = this.accountGate
    this.elapsed = new ElapsedTime({ clock, serviceClock, account, lifetimes: settings })
    this.clockWatch = new ClockWatch({
      clock,
      needed: () => this.sendQueue.isBusy() || this.poller.isBusy(),
      beat: () => this.elapsed.refresh(),
      jumped: () => this.wake(),
    })
    const shared = {
      ...{ ledger, client, gate, clock, fraction, settings, account, person, fault },
      ...{ serviceClock, elapsed: this.elapsed, unread: this.unread },
      words: () => settings().words,
      meanings: () => ({ words: settings().words, rulings: settings().rulings }),
      limits: (channel: Parameters<EngineSettings['limits']>[0]) => settings().limits(channel),
      assumedLifetime: () => settings().assumedLifetimeMs,
      reread: (committed: Payment) => this.reread(committed),
      busyChanged: () => this.clockWatch.refresh(),
    }
    const poller = new StatusPoller({ ...shared, reader: new StatusReader(shared) })
    const sendQueue = new SendQueue({
      ...shared,
      accepted: (payment, asked) => this.accepted(payment, asked),
    })
    this.poller = poller
    this.sendQueue = sendQueue
    this.actions = new PaymentActions({ ...shared, poller, sendQueue })
    this.references = new ReferenceLookup(shared)
    this.openPayments = new OpenPayments({ ...shared, poller, sendQueue })
  }

  /** The merchant account behind the keys in use. */
  account(): string {
    return this.deps.settings().account
  }

  /** The newest payment of before this run: a clock that is before it is wrong. Null where there is none. */
  newestRecord(): NewestRecord | null {
    this.newest ??= { before: newestOf(this.ledger.recent(mostLookedAt)) }
    return this.newest.before
  }

  /** Takes up everything that was open when the till last stopped. Call once, before selling. */
  start(): void {
    this.openPayments.takeUp()
  }

  /** The computer slept, or its clock was set: what was known a moment ago may be wrong, and is considered again. */
  wake(): void {
    this.elapsed.refresh()
    this.sendQueue.considerAll()
    this.poller.wake()
    this.deps.healthChanged()
  }

  /** Ends the calls in flight, writes down their results, and starts nothing more. */
  async stop(): Promise<void> {
    this.clockWatch.stop()
    this.accountGate.gate.stop()
    const quiet = Promise.all([this.sendQueue.stop(), this.poller.stop()])
    await this.deps.client.close()
    await quiet
  }

  private accepted(payment: Payment, asked: number): void {
    // The status in the answer to a create is not believed, but it is a reason to ask at once (money rule 5).
    const isOver = meaningOf(payment.rawStatus ?? '', this.deps.settings().words) !== 'pending'
    this.poller.watch(payment, isOver ? 'first' : undefined, asked)
    // Windows count how long it is pending, starting from the value they get here.
    this.deps.healthChanged()
  }

  /**
   * Reads a payment as it is now, or gives it as it was committed when it cannot be read again: the disk may
   * have failed since, but a press whose payment is safe must never be answered as one that failed.
   */
  protected reread(committed: Payment): Payment {
    try {
      return this.ledger.find(committed.id) ?? committed
    } catch (error) {
      this.deps.fault(error)
      return committed
    }
  }
}
