import type { ConnectionKind } from '../../../shared/connection'
import { joinWords, type StatusWords } from '../../../shared/payment/status-words'
import type { Person } from '../../../shared/person'
import type { Settings } from '../../../shared/settings'
import { PaymentEngine } from '../payments/engine'
import type { EngineSettings } from '../payments/engine-settings'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { Random } from '../platform/random'
import { createServiceClient, type ResolveProxy } from '../service'
import type { ShopDatabase } from '../shop/shop-database'
import type { Integrity } from '../store/ledger/integrity'
import type { LedgerOpening } from '../store/ledger/open-ledger'
import { createRetention } from '../store/ledger/retention/retention'
import type { SettingsKeeper } from '../store/settings'
import type { ServiceEndpoint } from './service-endpoint'

/** An engine on its open ledger, with the work that goes on while the shop sells. */
export interface OpenEngine {
  engine: PaymentEngine
  start(): void
  /** Another machine has this till's place: sends and reads nothing any more, and ships what it has. Also in place of `start`. */
  fence(): Promise<void>
  /** Starts nothing more, waits for what is on the wire, and closes the ledger. */
  stop(): Promise<void>
}

export interface OpenEngineDeps {
  settings: SettingsKeeper
  shippedWords: StatusWords
  clock: Clock
  random: Random
  /** The way that this computer takes to an address. */
  resolveProxy: ResolveProxy
  log: Log
  /** Who stands at the till. */
  person: () => Person | null
  /** Watches that a ledger is what the till wrote. */
  watch: Pick<Integrity, 'admits' | 'opened' | 'closing'>
  /** Where this till meets the other tills of its shop. */
  shop: Pick<ShopDatabase, 'follow' | 'others' | 'isReplaced'>
}

/** What belongs to one opening alone. */
interface Opened {
  kind: ConnectionKind
  endpoint: ServiceEndpoint
  opening: Extract<LedgerOpening, { ok: true }>
  healthChanged: () => void
  fault: (error: unknown) => void
}

/** Puts the counter together; nothing of it runs before `start`, but for the watch over its ledger. */
export function openEngine(deps: OpenEngineDeps, opened: Opened): OpenEngine {
  const { settings, clock, random, person, resolveProxy, log, watch, shippedWords } = deps
  const { kind, endpoint, opening, healthChanged, fault } = opened
  const engine: PaymentEngine = new PaymentEngine({
    kind,
    clock,
    random,
    person,
    healthChanged,
    fault,
    others: deps.shop.others,
    ledger: opening.ledger,
    client: createServiceClient({
      ...endpoint,
      clock,
      resolveProxy,
      serviceNow: () => clock.wall() + engine.serviceClockOffset(),
    }),
    settings: () => engineSettings(kind, endpoint, settings.get(), shippedWords),
  })
  const retention = createRetention({
    clock,
    fault,
    removal: opening.ledger.removal,
    serviceTime: engine.serviceTime,
    months: () => settings.get().retention.months,
    done: removed => log.info('customers-removed', { removed }),
  })
  watch.opened(kind, opening.chain)
  let unfollow: (() => Promise<void>) | null = null
  const ship = () => {
    const { ledger } = opening
    const isWaiting = () => ledger.open().length > 0
    unfollow ??= deps.shop.follow({ kind, ledger, heard: engine.readSoon, isWaiting })
  }
  let quiet: Promise<void> | null = null
  const stopSelling = () => {
    retention.stop()
    quiet ??= engine.stop()
    return quiet
  }
  return {
    engine,
    start() {
      engine.start()
      retention.start()
      ship()
    },
    fence() {
      const stopping = stopSelling()
      ship()
      return stopping
    },
    async stop() {
      await Promise.all([stopSelling(), unfollow?.()])
      watch.closing(kind)
      opening.close()
    },
  }
}

/** What the counter follows of the settings. */
function engineSettings(
  kind: ConnectionKind,
  endpoint: ServiceEndpoint,
  settings: Settings,
  shipped: StatusWords,
): EngineSettings {
  return {
    tillId: settings.tillId,
    currency: settings.shop.currency,
    cash: settings.charging.cash,
    country: settings.shop.country,
    webhookAddress: endpoint.webhookAddress,
    account: endpoint.account,
    limits: channel => ({
      ...(channel === 'card' ? settings.cardFreshness : settings.freshness),
      keyTrustedMs: settings.keyTrustedMs,
    }),
    queue: settings.queue,
    assumedLifetimeMs: settings.assumedLifetimeMs,
    promptLifetimeMs: settings.promptLifetimeMs,
    words: joinWords(shipped, settings[kind].words),
  }
}
