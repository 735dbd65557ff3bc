import type { AuditAction, AuditDetail } from '../../../../shared/audit-entry'
import type { ClosingView } from '../../../../shared/day/closing-page'
import type { Result } from '../../../../shared/ipc/result'
import type { TillState } from '../../../../shared/ipc/till-state'
import type { Sale } from '../../../../shared/payment/sale'
import type { Person } from '../../../../shared/person'
import type { Settings } from '../../../../shared/settings'
import type { Backups } from '../../backup/backup'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { CustomerDisplay } from '../../outputs/customer-display/customer-display'
import type { Exporter } from '../../outputs/exports/exporter'
import type { SupportFile } from '../../outputs/exports/support-file'
import type { Notifier } from '../../outputs/notifications/notifier'
import type { UsePrintWindow } from '../../outputs/printing/print-window'
import type { Printers } from '../../outputs/printing/printers'
import type { ReceiptService } from '../../outputs/printing/receipt-service'
import type { StillAdmitted } from '../../people/access'
import type { Staff } from '../../people/staff'
import type { Clock } from '../../platform/clock'
import type { OpenOutside } from '../../platform/open-outside'
import type { Random } from '../../platform/random'
import type { ResolveProxy } from '../../service'
import type { ShopDatabase } from '../../shop/shop-database'
import type { AuditLog } from '../../store/audit-log'
import type { Integrity } from '../../store/ledger/integrity'
import type { SettingsKeeper } from '../../store/settings'
import type { TillStore } from '../../store/till-store'
import type { Updates } from '../../updates/updates'
import type { Caller } from '../register'

/** A part's public members. */
type Public<Part> = Pick<Part, keyof Part>

/** What the handlers of all calls need. */
export interface HandlerDeps {
  connections: Public<ConnectionManager>
  settings: SettingsKeeper
  store: TillStore
  exporter: Exporter
  supportFile: SupportFile
  backups: Public<Backups>
  updates: Public<Updates>
  shop: Public<ShopDatabase>
  staff: Staff
  auditLog: AuditLog
  integrity: Public<Integrity>
  clock: Clock
  random: Random
  notifier: Notifier
  customer: CustomerDisplay
  /** Who is signed in, for the audit log; null on a till without staff. */
  person: () => Person | null
  dataFolder: string
  /** Ends the till and starts it again. */
  restart: () => void
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Where closings are drawn. */
  useClosingWindow: UsePrintWindow<ClosingView>
  view: () => TillState
  changed: () => void
  receiptService: ReceiptService
  printers: Printers
  /** Lets a person choose a file of certificates; null where they chose none. */
  chooseCertificateFile: () => Promise<string | null>
  /** The way that this computer takes to an address. */
  resolveProxy: ResolveProxy
  /** Puts a text on the computer's clipboard. */
  copyText: (text: string) => void
  /** Opens a message in another program; a person presses Send there. */
  openOutside: OpenOutside
  openCheckout: (sale: Sale) => Promise<Result<null>>
}

/** Whether the caller may go on with a call after a wait. */
export function stillOf(caller: Caller | undefined): StillAdmitted {
  return () => caller?.stillAdmitted() ?? null
}

/** Writes changed settings durably and tells the windows. */
export type ChangeSettings = (how: (settings: Settings) => Settings) => Result<null>

/** Writes an audit entry; throws StoreFailed. */
export type WriteAudit = (action: AuditAction, detail: AuditDetail) => void

/** Begins an audited call: what it records later is of the person who is signed in now. */
export type BeginAudit = () => WriteAudit

export function createBeginAudit({
  auditLog,
  person,
}: Pick<HandlerDeps, 'auditLog' | 'person'>): BeginAudit {
  return () => {
    const by = person()
    return (action, detail) => auditLog.write(action, by, detail)
  }
}
