import { byName } from '../../../shared/by-name'
import { isPlainHttp, type ServiceKind, serviceKindSchema } from '../../../shared/connection'
import type {
  ConnectionView,
  LockedResult,
  PracticeScenario,
  SeenPayments,
  TillState,
} from '../../../shared/ipc/till-state'
import { forEachField } from '../../../shared/payment/customer-fields'
import type { Payment } from '../../../shared/payment/payment'
import { resultOf } from '../../../shared/payment/result'
import { noWords, type StatusWords } from '../../../shared/payment/status-words'
import type { Settings, TimeoutsSettings } from '../../../shared/settings'
import type { Backups } from '../backup/backup'
import { keyEndings } from '../connections/account-keys'
import { viewAuthorities } from '../connections/authorities'
import type { ConnectionManager } from '../connections/connection-manager'
import type { OutputsComputer } from '../outputs/outputs'
import { admit } from '../people/access'
import type { Staff } from '../people/staff'
import type { ClockNotice } from '../platform/clock-notice'
import type { Machine } from '../platform/machine'
import type { ShopDatabase } from '../shop/shop-database'
import type { Ledger } from '../store/ledger/ledger'
import type { SettingsKeeper } from '../store/settings'
import type { TillStore } from '../store/till-store'
import type { Updates } from '../updates/updates'

interface TillViewDeps {
  connections: ConnectionManager
  settings: SettingsKeeper
  store: TillStore
  staff: Staff
  /** Payments whose results wait to be seen, the oldest first. */
  unseen: (ledger: Ledger) => readonly Payment[]
  clockNotice: Pick<ClockNotice, 'view'>
  backups: Pick<Backups, 'view'>
  updates: Pick<Updates, 'view'>
  shop: Pick<ShopDatabase, 'view'>
  computer: Pick<OutputsComputer, 'customerWindow'> & Pick<Machine, 'version'>
  scenarios: readonly PracticeScenario[]
  shippedWords: StatusWords
}

const kinds = serviceKindSchema.options

/** Everything that a window may know of the till at this moment. No secret is in it. */
export function viewTill(deps: TillViewDeps): TillState {
  const state = viewOpen(deps)
  return deps.staff.isLocked() ? lockedView(state) : state
}

/** How many payments are open; null where the till cannot tell. */
export function openPayments(
  connections: Pick<ConnectionManager, 'engine' | 'fault'>,
): number | null {
  try {
    return connections.engine()?.ledger.openIds().length ?? null
  } catch (error) {
    connections.fault(error)
    return null
  }
}

/** So many results are said on a locked till, the newest first. */
const mostResults = 3

/** Amounts and results without a name: anyone may stand before a locked till. */
function lockedResults({ connections, unseen }: TillViewDeps): LockedResult[] {
  try {
    const engine = connections.engine()
    const payments = engine === null ? [] : unseen(engine.ledger).slice(-mostResults).reverse()
    return payments.flatMap(payment => {
      const result = resultOf(payment)
      return result === null ? [] : { result, amount: payment.amount }
    })
  } catch (error) {
    connections.fault(error)
    return []
  }
}

const noneSeen: SeenPayments = { each: {}, others: 0 }

/** None where the ledger cannot be read: a window then offers to end no wait, and main would not either. */
function seenOf(connections: ConnectionManager): SeenPayments {
  try {
    const engine = connections.engine()
    return engine?.elapsed.seenOf(engine.ledger.openIds()) ?? noneSeen
  } catch (error) {
    connections.fault(error)
    return noneSeen
  }
}

function floatToAsk(connections: ConnectionManager): TillState['floatToAsk'] {
  try {
    return connections.engine()?.ledger.day.floatToAsk() ?? null
  } catch (error) {
    connections.fault(error)
    return null
  }
}

function viewOpen(deps: TillViewDeps): TillState {
  const { connections, settings, store, staff, computer, shippedWords } = deps
  const { active, display, shop, charging, customerWindow, tutorial, alerts, receipts, practice } =
    settings.get()
  // First: it reads the ledger, and where that fails the rest tells of a till that sells no more.
  const seen = seenOf(connections)
  const engine = connections.engine()
  return {
    stage: connections.stage(),
    recovery: connections.recovery(),
    active,
    lights: engine?.accountGate.lights() ?? { internet: 'unasked', service: 'unasked' },
    callFault: engine?.accountGate.fault() ?? null,
    gate: engine?.accountGate.view() ?? { state: 'open', until: null },
    account: engine?.account() ?? null,
    serviceClockOffset: engine?.accountGate.serviceClock.offset() ?? 0,
    serviceTime: engine?.accountGate.serviceClock.known() ?? null,
    clockFault: deps.clockNotice.view(),
    unread: engine?.unread.paymentIds() ?? [],
    seen,
    protection: store.protection(),
    settings: {
      display,
      shop,
      charging,
      customerWindow,
      tutorial,
      alerts,
      receipts,
      staff: settings.get().staff,
      retention: settings.get().retention,
      ...patienceOf(settings.get()),
    },
    displays: computer.customerWindow.displays(),
    floatToAsk: charging.cash ? floatToAsk(connections) : null,
    older: store.document().older,
    staff: staff.view(
      () => openPayments(connections) ?? 0,
      () => lockedResults(deps),
    ),
    backup: deps.backups.view(staff.isLocked()),
    updates: deps.updates.view(staff.isLocked()),
    shopDatabase: deps.shop.view(),
    connections: byName(kinds, kind => viewConnection(kind, deps)),
    practice: { words: practice.words, scenarios: deps.scenarios },
    shippedWords,
    version: computer.version,
  }
}

function patienceOf(settings: Settings): TimeoutsSettings {
  const { freshness, cardFreshness, queue, assumedLifetimeMs, promptLifetimeMs, keyTrustedMs } =
    settings
  return { freshness, cardFreshness, queue, assumedLifetimeMs, promptLifetimeMs, keyTrustedMs }
}

function viewConnection(
  kind: ServiceKind,
  { settings, store, staff }: Pick<TillViewDeps, 'settings' | 'store' | 'staff'>,
): ConnectionView {
  const { address, pathPrefix, webhookAddress, words, authorities } = settings.get()[kind]
  const endings = keyEndings(store, kind)
  const isOwner = admit('owner', staff.at(), () => null).ok
  return {
    address,
    pathPrefix,
    words,
    isPlainHttp: isPlainHttp(address),
    authorities: viewAuthorities(authorities),
    hasKeys: endings !== null,
    hasWebhook: webhookAddress !== '',
    webhookAddress: isOwner ? webhookAddress : '',
    keyEndings: isOwner ? endings : null,
  }
}

/**
 * What a window may know while the till is locked: that it is there, whose it is, and who may sign in.
 * Of a payment, a customer or the way to the service it knows nothing.
 */
function lockedView(state: TillState): TillState {
  const { stage, settings } = state
  const customer = forEachField(() => '')
  return {
    ...state,
    stage: stage.name === 'blocked' ? { ...stage, detail: '' } : stage,
    recovery: { tryingAlone: state.recovery.tryingAlone, interrupted: [], readBack: null },
    account: null,
    floatToAsk: null,
    seen: noneSeen,
    unread: [],
    settings: { ...settings, shop: { ...settings.shop, customer } },
    connections: byName(kinds, kind => hidden(state.connections[kind])),
    shopDatabase: state.shopDatabase && {
      ...state.shopDatabase,
      ...{ address: '', role: '', handedOverTwice: [] },
    },
  }
}

function hidden(connection: ConnectionView): ConnectionView {
  return {
    ...connection,
    address: '',
    webhookAddress: '',
    keyEndings: null,
    words: noWords,
    authorities: [],
  }
}
