import en from '../../resources/languages/en.json'
import sw from '../../resources/languages/sw.json'
import statusWords from '../../resources/status-words.json'
import type { ClosingView } from '../../shared/day/closing-page'
import { type Answer, answer, failure } from '../../shared/ipc/answer'
import type { Pushes, PushName } from '../../shared/ipc/contract'
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
import { createRecord } from './audit-log/audit-log'
import type { Clock } from './clock'
import { createCounterDoor } from './connections/connection-manager'
import { createPracticeEnd, type PracticeEnd } from './connections/practice-endpoint'
import { practiceBooks } from './connections/practice-ledger'
import { createSell } from './connections/with-engine'
import { createCustomerDisplay } from './customer-display/customer-display'
import type { CustomerMoment } from './customer-display/customer-scene'
import type { Log } from './diagnostics/log'
import { createExporter } from './exports/exporter'
import { seenDetail } from './hash-chain/checkpoint'
import { openHeads } from './hash-chain/heads-document'
import { createIntegrity } from './hash-chain/integrity'
import { createGuard, type Guard } from './ipc/guard'
import { createHandlers } from './ipc/handlers/all-handlers'
import type { Handlers } from './ipc/register'
import { viewTill } from './ipc/till-view'
import { type AnnouncerDesk, createAnnouncer } from './notifications/notifier'
import { openUnseen } from './notifications/unseen-results'
import type { Counter } from './payments/engine'
import type { UsePaperRoom } from './printing/print-window'
import { createReceiptDesk } from './printing/receipt-service'
import type { Random } from './random'
import type { ExaminerProcess } from './recovery/salvage/examiner-process'
import type { ResolveProxy } from './service'
import { createStaff } from './staff/staff'
import { createCopiedDocument } from './storage/copied-document'
import { createDocumentStore } from './storage/document-store'
import { openSettings } from './storage/settings'
import { type KeychainSealer, openVault } from './vault'

interface TillNeeds {
  dataFolder: string
  /** Null where the operating system has none to trust; then a passphrase is asked. */
  keychain: KeychainSealer | null
  version: string
  clock: Clock
  random: Random
  log: Log
  push: <Name extends PushName>(name: Name, value: Pushes[Name]) => void
  /** The cashier's window and desktop. */
  desk: AnnouncerDesk
  /** Where a person finds what is exported. */
  exportFolder: string
  /** Where receipts and closings are drawn for paper. */
  useReceiptRoom: UsePaperRoom<ReceiptView>
  useClosingRoom: UsePaperRoom<ClosingView>
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
  /** Opens the active connection's counter. Windows may already be there: they are told. */
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
export function createTill(needs: TillNeeds): Till {
  const { dataFolder, clock, random, log } = needs
  const recovered: RecoveredDocument[] = []
  const copied = (name: RecoveredDocument['name']) =>
    createCopiedDocument(dataFolder, name, document => {
      recovered.push(document)
      log.error('document-recovered', { name })
    })
  const settings = openSettings(copied('settings'))
  const vault = openVault({
    store: copied('vault'),
    keychain: needs.keychain,
    random: random.bytes,
    clock,
    pauseEnded: () => changed(),
  })
  const practice = createPracticeEnd({
    settings,
    start: port =>
      startPracticeService({
        port,
        ...practiceBooks({ dataFolder, vault, clock, random, log }),
        webhooks: 'off',
      }),
  })
  const shippedWords = statusWordsSchema.parse(statusWords)
  /** While the till is locked its window hears how many payments go on, and nothing of any of them. */
  const push: TillNeeds['push'] = (name, value) => {
    if (!staff.isLocked() || heardWhileLocked.has(name)) needs.push(name, value)
  }
  const tellWindow = () => push('tillChanged', state())
  const changed = () => {
    tellWindow()
    customer.tillChanged()
    placeCustomerWindow()
    receiptDesk.counterChanged(door.counter())
  }
  const integrity = createIntegrity({
    heads: openHeads(createDocumentStore(dataFolder, 'heads'), log),
    ...{ clock, log },
    changed: tellWindow,
    recordSeen: (store, changes) =>
      record.writeIfPossible('change-seen', null, seenDetail(store, changes)),
  })
  const record = createRecord({ dataFolder, vault, clock, log, watch: integrity })
  const staff = createStaff({
    ...{ vault, record, clock, changed },
    store: createDocumentStore(dataFolder, 'staff'),
    random: random.bytes,
    newId: random.accountId,
    idleMinutes: () => settings.get().staff.idleMinutes,
  })
  const door = createCounterDoor({
    ...{ dataFolder, settings, vault, shippedWords, clock, random, log, changed },
    exportFolder: needs.exportFolder,
    resolveProxy: needs.resolveProxy,
    startExaminer: needs.startExaminer,
    practiceEnd: practice.farEnd,
    person: staff.person,
    watch: integrity,
    saleChanged(sale, before) {
      push('saleChanged', sale)
      if (staff.isLocked()) tellWindow()
      customer.saleChanged(sale)
      announcer.saleChanged(sale, before)
      receiptDesk.saleChanged(sale)
    },
  })
  const announcer = createAnnouncer({
    document: openUnseen(createDocumentStore(dataFolder, 'unseen-results'), log, clock.wall),
    settings: settings.get,
    desk: {
      ...needs.desk,
      // A desktop that anybody sees says nothing of a sale while nobody is signed in.
      notify: (...notice) => {
        if (!staff.isLocked()) needs.desk.notify(...notice)
      },
    },
    ledger: () => door.counter()?.ledger ?? null,
    changed: unseen => push('unseenChanged', unseen),
  })
  const customer = createCustomerDisplay({
    clock,
    settings: settings.get,
    moment: () => momentOf(door.counter(), settings.get()),
    changed: view => push('customerViewChanged', view),
  })
  /** Nothing is opened beside the first run. */
  function placeCustomerWindow(): void {
    const { active, customerWindow } = settings.get()
    needs.customerWindow.place(active === null ? 'off' : customerWindow.display)
  }
  const receiptDesk = createReceiptDesk({
    ...{ settings, clock, log },
    sell: createSell(door),
    kind: () => settings.get().active ?? 'practice',
    words: { en: en.slip, sw: sw.slip },
    useRoom: needs.useReceiptRoom,
    exportFolder: needs.exportFolder,
  })
  const state = () =>
    viewTill({
      door,
      settings,
      vault,
      staff,
      changes: integrity.changes(),
      recovered,
      scenarios: scenarioNumbers,
      displays: needs.customerWindow.displays(),
      shippedWords,
      version: needs.version,
    })
  return {
    handlers: createHandlers({
      ...{
        door,
        settings,
        vault,
        clock,
        random,
        announcer,
        customer,
        receiptDesk,
        staff,
        record,
        integrity,
        person: staff.person,
        changed,
      },
      exporter: createExporter({
        folder: needs.exportFolder,
        clock,
        language: () => settings.get().display.language,
        showItemInFolder: needs.showItemInFolder,
      }),
      exportFolder: needs.exportFolder,
      useClosingRoom: needs.useClosingRoom,
      resolveProxy: needs.resolveProxy,
      chooseCertificateFile() {
        const { dialog, files } = words[settings.get().display.language].authority
        return needs.chooseCertificateFile({ title: dialog, files })
      },
      view: state,
      openCheckout: sale => openPracticeCheckout(sale, practice, needs.openExternal),
    }),
    guard: createGuard({ staff, record }),
    state,
    start: door.reopen,
    lock: staff.lock,
    displaysChanged: tellWindow,
    cashierGone: () => customer.showSale(null),
    wake: () => door.counter()?.wake(),
    async stop() {
      customer.stop()
      receiptDesk.stop()
      await door.close()
      await practice.stop()
      staff.stop()
      if (vault.ok) vault.vault.stop()
      record.close()
    },
  }
}

/** What the customer's window needs of the counter that sells, or null where none does. */
function momentOf(
  counter: Counter | null,
  { promptLifetimeMs }: Pick<Settings, 'promptLifetimeMs'>,
): CustomerMoment | null {
  if (counter === null) return null
  const serviceClockOffset = counter.serviceClockOffset()
  return { serviceClockOffset, account: counter.account(), promptLifetimeMs }
}

/** Only a page of our own practice service is ever handed to the browser. */
async function openPracticeCheckout(
  sale: Sale,
  practice: PracticeEnd,
  openExternal: TillNeeds['openExternal'],
): Promise<Answer<null>> {
  const origin = practice.origin()
  if (origin === null || !sale.checkoutUrl?.startsWith(`${origin}/`))
    return failure('action-not-possible', 'This checkout page is not of the practice service')
  await openExternal(sale.checkoutUrl)
  return answer(null)
}
