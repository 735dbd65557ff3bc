import { join } from 'node:path'
import {
  authority as englishAuthority,
  backup as englishBackup,
} from '../../resources/languages/en.json'
import {
  authority as swahiliAuthority,
  backup as swahiliBackup,
} from '../../resources/languages/sw.json'
import statusWords from '../../resources/status-words.json'
import { failure, type Result, success } from '../../shared/ipc/result'
import type { Sale } from '../../shared/payment/sale'
import { statusWordsSchema } from '../../shared/payment/status-words'
import { scenarios } from '../practice/scenarios/table'
import { Backups } from './backup/backup'
import { ConnectionManager } from './connections/connection-manager'
import { PracticeEndpoint, practiceLedger } from './connections/practice-endpoint'
import { createGuard } from './ipc/guard'
import { createHandlers } from './ipc/handlers'
import type { Handlers } from './ipc/register'
import { viewTill } from './ipc/till-view'
import { createExporter } from './outputs/exports/exporter'
import { createSupportFile } from './outputs/exports/support-file'
import { pushWhileUnlocked } from './outputs/while-locked'
import { createOpenOutside, type OpenOutside } from './platform/open-outside'
import { loadTransport } from './service'
import { createDocumentStore } from './store/files/document-store'
import { ledgerFileNames } from './store/recovery/ledger-opener'
import { KeptSettings } from './store/settings'
import { TillStore } from './store/till-store'
import type { Till, TillDeps } from './till-deps'
import { createTillOutputs } from './till-outputs'
import { createTillRecords } from './till-records'
import { createTillShop } from './till-shop'
import { createTillUpdates } from './till-updates'

/** By name, so that the build leaves out what only a window says. */
const words = {
  en: { backup: englishBackup.dialog, authority: englishAuthority },
  sw: { backup: swahiliBackup.dialog, authority: swahiliAuthority },
}

/** The scenarios as a window lists them: their words are in its language files. */
const scenarioNumbers = scenarios.map(({ id, phone }) => ({ id, phone }))

/** What is not needed at the start is loaded so much later, ms. */
const loadBehindMs = 2_000

/** The composition root: the services, and what the windows and the computer may ask of them. */
export function createTill(deps: TillDeps): Till {
  const services = createServices(deps)
  const {
    connections,
    customer,
    receiptService,
    staff,
    auditLog,
    practice,
    store,
    state,
    backups,
    updates,
  } = services
  return {
    handlers: createTillHandlers(deps, services),
    guard: createGuard({ store, staff, auditLog }),
    state,
    async start() {
      backups.start()
      updates.start()
      await connections.reopen()
      // Once the window is drawn: the first sale does not wait for the HTTP client.
      deps.clock.after(loadBehindMs, loadTransport)
    },
    lock: why => staff.lock(why),
    displaysChanged: services.tellWindow,
    cashierGone: () => customer.showSale(null),
    wake: () => connections.engine()?.wake(),
    async stop() {
      const install = updates.toInstall()
      updates.stop()
      customer.stop()
      receiptService.stop()
      backups.stop()
      await connections.close()
      await practice.stop()
      staff.stop()
      store.stop()
      // Last: nothing of this till is open any more.
      await install?.()
    },
  }
}

/** Builds the services in order: the only place that knows them all. */
function createServices(deps: TillDeps) {
  const { dataFolder, clock, random, log } = deps
  const { store, settings } = openStore(deps, () => changed())
  const practice = new PracticeEndpoint({
    settings,
    async start(port) {
      const { startPracticeService } = await import('../practice')
      const books = practiceLedger({ dataFolder, store, clock, random, log })
      return startPracticeService({ port, ...books, webhooks: 'off' })
    },
  })
  const shippedWords = statusWordsSchema.parse(statusWords)
  const push = pushWhileUnlocked(deps.push, () => staff.isLocked())
  const tellWindow = () => push('tillChanged', state())
  const changed = () => {
    tellWindow()
    outputs.tillChanged()
  }
  const records = createTillRecords(deps, { store, settings, tellWindow, changed })
  const { integrity, auditLog, staff } = records
  const shop = createTillShop(deps, {
    ...records,
    store,
    settings,
    replaced: () => connections.replaced(),
    changed: tellWindow,
    othersSilent: silent => deps.push('othersSilent', silent),
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
    exportFolder: deps.exportFolder,
    resolveProxy: deps.resolveProxy,
    startExaminer: deps.startExaminer,
    practice,
    person: () => staff.person(),
    watch: integrity,
    shop,
    saleChanged(sale, before) {
      push('saleChanged', sale)
      if (staff.isLocked()) tellWindow()
      updates.saleChanged()
      outputs.saleChanged(sale, before)
    },
  })
  const dialog = words[settings.get().display.language].backup
  const backups = new Backups({
    dataFolder,
    store,
    keychain: deps.keychain,
    auditLog,
    person: () => staff.person(),
    clock,
    random: random.bytes,
    version: deps.version,
    chooseFolder: () => deps.chooseBackupFolder(dialog.folder),
    chooseFile: () => deps.chooseBackupFile({ title: dialog.file, files: dialog.files }),
    showItemInFolder: deps.showItemInFolder,
    restart: deps.restart,
    changed: tellWindow,
  })
  const updates = createTillUpdates(deps, {
    store,
    settings,
    auditLog,
    connections,
    changed: tellWindow,
  })
  const openOutside = createOpenOutside({
    openExternal: deps.openExternal,
    practiceOrigin: () => practice.origin(),
  })
  const outputs = createTillOutputs(deps, { settings, staff, connections, openOutside, push })
  const state = () =>
    viewTill({
      connections,
      settings,
      store,
      staff,
      backup: backups.view(staff.isLocked()),
      updates: updates.view(staff.isLocked()),
      shopDatabase: shop.view(),
      changes: integrity.changes(),
      wholeCheck: integrity.wholeCheck(),
      scenarios: scenarioNumbers,
      displays: deps.customerWindow.displays(),
      shippedWords,
      version: deps.version,
    })
  return {
    settings,
    store,
    practice,
    integrity,
    auditLog,
    staff,
    connections,
    backups,
    updates,
    shop,
    ...outputs.services,
    openOutside,
    tellWindow,
    changed,
    state,
  }
}

/** All that is sealed, and the settings on it. */
function openStore(
  { dataFolder, keychain, random, clock, log }: TillDeps,
  changed: () => void,
): { store: TillStore; settings: KeptSettings } {
  const store = new TillStore({
    folder: dataFolder,
    keychain,
    random: random.bytes,
    clock,
    log,
    ledgerFiles: ledgerFileNames,
    changed,
  })
  const preferences = createDocumentStore(dataFolder, 'preferences')
  return { store, settings: new KeptSettings(store, preferences, log) }
}

/** The handlers, with what they need of the computer. */
function createTillHandlers(
  deps: TillDeps,
  { practice, state, ...services }: ReturnType<typeof createServices>,
): Handlers {
  const { clock, random, exportFolder, showItemInFolder, useClosingWindow, resolveProxy } = deps
  const language = () => services.settings.get().display.language
  return createHandlers({
    ...services,
    clock,
    random,
    person: () => services.staff.person(),
    view: state,
    exporter: createExporter({ folder: exportFolder, clock, language, showItemInFolder }),
    supportFile: createSupportFile({
      version: deps.version,
      logFolder: join(deps.dataFolder, 'logs'),
      exportFolder,
      clock,
      settings: services.settings.get,
      ledger() {
        const engine = services.connections.engine()
        return engine && { kind: engine.kind, statistics: engine.ledger.statistics() }
      },
      stage: () => services.connections.stage().name,
      changes: () => services.integrity.changes(),
      showItemInFolder,
    }),
    exportFolder,
    useClosingWindow,
    resolveProxy,
    chooseCertificateFile() {
      const { dialog, files } = words[language()].authority
      return deps.chooseCertificateFile({ title: dialog, files })
    },
    dataFolder: deps.dataFolder,
    restart: deps.restart,
    copyText: deps.copyText,
    openOutside: services.openOutside,
    openCheckout: sale => openPracticeCheckout(sale, practice, services.openOutside),
  })
}

/** Only a page of our own practice service is ever handed to the browser. */
async function openPracticeCheckout(
  sale: Sale,
  practice: PracticeEndpoint,
  openOutside: OpenOutside,
): Promise<Result<null>> {
  const origin = practice.origin()
  if (origin === null || !sale.checkoutUrl?.startsWith(`${origin}/`))
    return failure('action-not-possible', 'This checkout page is not of the practice service')
  await openOutside(sale.checkoutUrl)
  return success(null)
}
