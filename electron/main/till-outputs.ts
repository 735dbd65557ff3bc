import type { Sale } from '../../shared/payment/sale'
import type { Settings } from '../../shared/settings'
import type { ConnectionManager } from './connections/connection-manager'
import { createWithEngine } from './connections/with-engine'
import { createCustomerDisplay } from './outputs/customer-display/customer-display'
import type { CustomerFacts } from './outputs/customer-display/customer-scene'
import { createNotifier, openUnseen } from './outputs/notifications/notifier'
import { createRawQueue, runProgram } from './outputs/printing/escpos/raw-queue'
import { createPrinters } from './outputs/printing/printers'
import { createReceiptService } from './outputs/printing/receipt-service'
import { slipWords } from './outputs/printing/receipt-view'
import { quietWhileLocked } from './outputs/while-locked'
import type { PaymentEngine } from './payments/engine'
import type { OpenOutside } from './platform/open-outside'
import { createDocumentStore } from './store/files/document-store'
import type { SettingsKeeper } from './store/settings'
import type { TillDeps } from './till-deps'
import type { TillRecords } from './till-records'

interface OutputsDeps extends Pick<TillRecords, 'staff'> {
  settings: SettingsKeeper
  connections: ConnectionManager
  openOutside: OpenOutside
  push: TillDeps['push']
}

/** What tells a result to people: notifications, the customer's display and receipts. */
export function createTillOutputs(
  deps: TillDeps,
  { settings, staff, connections, openOutside, push }: OutputsDeps,
) {
  const { dataFolder, clock, log } = deps
  const notifier = createNotifier({
    document: openUnseen(createDocumentStore(dataFolder, 'unseen-results'), log, clock.wall),
    settings: settings.get,
    tillWindows: quietWhileLocked(deps.tillWindows, () => staff.isLocked()),
    ledger: () => connections.engine()?.ledger ?? null,
    changed: unseen => push('unseenChanged', unseen),
  })
  const customer = createCustomerDisplay({
    clock,
    settings: settings.get,
    moment: () => momentOf(connections.engine(), settings.get()),
    changed: view => push('customerViewChanged', view),
  })
  const sendToQueue = createRawQueue({ platform: process.platform, run: runProgram, clock })
  const printers = createPrinters({ clock, sendToQueue })
  const receiptService = createReceiptService({
    settings,
    clock,
    log,
    withEngine: createWithEngine(connections),
    kind: () => settings.get().active ?? 'practice',
    words: slipWords,
    printers,
    useWindow: deps.useReceiptWindow,
    exportFolder: deps.exportFolder,
    openOutside,
    person: () => staff.person(),
  })
  return {
    services: { notifier, customer, receiptService, printers },
    saleChanged(sale: Sale, before: Sale | null) {
      customer.saleChanged(sale)
      notifier.saleChanged(sale, before)
      receiptService.saleChanged(sale, before)
    },
    tillChanged() {
      customer.tillChanged()
      placeCustomerWindow(deps, settings.get())
      receiptService.engineChanged(connections.engine())
    },
  }
}

/** During the first run no second window opens. */
function placeCustomerWindow(deps: TillDeps, { active, customerWindow }: Settings): void {
  deps.customerWindow.place(active === null ? 'off' : customerWindow.display)
}

/** What the customer's window needs of the engine that sells, or null when none does. */
function momentOf(
  engine: PaymentEngine | null,
  { promptLifetimeMs }: Pick<Settings, 'promptLifetimeMs'>,
): CustomerFacts | null {
  if (engine === null) return null
  const serviceClockOffset = engine.serviceClockOffset()
  return { serviceClockOffset, account: engine.account(), promptLifetimeMs }
}
