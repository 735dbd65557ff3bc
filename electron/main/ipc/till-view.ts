import type { ServiceKind } from '../../../shared/connection'
import type { SeenChange } from '../../../shared/integrity'
import type {
  ConnectionView,
  DisplayView,
  PracticeScenario,
  RecoveredDocument,
  TillState,
} from '../../../shared/ipc/till-state'
import type { StatusWords } from '../../../shared/payment/status-words'
import type { PatienceSettings, Settings } from '../../../shared/settings'
import { viewAuthorities } from '../connections/authorities'
import type { CounterDoor } from '../connections/connection-manager'
import type { Staff } from '../staff/staff'
import type { SettingsKeeper } from '../storage/settings'
import type { VaultOpening } from '../vault'
import { lockedView } from './locked-view'

interface TillViewNeeds {
  door: CounterDoor
  settings: SettingsKeeper
  vault: VaultOpening
  staff: Pick<Staff, 'view' | 'isLocked'>
  changes: readonly SeenChange[]
  recovered: readonly RecoveredDocument[]
  scenarios: readonly PracticeScenario[]
  displays: readonly DisplayView[]
  shippedWords: StatusWords
  version: string
}

/** Everything that a window may know of the till at this moment. No secret is in it. */
export function viewTill(needs: TillViewNeeds): TillState {
  const state = viewOpen(needs)
  return needs.staff.isLocked() ? lockedView(state) : state
}

/** How many payments go on while nobody is at the till. */
function watchedBy(door: CounterDoor): number {
  try {
    return door.counter()?.ledger.openIds().length ?? 0
  } catch (error) {
    door.fault(error)
    return 0
  }
}

/** None where the ledger cannot be read: a window then offers to end no wait, and main would not either. */
function seenOpen(door: CounterDoor): TillState['seenOpen'] {
  try {
    return door.counter()?.seenOpen() ?? {}
  } catch (error) {
    door.fault(error)
    return {}
  }
}

function viewOpen({
  door,
  settings,
  vault,
  staff,
  changes,
  recovered,
  scenarios,
  displays,
  shippedWords,
  version,
}: TillViewNeeds): TillState {
  const { active, display, shop, charging, customerWindow, lesson, alerts, receipts, practice } =
    settings.get()
  // First: it reads the ledger, and where that fails the rest tells of a till that sells no more.
  const seen = seenOpen(door)
  const counter = door.counter()
  return {
    stage: door.stage(),
    recovery: door.recovery(),
    active,
    lights: counter?.lights() ?? { internet: 'unasked', service: 'unasked' },
    gate: counter?.gate() ?? { state: 'open', until: null },
    account: counter?.account() ?? null,
    serviceClockOffset: counter?.serviceClockOffset() ?? 0,
    serviceTime: counter?.serviceTime() ?? null,
    seenOpen: seen,
    sealing: sealingOf(vault),
    returnable: door.returnable(),
    settings: {
      display,
      shop,
      charging,
      customerWindow,
      lesson,
      alerts,
      receipts,
      staff: settings.get().staff,
      retention: settings.get().retention,
      ...patienceOf(settings.get()),
    },
    displays,
    changes,
    staff: staff.view(() => watchedBy(door)),
    connections: {
      sandbox: viewConnection('sandbox', settings, vault),
      production: viewConnection('production', settings, vault),
    },
    practice: { words: practice.words, scenarios },
    shippedWords,
    settingsNotice: settings.setAsideAs(),
    recovered,
    version,
  }
}

function patienceOf(settings: Settings): PatienceSettings {
  const { freshness, cardFreshness, queue, assumedLifetimeMs, promptLifetimeMs, keyTrustedMs } =
    settings
  return { freshness, cardFreshness, queue, assumedLifetimeMs, promptLifetimeMs, keyTrustedMs }
}

function viewConnection(
  kind: ServiceKind,
  settings: SettingsKeeper,
  vault: VaultOpening,
): ConnectionView {
  const { address, pathPrefix, webhookAddress, words, authorities } = settings.get()[kind]
  return {
    ...{ address, pathPrefix, webhookAddress, words },
    authorities: viewAuthorities(authorities),
    keyEndings: vault.ok ? vault.vault.keyEndings(kind) : null,
  }
}

function sealingOf(vault: VaultOpening): TillState['sealing'] {
  return vault.ok ? vault.vault.status() : { method: 'keychain', state: 'unavailable' }
}
