import en from '../../resources/languages/en.json'
import sw from '../../resources/languages/sw.json'
import statusWords from '../../resources/status-words.json'
import type { ClosingView } from '../../shared/day/closing-page'
import type { Pushes, PushName } from '../../shared/ipc/contract'
import { failure, type Result, success } from '../../shared/ipc/result'
import type {
  DisplayView,
  LockReason,
  RecoveredDocument,
  TillState,
} from '../../shared/ipc/till-state'
import type { Sale } from '../../shared/payment/sale'
import { statusWordsSchema } from '../../shared/payment/status-words'
import type { ReceiptView } from '../../shared/receipt/receipt-view'
import type { Settings } from '../../shared/settings'
import type { ChosenDisplay } from '../../shared/settings/customer-window'
import { scenarios, startPracticeService } from '../practice'
import { createAuditLog } from './audit-log/audit-log'
import type { Clock } from './clock'
import { createConnectionManager } from './connections/connection-manager'
import { createPracticeEndpoint, type PracticeEndpoint } from './connections/practice-endpoint'
import { practiceLedger } from './connections/practice-ledger'
import { createWithEngine } from './connections/with-engine'
import { createCustomerDisplay } from './customer-display/customer-display'
import type { CustomerFacts } from './customer-display/customer-scene'
import type { Log } from './diagnostics/log'
import { createExporter } from './exports/exporter'
import { seenDetail } from './hash-chain/checkpoint'
import { openHeads } from './hash-chain/checkpoint-document'
import { createIntegrity } from './hash-chain/integrity'
import { createGuard, type Guard } from './ipc/guard'
import { createHandlers } from './ipc/handlers'
import type { Handlers } from './ipc/register'
import { viewTill } from './ipc/till-view'
import { createNotifier, type NotifierWindows } from './notifications/notifier'
import { openUnseen } from './notifications/unseen-results'
import type { PaymentEngine } from './payments/engine'
import type { UsePrintWindow } from './printing/print-window'
import { createReceiptService } from './printing/receipt-service'
import type { Random } from './random'
import type { ExaminerProcess } from './recovery/salvage/examiner-process'
import type { ResolveProxy } from './service'
import { createStaff } from './staff/staff'
import { createCopiedDocument } from './storage/copied-document'
import { createDocumentStore } from './storage/document-store'
import { openSettings } from './storage/settings'
import { type KeychainSealer, openVault } from './vault'

interface TillDeps {
  dataFolder: string
  /** Null where the operating system has none to trust; then a passphrase is asked. */
  keychain: KeychainSealer | null
  version: string
  clock: Clock
  random: Random
  log: Log
  push: <Name extends PushName>(name: Name, value: Pushes[Name]) => void
  /** The cashier's window and desktop. */
  desk: NotifierWindows
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Where receipts and closings are drawn for paper. */
  useReceiptRoom: UsePrintWindow<ReceiptView>
  useClosingRoom: UsePrintWindow<ClosingView>
  /** Starts the process that looks at a ledger which may be damaged. */
  startExaminer: () => ExaminerProcess
  /** The window on the customer's display. */
  customerWindow: {
    displays(): readonly DisplayView[]
    /** Opens, moves or closes it. */
    place(display: ChosenDisplay): void
  }
  /** Lets a person choose a file of certificates; null where they chose none. */
  chooseCertificateFile: (words: { title: string; files: string }) => Promise<string | null>
  /** The way that this computer takes to an address: Chromium's words for it. */
  resolveProxy: ResolveProxy
  /** Shows a file in the computer's own folder window. */
  showItemInFolder: (file: string) => void
  /** Shows an address in this computer's own browser. */
  openExternal: (address: string) => Promise<void>
}

const words = { en, sw }

/** What a window lists of the scenarios: their words are in its language files. */
const scenarioNumbers = scenarios.map(({ id, phone }) => ({ id, phone }))

/** What says nothing of a sale to whoever stands before a locked till; the customer's window is the customer's. */
const heardWhileLocked: ReadonlySet<PushName> = new Set([
  'tillChanged',
  'customerViewChanged',
  'soundDue',
])

/** The till: everything but the windows. */
export interface Till {
  handlers: Handlers
  /** What stands before every handler. */
  guard: Guard
  state(): TillState
  /** Opens the active connection's engine. Windows may already be there: they are told. */
  start(): Promise<void>
  /** A display came, went or changed. */
  displaysChanged(): void
  /** The till's window is gone, or shows nothing that a cashier chose: no sale is in front. */
  cashierGone(): void
  /** Nobody is at the till any more. The payments go on. */
  lock(why: LockReason): void
  /** The computer was asleep. */
  wake(): void
  stop(): Promise<void>
}

/** The composition root: builds the services in order. The only place that knows them all. */
export function createTill(deps: TillDeps): Till {
  const { dataFolder, clock, random, log } = deps
  const recovered: RecoveredDocument[] = []
  const copied = (name: RecoveredDocument['name']) =>
    createCopiedDocument(dataFolder, name, document => {
      recovered.push(document)
      log.error('document-recovered', { name })
    })
  const settings = openSettings(copied('settings'))
  const vault = openVault({
    store: copied('vault'),
    keychain: deps.keychain,
    random: random.bytes,
    clock,
    pauseEnded: () => changed(),
  })
  const practice = createPracticeEndpoint({
    settings,
    start: port =>
      startPracticeService({
        port,
        ...practiceLedger({ dataFolder, vault, clock, random, log }),
        webhooks: 'off',
      }),
  })
  const shippedWords = statusWordsSchema.parse(statusWords)
  /** While the till is locked its window hears how many payments go on, and nothing of any of them. */
  const push: TillDeps['push'] = (name, value) => {
    if (!staff.isLocked() || heardWhileLocked.has(name)) deps.push(name, value)
  }
  const tellWindow = () => push('tillChanged', state())
  const changed = () => {
    tellWindow()
    customer.tillChanged()
    placeCustomerWindow()
    receiptDesk.counterChanged(connections.engine())
  }
  const integrity = createIntegrity({
    heads: openHeads(createDocumentStore(dataFolder, 'heads'), log),
    ...{ clock, log },
    changed: tellWindow,
    recordSeen: (store, changes) =>
      record.writeIfPossible('change-seen', null, seenDetail(store, changes)),
  })
  const record = createAuditLog({ dataFolder, vault, clock, log, watch: integrity })
  const staff = createStaff({
    ...{ vault, record, clock, changed },
    store: createDocumentStore(dataFolder, 'staff'),
    random: random.bytes,
    newId: random.accountId,
    idleMinutes: () => settings.get().staff.idleMinutes,
  })
  const connections = createConnectionManager({
    ...{ dataFolder, settings, vault, shippedWords, clock, random, log, changed },
    exportFolder: deps.exportFolder,
    resolveProxy: deps.resolveProxy,
    startExaminer: deps.startExaminer,
    practiceEnd: practice.farEnd,
    person: staff.person,
    watch: integrity,
    saleChanged(sale, before) {
      push('saleChanged', sale)
      if (staff.isLocked()) tellWindow()
      customer.saleChanged(sale)
      notifier.saleChanged(sale, before)
      receiptDesk.saleChanged(sale)
    },
  })
  const notifier = createNotifier({
    document: openUnseen(createDocumentStore(dataFolder, 'unseen-results'), log, clock.wall),
    settings: settings.get,
    desk: {
      ...deps.desk,
      // A desktop that anybody sees says nothing of a sale while nobody is signed in.
      notify: (...notice) => {
        if (!staff.isLocked()) deps.desk.notify(...notice)
      },
    },
    ledger: () => connections.engine()?.ledger ?? null,
    changed: unseen => push('unseenChanged', unseen),
  })
  const customer = createCustomerDisplay({
    clock,
    settings: settings.get,
    moment: () => momentOf(connections.engine(), settings.get()),
    changed: view => push('customerViewChanged', view),
  })
  /** Nothing is opened beside the first run. */
  function placeCustomerWindow(): void {
    const { active, customerWindow } = settings.get()
    deps.customerWindow.place(active === null ? 'off' : customerWindow.display)
  }
  const receiptDesk = createReceiptService({
    ...{ settings, clock, log },
    sell: createWithEngine(connections),
    kind: () => settings.get().active ?? 'practice',
    words: { en: en.slip, sw: sw.slip },
    useRoom: deps.useReceiptRoom,
    exportFolder: deps.exportFolder,
  })
  const state = () =>
    viewTill({
      connections,
      settings,
      vault,
      staff,
      changes: integrity.changes(),
      recovered,
      scenarios: scenarioNumbers,
      displays: deps.customerWindow.displays(),
      shippedWords,
      version: deps.version,
    })
  return {
    handlers: createHandlers({
      ...{
        connections,
        settings,
        vault,
        clock,
        random,
        notifier,
        customer,
        receiptDesk,
        staff,
        record,
        integrity,
        person: staff.person,
        changed,
      },
      exporter: createExporter({
        folder: deps.exportFolder,
        clock,
        language: () => settings.get().display.language,
        showItemInFolder: deps.showItemInFolder,
      }),
      exportFolder: deps.exportFolder,
      useClosingRoom: deps.useClosingRoom,
      resolveProxy: deps.resolveProxy,
      chooseCertificateFile() {
        const { dialog, files } = words[settings.get().display.language].authority
        return deps.chooseCertificateFile({ title: dialog, files })
      },
      view: state,
      openCheckout: sale => openPracticeCheckout(sale, practice, deps.openExternal),
    }),
    guard: createGuard({ staff, record }),
    state,
    start: connections.reopen,
    lock: staff.lock,
    displaysChanged: tellWindow,
    cashierGone: () => customer.showSale(null),
    wake: () => connections.engine()?.wake(),
    async stop() {
      customer.stop()
      receiptDesk.stop()
      await connections.close()
      await practice.stop()
      staff.stop()
      if (vault.ok) vault.vault.stop()
      record.close()
    },
  }
}

/** What the customer's window needs of the counter that sells, or null where none does. */
function momentOf(
  engine: PaymentEngine | null,
  { promptLifetimeMs }: Pick<Settings, 'promptLifetimeMs'>,
): CustomerFacts | null {
  if (engine === null) return null
  const serviceClockOffset = engine.serviceClockOffset()
  return { serviceClockOffset, account: engine.account(), promptLifetimeMs }
}

/** Only a page of our own practice service is ever handed to the browser. */
async function openPracticeCheckout(
  sale: Sale,
  practice: PracticeEndpoint,
  openExternal: TillDeps['openExternal'],
): Promise<Result<null>> {
  const origin = practice.origin()
  if (origin === null || !sale.checkoutUrl?.startsWith(`${origin}/`))
    return failure('action-not-possible', 'This checkout page is not of the practice service')
  await openExternal(sale.checkoutUrl)
  return success(null)
}
