import { join } from 'node:path'
import {
  authority as englishAuthority,
  backup as englishBackup,
  slip as englishSlip,
} from '../../resources/languages/en.json'
import {
  authority as swahiliAuthority,
  backup as swahiliBackup,
  slip as swahiliSlip,
} from '../../resources/languages/sw.json'
import statusWords from '../../resources/status-words.json'
import { failure, type Result, success } from '../../shared/ipc/result'
import type { RecoveredDocument } from '../../shared/ipc/till-state'
import type { Sale } from '../../shared/payment/sale'
import { statusWordsSchema } from '../../shared/payment/status-words'
import type { Settings } from '../../shared/settings'
import type { SettingChange } from '../../shared/settings/guarded'
import { scenarios } from '../practice/scenarios/table'
import { type AuditLog, createAuditLog } from './audit-log/audit-log'
import { createBackups } from './backup/backup'
import { asAccount } from './connections/account-keys'
import { usableAuthorities } from './connections/authorities'
import { type ConnectionManager, createConnectionManager } from './connections/connection-manager'
import { createPracticeEndpoint, type PracticeEndpoint } from './connections/practice-endpoint'
import { practiceLedger } from './connections/practice-ledger'
import { createWithEngine } from './connections/with-engine'
import { createCustomerDisplay } from './customer-display/customer-display'
import type { CustomerFacts } from './customer-display/customer-scene'
import { createExporter } from './exports/exporter'
import { createSupportFile } from './exports/support-file/support-file'
import { seenDetail } from './hash-chain/checkpoint'
import { openHeads } from './hash-chain/checkpoint-document'
import { createIntegrity } from './hash-chain/integrity'
import { createGuard } from './ipc/guard'
import { createHandlers } from './ipc/handlers'
import type { Handlers } from './ipc/register'
import { viewTill } from './ipc/till-view'
import { createNotifier } from './notifications/notifier'
import { openUnseen } from './notifications/unseen-results'
import { createOpenOutside, type OpenOutside } from './open-outside'
import type { PaymentEngine } from './payments/engine'
import { createReceiptService } from './printing/receipt-service'
import { loadTransport } from './service'
import { createShopDatabase } from './shop/shop-database'
import { createStaff } from './staff/staff'
import { createCopiedDocument, createDocumentStore } from './storage/document-store'
import { openSettings, type SettingsKeeper } from './storage/settings'
import type { Till, TillDeps } from './till-deps'
import { createUpdates } from './updates/updates'
import { openVault, type VaultOpening } from './vault'
import { createSettingsGuard } from './vault/settings-guard'
import { pushWhileUnlocked, quietWhileLocked } from './while-locked'

/** By name, so that the build leaves out what only a window says. */
const words = {
  en: { backup: englishBackup.dialog, slip: englishSlip, authority: englishAuthority },
  sw: { backup: swahiliBackup.dialog, slip: swahiliSlip, authority: swahiliAuthority },
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
    vault,
    state,
    backups,
    updates,
  } = services
  return {
    handlers: createTillHandlers(deps, services),
    guard: createGuard({ staff, auditLog }),
    state,
    async start() {
      backups.start()
      updates.start()
      await connections.reopen()
      // Once the window is drawn: the first sale does not wait for the HTTP client.
      deps.clock.after(loadBehindMs, loadTransport)
    },
    lock: staff.lock,
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
      if (vault.ok) vault.vault.stop()
      auditLog.close()
      // Last: nothing of this till is open any more.
      await install?.()
    },
  }
}

/** Builds the services in order: the only place that knows them all. */
function createServices(deps: TillDeps) {
  const { dataFolder, clock, random, log } = deps
  const { recovered, vault, settings } = openDocuments(deps, () => changed())
  const practice = createPracticeEndpoint({
    settings,
    async start(port) {
      const { startPracticeService } = await import('../practice')
      const books = practiceLedger({ dataFolder, vault, clock, random, log })
      return startPracticeService({ port, ...books, webhooks: 'off' })
    },
  })
  const shippedWords = statusWordsSchema.parse(statusWords)
  const push = pushWhileUnlocked(deps.push, () => staff.isLocked())
  const tellWindow = () => push('tillChanged', state())
  const changed = () => {
    tellWindow()
    customer.tillChanged()
    placeCustomerWindow(deps, settings.get())
    receiptService.engineChanged(connections.engine())
  }
  const integrity = createIntegrity({
    heads: openHeads(createDocumentStore(dataFolder, 'heads'), log),
    clock,
    log,
    // Later: a store may be opened while the services are built, or by what is told of it.
    changed: () => clock.after(0, tellWindow),
    recordSeen: (store, changes) =>
      auditLog.writeIfPossible('change-seen', null, seenDetail(store, changes)),
  })
  const auditLog = createAuditLog({ dataFolder, vault, clock, log, watch: integrity })
  const staff = createStaff({
    vault,
    auditLog,
    clock,
    changed,
    store: createDocumentStore(dataFolder, 'staff'),
    random: random.bytes,
    newId: random.accountId,
    idleMinutes: () => settings.get().staff.idleMinutes,
    pinDigits: () => settings.get().staff.pinDigits,
  })
  const shop = createShopDatabase({
    vault,
    clock,
    random,
    log,
    auditLog,
    person: staff.person,
    kind: () => settings.get().active ?? 'practice',
    authorities: kind =>
      kind === 'practice' ? [] : usableAuthorities(settings.get()[kind].authorities),
    replaced: () => connections.replaced(),
    isAccount(kind, account) {
      if (kind === 'practice' || !vault.ok) return
      const keys = vault.vault.keys(kind)
      settings.update(all => ({ ...all, [kind]: asAccount(all[kind], keys, account) }))
    },
    // Where the owner keeps customers' data for ever, the shop database's own time is over.
    months: () => settings.get().retention.months ?? 24,
    changed: tellWindow,
  })
  const connections = createConnectionManager({
    dataFolder,
    settings,
    vault,
    shippedWords,
    clock,
    random,
    log,
    changed,
    exportFolder: deps.exportFolder,
    resolveProxy: deps.resolveProxy,
    startExaminer: deps.startExaminer,
    practiceEndpoint: practice.endpoint,
    stopPractice: practice.stop,
    person: staff.person,
    watch: integrity,
    shop,
    settingsHeld: recordHeldSettings(auditLog),
    saleChanged(sale, before) {
      push('saleChanged', sale)
      if (staff.isLocked()) tellWindow()
      customer.saleChanged(sale)
      updates.saleChanged()
      notifier.saleChanged(sale, before)
      receiptService.saleChanged(sale)
    },
  })
  const dialog = words[settings.get().display.language].backup
  const backups = createBackups({
    dataFolder,
    vault,
    keychain: deps.keychain,
    settings,
    auditLog,
    person: staff.person,
    clock,
    random: random.bytes,
    version: deps.version,
    chooseFolder: () => deps.chooseBackupFolder(dialog.folder),
    chooseFile: () => deps.chooseBackupFile({ title: dialog.file, files: dialog.files }),
    showItemInFolder: deps.showItemInFolder,
    restart: deps.restart,
    changed: tellWindow,
  })
  const updates = createUpdates({
    settings,
    auditLog,
    clock,
    log,
    version: deps.version,
    folder: join(dataFolder, 'updates'),
    computer: deps.updateComputer,
    showItemInFolder: deps.showItemInFolder,
    restart: deps.restart,
    isIdle: () => openPayments(connections) === 0,
    isVouched: () => isVouched(settings, vault),
    changed: tellWindow,
  })
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
  const openOutside = createOpenOutside({
    openExternal: deps.openExternal,
    practiceOrigin: practice.origin,
  })
  const receiptService = createReceiptService({
    settings,
    clock,
    log,
    withEngine: createWithEngine(connections),
    kind: () => settings.get().active ?? 'practice',
    words: { en: words.en.slip, sw: words.sw.slip },
    useWindow: deps.useReceiptWindow,
    exportFolder: deps.exportFolder,
    openOutside,
  })
  const state = () =>
    viewTill({
      connections,
      settings,
      vault,
      staff,
      backup: backups.view(staff.isLocked()),
      updates: updates.view(staff.isLocked()),
      shopDatabase: shop.view(),
      changes: integrity.changes(),
      recovered,
      scenarios: scenarioNumbers,
      displays: deps.customerWindow.displays(),
      shippedWords,
      version: deps.version,
    })
  return {
    settings,
    vault,
    practice,
    integrity,
    auditLog,
    staff,
    connections,
    backups,
    updates,
    shop,
    notifier,
    customer,
    receiptService,
    openOutside,
    tellWindow,
    changed,
    state,
  }
}

/** How many payments are open; null where the till cannot tell. */
function openPayments(connections: ConnectionManager): number | null {
  try {
    return connections.engine()?.ledger.openIds().length ?? null
  } catch (error) {
    connections.fault(error)
    return null
  }
}

/** Whether the settings are as the till left them: a till with a passphrase knows it once that is typed. */
function isVouched(settings: SettingsKeeper, vault: VaultOpening): boolean {
  if (vault.ok && vault.vault.status().state === 'locked') return false
  return settings.changedOutside().length === 0 && settings.restoredCopy() === null
}

/** During the first run no second window opens. */
function placeCustomerWindow(deps: TillDeps, { active, customerWindow }: Settings): void {
  deps.customerWindow.place(active === null ? 'off' : customerWindow.display)
}

/** The vault and the settings, and which of them had to be taken from their copy. */
function openDocuments(
  { dataFolder, keychain, random, clock, log }: TillDeps,
  pauseEnded: () => void,
) {
  const recovered: RecoveredDocument[] = []
  const copied = (name: RecoveredDocument['name']) =>
    createCopiedDocument(dataFolder, name, document => {
      recovered.push(document)
      log.error('document-recovered', { name })
    })
  const vault = openVault({
    store: copied('vault'),
    keychain,
    random: random.bytes,
    clock,
    pauseEnded,
  })
  const settings = openSettings(copied('settings'), createSettingsGuard(vault))
  return { recovered, vault, settings }
}

/** Each change goes into the audit log once in a run, however often the till is opened. */
function recordHeldSettings(auditLog: Pick<AuditLog, 'writeIfPossible'>) {
  const told = new Set<string>()
  return (changes: readonly SettingChange[]) => {
    for (const { name, before, now } of changes.filter(one => !told.has(one.name))) {
      auditLog.writeIfPossible('settings-changed-outside', null, { setting: name, before, now })
      told.add(name)
    }
  }
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
    person: services.staff.person,
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
      changes: services.integrity.changes,
      showItemInFolder,
    }),
    exportFolder,
    useClosingWindow,
    resolveProxy,
    chooseCertificateFile() {
      const { dialog, files } = words[language()].authority
      return deps.chooseCertificateFile({ title: dialog, files })
    },
    copyText: deps.copyText,
    othersSilent: push => deps.push('othersSilent', push),
    openCheckout: sale => openPracticeCheckout(sale, practice, services.openOutside),
  })
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
