import type { ClosingView } from '../../../../shared/day/closing-page'
import type { Answer } from '../../../../shared/ipc/answer'
import type { TillState } from '../../../../shared/ipc/till-state'
import type { Sale } from '../../../../shared/payment/sale'
import type { Person } from '../../../../shared/person'
import type { Settings } from '../../../../shared/settings'
import type { Record } from '../../audit-log/audit-log'
import type { Clock } from '../../clock'
import type { CounterDoor } from '../../connections/connection-manager'
import type { CustomerDisplay } from '../../customer-display/customer-display'
import type { Exporter } from '../../exports/exporter'
import type { Integrity } from '../../hash-chain/integrity'
import type { Announcer } from '../../notifications/notifier'
import type { UsePaperRoom } from '../../printing/print-window'
import type { ReceiptDesk } from '../../printing/receipt-service'
import type { Random } from '../../random'
import type { ResolveProxy } from '../../service'
import type { Staff } from '../../staff/staff'
import type { SettingsKeeper } from '../../storage/settings'
import type { VaultOpening } from '../../vault'

/** What the till's handlers stand on. */
export interface HandlerNeeds {
  door: CounterDoor
  settings: SettingsKeeper
  vault: VaultOpening
  exporter: Exporter
  staff: Staff
  record: Record
  integrity: Integrity
  clock: Clock
  random: Random
  announcer: Announcer
  customer: CustomerDisplay
  /** Who stands at the till, for the record; null where it keeps no people. */
  person: () => Person | null
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Where closings are drawn. */
  useClosingRoom: UsePaperRoom<ClosingView>
  view: () => TillState
  changed: () => void
  receiptDesk: ReceiptDesk
  /** Lets a person choose a file of certificates; null where they chose none. */
  chooseCertificateFile: () => Promise<string | null>
  /** The way that this computer takes to an address. */
  resolveProxy: ResolveProxy
  openCheckout: (sale: Sale) => Promise<Answer<null>>
}

/** Writes changed settings durably and tells the windows. */
export type ChangeSettings = (how: (settings: Settings) => Settings) => Answer<null>
