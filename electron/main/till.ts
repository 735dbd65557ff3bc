import { join } from 'node:path'
import statusWords from '../../resources/status-words.json'
import type { Handlers } from '../../shared/ipc/handlers'
import { statusWordsSchema } from '../../shared/payment/status-words'
import { paysAlone } from '../../shared/sale/sale-view'
import { scenarios } from '../practice/scenarios/table'
import { Backups, folderSilence } from './backup/backup'
import { finishRestore } from './backup/finish-restore'
import { asAccount, savedKeys } from './connections/account-keys'
import { shopAuthorities } from './connections/authorities'
import { ConnectionManager } from './connections/connection-manager'
import { PracticeEndpoint, practiceLedger } from './connections/practice-endpoint'
import { createGuard, type Guard, guardFolder } from './ipc/guard'
import { createHandlers } from './ipc/handlers'
import { createSenderOf, registerHandlers } from './ipc/register'
import { openPayments, viewTill } from './ipc/till-view'
import { Outputs, pushWhileUnlocked } from './outputs/outputs'
import {
  type Computer,
  type ComputerListener,
  createComputer,
  type Started,
} from './outputs/windows/computer'
import { Staff } from './people/staff'
import { systemClock } from './platform/clock'
import { ClockNotice } from './platform/clock-notice'
import { endsWithin } from './platform/ends-within'
import { createOpenOutside } from './platform/open-outside'
import { Workers } from './platform/workers'
import type { KnownTimes, NewestRecord } from './platform/wrong-clock'
import { loadClient } from './service'
import { ShopDatabase } from './shop/shop-database'
import { createDocumentStore } from './store/files/document-store'
import { lockFolder } from './store/folder-lock'
import { checkRecords } from './store/ledger/check-records'
import { longestExamination } from './store/recovery/ledger-files'
import { KeptSettings } from './store/settings'
import { TillStore } from './store/till-store'
import { Updates } from './updates/updates'

/** The scenarios as a window lists them: their words are in its language files. */
const scenarioNumbers = scenarios.map(({ id, phone }) => ({ id, phone }))

interface ShopParts {
  store: TillStore
  settings: KeptSettings
  staff: Staff
  /** Built after the shop: it asks it. */
  connections: () => ConnectionManager
  changed: () => void
}

/** A till that quits is gone within 3 s: so long its parts may take to close, ms. */
const longestClosing = 2_000

/** What is not needed at the start is loaded so much later, ms. */
const loadBehindMs = 2_000

/** The till: everything but the windows. */
export interface Till extends ComputerListener {
  handlers: Handlers
  /** Checks every call before its handler. */
  guard: Guard
  state(): ReturnType<typeof viewTill>
  /** The cashier has a payment on the screen that is being paid. */
  isPaying(): boolean
  /** Opens the active connection's engine. Windows may already be there: they get the new state. */
  start(): Promise<void>
}

/** Puts the till together and joins it to Electron. Resolves once its first stage is decided. */
export async function openTill(started: Started): Promise<Pick<Till, 'isPaying'>> {
  const { dataFolder, log, factory, electron } = started
  // Nothing of the folder is opened before its lock, and a restore that was decided comes before all else.
  const folderLock = started.folderLock ?? (await lockFolder(dataFolder, systemClock))
  finishRestore(dataFolder)
  const computer = createComputer(started)
  log.info('started', { version: computer.version })
  const till = createTill(computer)
  registerHandlers({
    ipcMain: electron.ipcMain,
    handlers: till.handlers,
    senderOf: createSenderOf(
      contents => factory.kindOf(contents),
      () => factory.origin(),
    ),
    guard: guardFolder(till.guard, folderLock, computer.endWithoutFolder),
    log,
  })
  computer.listen(till)
  await till.start().catch(error => log.error('start-failed', { error }))
  return till
}

/** The composition root: the parts, and what the windows and the computer may ask of them. */
export function createTill(computer: Computer): Till {
  const parts = createParts(computer)
  const { store, practice, staff, shop, connections, backups, updates, outputs } = parts
  const { clockNotice } = parts
  return {
    handlers: createHandlers({ ...parts, practiceOrigin: () => practice.origin() }),
    guard: createGuard({ store, staff, auditLog: store }),
    state: parts.view,
    async start() {
      backups.start()
      updates.start()
      clockNotice.start()
      await connections.reopen()
      // Once the window is drawn: the first payment does not wait for the client's code.
      computer.clock.after(loadBehindMs, loadClient)
    },
    lock: why => staff.lockFor(why),
    displaysChanged: parts.tellWindow,
    cashierGone: () => outputs.customer.show(null),
    wake() {
      clockNotice.refresh()
      connections.engine()?.wake()
    },
    isPaying: () => outputs.pending.isPending(),
    async stop() {
      const install = updates.toInstall()
      updates.stop()
      clockNotice.stop()
      outputs.stop()
      backups.stop()
      const closing = Promise.all([connections.close().then(() => practice.stop()), shop.stop()])
      // Whatever is silent: a till that does not end keeps the next one from starting.
      const isClosed = await endsWithin(closing, longestClosing, computer.clock)
      if (!isClosed) computer.log.warn('not-closed-in-time')
      staff.stop()
      store.stop()
      // Last: nothing of this till is open any more.
      await install?.()
    },
  }
}

/** Builds the parts in order: the only place that knows them all. */
function createParts(computer: Computer) {
  const { dataFolder, clock, random, log, version, showItemInFolder } = computer
  const { store, settings } = openStore(computer, {
    changed: () => changed(),
    settingsChanged() {
      changed()
      staff.idleChanged()
    },
  })
  const practice = new PracticeEndpoint({
    settings,
    async start(port) {
      const { startPracticeService } = await import('../practice')
      const books = practiceLedger({ dataFolder, store, clock, random, log })
      return startPracticeService({ port, ...books })
    },
  })
  const shippedWords = statusWordsSchema.parse(statusWords)
  const language = () => settings.get().display.language
  const person = () => staff.person()
  const push = pushWhileUnlocked(computer.push, () => staff.isLocked())
  const tellWindow = () => push('tillChanged', view())
  const changed = () => {
    tellWindow()
    outputs.tillChanged()
  }
  const staff = new Staff({
    store,
    clock,
    log,
    changed,
    signedIn: who => void outputs.shift.signedIn(who),
    random: random.bytes,
    newId: random.accountId,
    idleMinutes: () => settings.get().staff.idleMinutes,
    pinDigits: () => settings.get().staff.pinDigits,
    isAwaited: () => outputs.pending.isPending(),
  })
  const shop = createShop(computer, {
    store,
    settings,
    staff,
    connections: () => connections,
    changed: tellWindow,
  })
  const connections = new ConnectionManager({
    dataFolder,
    settings,
    store,
    shippedWords,
    clock,
    random,
    log,
    changed,
    exportFolder: computer.exportFolder,
    resolveProxy: computer.resolveProxy,
    examiners: new Workers({ start: computer.startWorker, clock, silence: longestExamination }),
    practice,
    person,
    shop,
    paymentChanged(payment, before, sale) {
      push('saleChanged', sale)
      push('paymentChanged', payment)
      updates.paymentChanged()
      outputs.paymentChanged(payment, before)
      // Last: a locked till says the result. The rest of a sale may be here now, or missing again.
      if (staff.isLocked() || !paysAlone(payment)) tellWindow()
    },
  })
  const backups = new Backups({
    dataFolder,
    store,
    workers: new Workers({ start: computer.startWorker, clock, silence: folderSilence }),
    keychain: computer.keychain,
    person,
    clock,
    random: random.bytes,
    version,
    chooseFolder: () => computer.chooseBackupFolder(language()),
    chooseFile: () => computer.chooseBackupFile(language()),
    showItemInFolder,
    restart: computer.restart,
    changed: tellWindow,
    reopen: () => connections.reopen(),
    async made() {
      const engine = connections.engine()
      const wanted = () => connections.engine() === engine
      if (engine) await checkRecords(engine.ledger.chain, { store, log, wanted })
    },
  })
  const updates = new Updates({
    settings,
    auditLog: store,
    clock,
    log,
    version,
    folder: join(dataFolder, 'updates'),
    chosen: createDocumentStore(dataFolder, 'update'),
    computer: computer.updateComputer,
    showItemInFolder,
    restart: computer.restart,
    isIdle: () => openPayments(connections) === 0,
    isVouched: () => store.closed() === null && store.document().restored === null,
    changed: tellWindow,
  })
  const openOutside = createOpenOutside({
    openExternal: computer.openExternal,
    practiceOrigin: () => practice.origin(),
  })
  const outputs = new Outputs({
    ...{ computer, settings, store, shop, staff, connections, openOutside, push, tellWindow },
  })
  const clockNotice = createClockNotice(computer, { connections, shop, changed: tellWindow })
  const view = () =>
    viewTill({
      clockNotice,
      unseen: ledger => outputs.notifier.waiting(ledger),
      connections,
      settings,
      store,
      staff,
      backups,
      updates,
      shop,
      computer,
      scenarios: scenarioNumbers,
      shippedWords,
    })
  return {
    computer,
    store,
    settings,
    practice,
    staff,
    shop,
    connections,
    backups,
    updates,
    outputs,
    clockNotice,
    openOutside,
    tellWindow,
    changed,
    view,
  }
}

function createClockNotice(
  computer: Computer,
  parts: { connections: ConnectionManager; shop: ShopDatabase; changed: () => void },
): ClockNotice {
  const { dataFolder, clock, log } = computer
  const { connections, shop, changed } = parts
  return new ClockNotice({
    clock,
    log,
    store: createDocumentStore(dataFolder, 'clock-notice'),
    known: () => knownTimes(computer, connections, shop),
    changed,
  })
}

/** What this run has heard of the time, and what the ledger in use has of it. */
function knownTimes(
  { builtAt }: Computer,
  connections: ConnectionManager,
  shop: ShopDatabase,
): KnownTimes {
  const engine = connections.engine()
  return {
    builtAt,
    serviceTime: engine?.accountGate.serviceClock.known() ?? null,
    databaseTime: shop.session()?.time() ?? null,
    isCertificateTooNew: [engine?.accountGate.fault(), shop.view()?.fault].includes('clock-wrong'),
    newest: newestOf(connections),
  }
}

function newestOf(connections: ConnectionManager): NewestRecord | null {
  try {
    return connections.engine()?.newestRecord() ?? null
  } catch (error) {
    connections.fault(error)
    return null
  }
}

/** All that is sealed, and the settings on it. */
function openStore(
  { dataFolder, keychain, random, clock, log }: Computer,
  { changed, settingsChanged }: { changed: () => void; settingsChanged: () => void },
): { store: TillStore; settings: KeptSettings } {
  const store = new TillStore({
    folder: dataFolder,
    keychain,
    random: random.bytes,
    clock,
    log,
    changed,
  })
  const preferences = createDocumentStore(dataFolder, 'preferences')
  return { store, settings: new KeptSettings(store, preferences, log, settingsChanged) }
}

/** This till's place in its shop, with its keys and settings. */
function createShop(
  { dataFolder, clock, random, log, push, shopBeatMs, version }: Computer,
  { store, settings, staff, connections, changed }: ShopParts,
): ShopDatabase {
  return new ShopDatabase({
    store,
    clock,
    random,
    log,
    version,
    beatMs: shopBeatMs,
    auditLog: store,
    positionStore: createDocumentStore(dataFolder, 'shop-position'),
    person: () => staff.person(),
    kind: () => settings.get().active ?? 'practice',
    authorities: kind => shopAuthorities(settings.get(), kind),
    replaced: () => connections().replaced(),
    leavePractice: () => connections().choose(all => ({ ...all, active: null })),
    putInPlace: build => connections().putInPlace(build),
    renewLedger: build => connections().renewLedger(build),
    isAccount(kind, account) {
      if (kind === 'practice') return
      const keys = savedKeys(store, kind)
      settings.update(all => ({ ...all, [kind]: asAccount(all[kind], keys, account) }))
    },
    // Where the owner keeps customers' data for ever, the shop database's own time is over.
    months: () => settings.get().retention.months ?? 24,
    changed,
    othersSilent: silent => push('othersSilent', silent),
  })
}
