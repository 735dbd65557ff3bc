import type { ConnectionKind } from '../../../shared/connection'
import type { Stage } from '../../../shared/ipc/till-state'
import type { Payment } from '../../../shared/payment/payment'
import type { SaleView } from '../../../shared/sale/sale-view'
import { faultReason, type LedgerOpening } from '../store/ledger/open-ledger'
import type { LedgerFiles } from '../store/recovery/ledger-files'
import { holdUntriedPayments, type Reopening } from '../store/recovery/reopening'
import type { TillStore } from '../store/till-store'
import { OpenEngine, type OpenEngineDeps } from './open-engine'
import type { PracticeEndpoint } from './practice-endpoint'
import { type ServiceEndpoint, serviceEndpoint } from './service-endpoint'

export interface ConnectionOpenerDeps extends OpenEngineDeps {
  store: TillStore
  /** It runs only while its connection is in use. */
  practice: Pick<PracticeEndpoint, 'endpoint' | 'stop'>
  /** `sale`: that of the payment, as it now is. */
  paymentChanged: (payment: Payment, before: Payment | null, sale: SaleView) => void
  /** The stage or the lights changed. */
  changed: () => void
}

type Opened = Extract<LedgerOpening, { ok: true }>

/** Opens a connection: its endpoint, its ledger, and the engine on both. It holds the one engine that is open. */
export class ConnectionOpener {
  #current: OpenEngine | null = null
  /** Counts closings: an engine that is closing must not notify windows. */
  #closings = 0
  /** Connections whose ledger was open in this run: people were told what is in it. */
  readonly #openedBefore = new Set<ConnectionKind>()

  constructor(
    private readonly deps: ConnectionOpenerDeps & {
      ledgers: Pick<LedgerFiles, 'find' | 'open'>
      reopening: Pick<Reopening, 'opened'>
      fault: (error: unknown) => void
    },
  ) {}

  current(): OpenEngine | null {
    return this.#current
  }

  /** Opens an engine and does not start it; or returns the stage that says why it cannot. Call `close` first. */
  async open(kind: ConnectionKind): Promise<Stage> {
    const found = await this.#endpointOf(kind)
    return 'name' in found ? found : this.#openOn(found, kind)
  }

  /** Stops the engine and closes its ledger. */
  async close(): Promise<void> {
    const closing = this.#current
    this.#current = null
    this.#closings += 1
    await closing?.stop()
  }

  /** Another ledger is in use: what waits in it and was never tried is held, as after a start. */
  forget(kind: ConnectionKind): void {
    this.#openedBefore.delete(kind)
  }

  /** Or what the till shows instead. */
  async #endpointOf(kind: ConnectionKind): Promise<ServiceEndpoint | Stage> {
    const { practice, log, store } = this.deps
    if (kind !== 'practice') {
      // Real payments go on without it, so a failure to stop it is no reason to open nothing.
      await practice.stop().catch(error => log.error('practice-not-stopped', { error }))
      return serviceEndpoint(kind, store) ?? { name: 'not-connected', kind }
    }
    try {
      return await practice.endpoint()
    } catch (error) {
      log.error('practice-service-failed', { error })
      const reason = faultReason(error) ?? 'practice-failed'
      return { name: 'blocked', reason, detail: String(error) }
    }
  }

  async #openOn(endpoint: ServiceEndpoint, kind: ConnectionKind): Promise<Stage> {
    const { ledgers, log, paymentChanged, changed, fault } = this.deps
    const before = this.#closings
    const isOpen = () => this.#closings === before
    const opening = await ledgers.open(ledgers.find(kind))
    if (!opening.ok) return { name: 'blocked', reason: opening.reason, detail: opening.detail }
    const { sales } = opening.ledger
    opening.ledger.onCommit(
      (payment, was) => isOpen() && paymentChanged(payment, was, sales.view(payment.sale)),
      (error, payment) => log.error('commit-listener-failed', { payment: payment.id, error }),
    )
    this.#prepare(kind, opening)
    const healthChanged = () => isOpen() && changed()
    this.#current = new OpenEngine(this.deps, { kind, endpoint, opening, healthChanged, fault })
    return { name: 'selling' }
  }

  /** Before any payment is sent: a payment that should not be there is held first. */
  #prepare(kind: ConnectionKind, opening: Opened): void {
    try {
      this.deps.store.noteOlder(opening.ledger.chain.notedSealedNumber())
      this.deps.reopening.opened(kind, opening.ledger)
      if (!this.#openedBefore.has(kind)) holdUntriedPayments(opening.ledger, this.deps.clock.wall())
      this.#openedBefore.add(kind)
    } catch (error) {
      opening.close()
      throw error
    }
  }
}
