import type { AuditAction, AuditDetail } from '../../../../shared/audit-entry'
import { type Result, success } from '../../../../shared/ipc/result'
import type { TillState } from '../../../../shared/ipc/till-state'
import type { Settings } from '../../../../shared/settings'
import type { Backups } from '../../backup/backup'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { Outputs } from '../../outputs/outputs'
import type { Computer } from '../../outputs/windows/computer'
import type { Staff } from '../../people/staff'
import type { ClockNotice } from '../../platform/clock-notice'
import type { Log } from '../../platform/log'
import type { OpenOutside } from '../../platform/open-outside'
import type { ShopDatabase } from '../../shop/shop-database'
import type { SettingsKeeper } from '../../store/settings'
import type { TillStore } from '../../store/till-store'
import type { Updates } from '../../updates/updates'

/** A part's public members. */
type Public<Part> = Pick<Part, keyof Part>

type OutputName =
  | 'customer'
  | 'exporter'
  | 'exportFolder'
  | 'notifier'
  | 'papers'
  | 'receipts'
  | 'supportFile'

export interface HandlerDeps {
  computer: Pick<
    Computer,
    | 'chooseCertificateFile'
    | 'clock'
    | 'copyText'
    | 'dataFolder'
    | 'exportFolder'
    | 'random'
    | 'resolveProxy'
    | 'restart'
  >
  outputs: { [Name in OutputName]: Public<Outputs[Name]> }
  connections: Public<ConnectionManager>
  settings: SettingsKeeper
  store: TillStore
  backups: Public<Backups>
  updates: Public<Updates>
  shop: Public<ShopDatabase>
  staff: Staff
  clockNotice: Pick<ClockNotice, 'acknowledge'>
  auditLog: Pick<TillStore, 'list' | 'record'>
  log: Log
  view: () => TillState
  changed: () => void
  /** Opens a message in another program; a person presses Send there. */
  openOutside: OpenOutside
  /** Where the practice service listens; null while it does not run. */
  practiceOrigin: () => string | null
}

/** For a call that answers nothing but that it was done. */
export function done(work: () => void): Result<null> {
  work()
  return success(null)
}

/** Writes changed settings durably and tells the windows. */
export type ChangeSettings = (how: (settings: Settings) => Settings) => Result<null>

/** Begins an audited call: what it records later is of the person who is signed in now. Writing throws StoreFailed. */
export type BeginAudit = () => (action: AuditAction, detail: AuditDetail) => void
