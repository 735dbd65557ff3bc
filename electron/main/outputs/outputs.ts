import { join } from 'node:path'
import type { ClosingView } from '../../../shared/day/closing-page'
import type { Pushes, PushName } from '../../../shared/ipc/contract'
import type { DisplayView } from '../../../shared/ipc/till-state'
import type { Payment } from '../../../shared/payment/payment'
import type { ReceiptView } from '../../../shared/receipt/receipt-view'
import type { ChosenDisplay } from '../../../shared/settings/customer-window'
import type { ConnectionManager } from '../connections/connection-manager'
import { createWithEngine } from '../connections/with-engine'
import type { Staff } from '../people/staff'
import type { Machine } from '../platform/machine'
import type { OpenOutside } from '../platform/open-outside'
import type { ShopDatabase } from '../shop/shop-database'
import { createDocumentStore } from '../store/files/document-store'
import type { SettingsKeeper } from '../store/settings'
import type { TillStore } from '../store/till-store'
import { CustomerDisplay } from './customer-display/customer-display'
import type { CustomerFacts } from './customer-display/customer-scene'
import { Day } from './day'
import { Exporter } from './exports/exporter'
import { ExportFolder } from './exports/new-file'
import { SupportFile } from './exports/support-file'
import { Meeting } from './meeting'
import { Notifier, type NotifierWindows, UnseenResults } from './notifications/notifier'
import { PendingOnScreen } from './pending-on-screen'
import { DayPapers } from './printing/day-papers'
import type { SendToQueue } from './printing/escpos/raw-queue'
import type { UsePrintWindow } from './printing/print-window'
import { Printers } from './printing/printers'
import { ReceiptService } from './printing/receipt-service'
import { Shift } from './shift'

/** What outputs need of the computer. */
export interface OutputsComputer {
  push: <Name extends PushName>(name: Name, value: Pushes[Name]) => void
  /** The cashier's window and desktop. */
  tillWindows: NotifierWindows
  /** The window on the customer's display. */
  customerWindow: {
    displays(): readonly DisplayView[]
    /** Where the owner wants it. */
    place(wanted: ChosenDisplay): void
  }
  /** Keeps the display from sleeping, or no longer. */
  keepDisplayOn: (on: boolean) => void
  /** Where receipts and closings are drawn for paper. */
  useReceiptWindow: UsePrintWindow<ReceiptView>
  useClosingWindow: UsePrintWindow<ClosingView>
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Opens an address in the program that this computer has for it. Only `open-outside.ts` calls it. */
  openExternal: (address: string) => Promise<void>
  /** Puts a text on the computer's clipboard. */
  copyText: (text: string) => void
}

interface OutputsParts {
  computer: Machine & OutputsComputer
  settings: SettingsKeeper
  store: TillStore
  shop: Pick<ShopDatabase, 'session' | 'view' | 'ownersDay'>
  staff: Pick<Staff, 'at' | 'isLocked' | 'person' | 'touch'>
  connections: Pick<ConnectionManager, 'engine' | 'stage' | 'workFailed'>
  openOutside: OpenOutside
  push: OutputsComputer['push']
  /** Sends the till's state to its window. */
  tellWindow: () => void
}

/** What the till gives to people: notifications, the customer's display, receipts, the day's papers and files. */
export class Outputs {
  readonly notifier: Notifier
  readonly pending: PendingOnScreen
  readonly customer: CustomerDisplay
  readonly receipts: ReceiptService
  readonly papers: DayPapers
  readonly exporter: Exporter
  readonly day: Day
  readonly shift: Shift
  readonly meeting: Meeting
  readonly supportFile: SupportFile

  constructor(private readonly parts: OutputsParts) {
    const { computer, settings, store, shop, staff, connections, openOutside } = parts
    const { push, tellWindow } = parts
    const { clock, log, dataFolder, showItemInFolder } = computer
    const withEngine = createWithEngine(connections)
    const exportFolder = new ExportFolder(computer.exportFolder)
    const person = () => staff.person()
    this.notifier = new Notifier({
      unseen: new UnseenResults(createDocumentStore(dataFolder, 'unseen-results'), log, clock.wall),
      withEngine,
      settings: settings.get,
      tillWindows: computer.tillWindows,
      isLocked: () => staff.isLocked(),
      changed: unseen => push('unseenChanged', unseen),
    })
    this.pending = new PendingOnScreen({
      clock,
      changed(pending) {
        computer.keepDisplayOn(pending)
        // The time until the till locks begins with the result.
        if (!pending) staff.touch()
      },
    })
    this.customer = new CustomerDisplay({
      clock,
      withEngine,
      settings: settings.get,
      facts: () => this.customerFacts(),
      changed: view => push('customerViewChanged', view),
      shown: payment => this.pending.show(payment),
    })
    const sendToQueue: SendToQueue = async (...job) => {
      const { createRawQueue, runProgram } = await import('./printing/escpos/raw-queue')
      return createRawQueue({ platform: process.platform, run: runProgram, clock })(...job)
    }
    const printers = new Printers({ clock, sendToQueue })
    this.papers = new DayPapers({
      ...{ settings, clock, printers, exportFolder },
      useWindow: computer.useClosingWindow,
    })
    this.receipts = new ReceiptService({
      settings,
      clock,
      log,
      withEngine,
      printers,
      useWindow: computer.useReceiptWindow,
      exportFolder,
      openOutside,
      person,
    })
    const day = {
      ...{ withEngine, settings, store, clock, exportFolder, openOutside },
      papers: this.papers,
    }
    this.day = new Day({ ...day, connections, log, person, tellWindow })
    this.shift = new Shift({ ...day, staff })
    this.meeting = new Meeting({ shop, settings, clock, exportFolder })
    this.exporter = new Exporter({
      folder: exportFolder,
      ...{ withEngine, connections },
      clock,
      language: () => settings.get().display.language,
      showItemInFolder,
    })
    this.supportFile = new SupportFile({
      version: computer.version,
      logFolder: join(dataFolder, 'logs'),
      exportFolder: exportFolder.path,
      clock,
      settings: settings.get,
      ledger() {
        const engine = connections.engine()
        return engine && { kind: engine.kind, statistics: engine.ledger.statistics() }
      },
      stage: () => connections.stage().name,
      showItemInFolder,
    })
  }

  paymentChanged(payment: Payment, before: Payment | null): void {
    this.pending.paymentChanged(payment)
    this.customer.paymentChanged(payment)
    this.notifier.paymentChanged(payment, before)
    this.receipts.paymentChanged(payment, before)
  }

  /** The stage, the settings or who is signed in changed. During the first run no second window opens. */
  tillChanged(): void {
    const { computer, connections, settings } = this.parts
    const { active, customerWindow } = settings.get()
    this.customer.tillChanged()
    computer.customerWindow.place(active === null ? 'off' : customerWindow.display)
    this.receipts.engineChanged(connections.engine())
  }

  stop(): void {
    this.customer.stop()
    this.pending.stop()
    this.receipts.stop()
  }

  /** What the customer's window needs of the engine that sells, or null when none does. */
  private customerFacts(): CustomerFacts | null {
    const engine = this.parts.connections.engine()
    return (
      engine && {
        serviceClockOffset: engine.accountGate.serviceClock.offset(),
        account: engine.account(),
        promptLifetimeMs: this.parts.settings.get().promptLifetimeMs,
      }
    )
  }
}

/** Pushes that say nothing of a payment to a person at a locked till; the customer's window is the customer's. */
const pushedWhileLocked: ReadonlySet<PushName> = new Set([
  'tillChanged',
  'customerViewChanged',
  'soundDue',
])

/** While the till is locked its window gets the number of payments that continue, and nothing of any of them. */
export function pushWhileUnlocked(
  push: OutputsComputer['push'],
  isLocked: () => boolean,
): OutputsComputer['push'] {
  return (name, value) => {
    if (!isLocked() || pushedWhileLocked.has(name)) push(name, value)
  }
}
