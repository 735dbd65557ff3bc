import type { AuditAction, AuditDetail } from '../../../../shared/audit-entry'
import type { ClosingView } from '../../../../shared/day/closing-page'
import type { Result } from '../../../../shared/ipc/result'
import type { TillState } from '../../../../shared/ipc/till-state'
import type { Sale } from '../../../../shared/payment/sale'
import type { Person } from '../../../../shared/person'
import type { Settings } from '../../../../shared/settings'
import type { AuditLog } from '../../audit-log/audit-log'
import type { Backups } from '../../backup/backup'
import type { Clock } from '../../clock'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { CustomerDisplay } from '../../customer-display/customer-display'
import type { Exporter } from '../../exports/exporter'
import type { SupportFile } from '../../exports/support-file/support-file'
import type { Integrity } from '../../hash-chain/integrity'
import type { Notifier } from '../../notifications/notifier'
import type { UsePrintWindow } from '../../printing/print-window'
import type { ReceiptService } from '../../printing/receipt-service'
import type { Random } from '../../random'
import type { ResolveProxy } from '../../service'
import type { ShopDatabase } from '../../shop/shop-database'
import type { StillAdmitted } from '../../staff/access'
import type { Staff } from '../../staff/staff'
import type { SettingsKeeper } from '../../storage/settings'
import type { Updates } from '../../updates/updates'
import type { VaultOpening } from '../../vault'
import type { Caller } from '../register'

/** What the handlers of all calls need. */
export interface HandlerDeps {
  connections: ConnectionManager
  settings: SettingsKeeper
  vault: VaultOpening
  exporter: Exporter
  supportFile: SupportFile
  backups: Backups
  updates: Updates
  shop: ShopDatabase
  staff: Staff
  auditLog: AuditLog
  integrity: Integrity
  clock: Clock
  random: Random
  notifier: Notifier
  customer: CustomerDisplay
  /** Who is signed in, for the audit log; null on a till without staff. */
  person: () => Person | null
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Where closings are drawn. */
  useClosingWindow: UsePrintWindow<ClosingView>
  view: () => TillState
  changed: () => void
  receiptService: ReceiptService
  /** Lets a person choose a file of certificates; null where they chose none. */
  chooseCertificateFile: () => Promise<string | null>
  /** The way that this computer takes to an address. */
  resolveProxy: ResolveProxy
  /** Puts a text on the computer's clipboard. */
  copyText: (text: string) => void
  openCheckout: (sale: Sale) => Promise<Result<null>>
}

/** Whether the caller may go on with a call after a wait. */
export function stillOf(caller: Caller | undefined): StillAdmitted {
  return () => caller?.stillAdmitted() ?? null
}

/** Writes changed settings durably and tells the windows. */
export type ChangeSettings = (how: (settings: Settings) => Settings) => Result<null>

/** Writes an audit entry; throws AuditLogFailed. */
export type WriteAudit = (action: AuditAction, detail: AuditDetail) => void

/** Begins an audited call: what it records later is of the person who is signed in now. */
export type BeginAudit = () => WriteAudit

/** Writes to the audit log, or holds what cannot be written before the passphrase was typed. */
export function createBeginAudit({
  auditLog,
  staff,
  person,
}: Pick<HandlerDeps, 'auditLog' | 'staff' | 'person'>): BeginAudit {
  return () => {
    const by = person()
    return (action, detail) => {
      // Without staff there is no sign-in, and Practice never asks for the passphrase (decision 4).
      const write = staff.at().state === 'none' ? auditLog.writeOrHold : auditLog.write
      write(action, by, detail)
    }
  }
}
