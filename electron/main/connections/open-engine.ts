import type { ConnectionKind } from '../../../shared/connection'
import { confirmedRulings } from '../../../shared/payment/objections'
import { joinWords, type StatusWords } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { EngineSettings } from '../payments/engine-settings'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { Random } from '../platform/random'
import { SalesEngine } from '../sales/sales-engine'
import { createLateClient, type ResolveProxy } from '../service'
import type { ShopDatabase } from '../shop/shop-database'
import type { LedgerOpening } from '../store/ledger/open-ledger'
import { Retention } from '../store/ledger/retention/retention'
import type { SettingsKeeper } from '../store/settings'
import { keepingIn } from './kept-meanings'
import type { ServiceEndpoint } from './service-endpoint'

export interface OpenEngineDeps {
  settings: SettingsKeeper
  shippedWords: StatusWords
  clock: Clock
  random: Random
  /** The way that this computer takes to an address. */
  resolveProxy: ResolveProxy
  log: Log
  /** Who is signed in. */
  person: () => Person | null
  /** Where this till meets the other tills of its shop. */
  shop: Pick<ShopDatabase, 'follow' | 'others' | 'isReplaced' | 'callbackKey'>
}

/** What belongs to one opening alone. */
interface Opened {
  kind: ConnectionKind
  endpoint: ServiceEndpoint
  opening: Extract<LedgerOpening, { ok: true }>
  healthChanged: () => void
  fault: (error: unknown) => void
}

/** An engine on its open ledger, with the work that goes on while the shop sells. Nothing runs before `start`. */
export class OpenEngine {
  readonly engine: SalesEngine
  readonly #retention: Retention
  #unfollow: (() => Promise<void>) | null = null
  #quiet: Promise<void> | null = null

  constructor(
    private readonly deps: OpenEngineDeps,
    private readonly opened: Opened,
  ) {
    const { settings, clock, random, person, resolveProxy, log, shop } = deps
    const { kind, endpoint, opening, healthChanged, fault } = opened
    this.engine = new SalesEngine({
      kind,
      clock,
      random,
      person,
      healthChanged,
      fault,
      others: shop.others,
      ...keepingIn(settings, kind, healthChanged),
      ledger: opening.ledger,
      client: createLateClient({
        ...endpoint,
        clock,
        resolveProxy,
        serviceNow: () => clock.wall() + this.engine.accountGate.serviceClock.offset(),
      }),
      settings: () => this.#engineSettings(),
    })
    this.#retention = new Retention({
      clock,
      fault,
      removal: opening.ledger.removal,
      serviceTime: () => this.engine.accountGate.serviceClock.known(),
      months: () => settings.get().retention.months,
      done: removed => log.info('customers-removed', { removed }),
    })
  }

  start(): void {
    this.engine.start()
    this.#retention.start()
    this.#ship()
  }

  /** Another machine has this till's place: sends and reads nothing more, and ships what it has. Also instead of `start`. */
  fence(): Promise<void> {
    const stopping = this.#stopSelling()
    this.#ship()
    return stopping
  }

  /** Starts nothing more, waits for what is on the wire, and closes the ledger. */
  async stop(): Promise<void> {
    await Promise.all([this.#stopSelling(), this.#unfollow?.()])
    this.opened.opening.close()
  }

  #ship(): void {
    const { kind, opening } = this.opened
    const { ledger } = opening
    this.#unfollow ??= this.deps.shop.follow({
      kind,
      ledger,
      heard: paymentId => this.engine.openPayments.readSoon(paymentId),
      isWaiting: () => ledger.open().length > 0,
      serviceTime: () => this.engine.accountGate.serviceClock.known(),
      months: () => this.deps.settings.get().retention.months,
    })
  }

  #stopSelling(): Promise<void> {
    this.#retention.stop()
    this.#quiet ??= this.engine.stop()
    return this.#quiet
  }

  /** What the engine follows of the settings. */
  #engineSettings(): EngineSettings {
    const { kind, endpoint } = this.opened
    const settings = this.deps.settings.get()
    return {
      tillId: settings.tillId,
      currency: settings.shop.currency,
      cash: settings.charging.cash,
      discountLimit: settings.charging.discountLimit,
      country: settings.shop.country,
      webhookAddress: endpoint.webhookAddress,
      callbackKey: this.deps.shop.callbackKey(),
      account: endpoint.account,
      limits: channel => ({
        ...(channel === 'card' ? settings.cardFreshness : settings.freshness),
        keyTrustedMs: settings.keyTrustedMs,
      }),
      queue: settings.queue,
      assumedLifetimeMs: settings.assumedLifetimeMs,
      promptLifetimeMs: settings.promptLifetimeMs,
      words: joinWords(this.deps.shippedWords, settings[kind].words),
      rulings: confirmedRulings(settings[kind].rulings),
    }
  }
}
