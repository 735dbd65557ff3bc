import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  type OpenDialogOptions,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { type ClosingView, closingPageName } from '../../shared/day/closing-page'
import type { PaperView } from '../../shared/paper-page'
import { type ReceiptView, receiptPageName } from '../../shared/receipt/receipt-view'
import { finishRestore } from './backup/finish-restore'
import { systemClock } from './clock'
import { createFileSink } from './diagnostics/file-log'
import { createLog } from './diagnostics/log'
import { registerHandlers } from './ipc/register'
import { createSenderOf } from './ipc/trusted-sender'
import { createPrintWindows } from './printing/print-window'
import { systemRandom } from './random'
import { startExaminer } from './recovery/salvage/utility-examiner'
import { exportFolderOf } from './storage/export-folder'
import { needsNoSandbox, refusalText, refusedSwitches } from './switches'
import { createTill } from './till'
import { packageKindOf } from './updates/package-kind'
import { createKeychainSealer } from './vault'
import { declareAppScheme, serveAppScheme } from './windows/app-scheme'
import { applicationMenu } from './windows/application-menu'
import { createCustomerWindow } from './windows/customer-window'
import { closeNetwork, lockDown } from './windows/lockdown'
import { makePrintPageWindow, type PrintPage } from './windows/print-page-window'
import { openTillWindow } from './windows/till-window'
import { createTillWindows } from './windows/till-windows'
import { createWindowFactory } from './windows/window-factory'
import { pageOf, pageOrigin, type WindowPlaces } from './windows/window-places'

const places: WindowPlaces = {
  mainFolder: import.meta.dirname,
  devServer: __DEVELOPER_BUILD__ ? (process.env.ELECTRON_RENDERER_URL ?? null) : null,
  devTools: __DEVELOPER_BUILD__,
}

// A developer's till is debugged; a shop's is not. Nothing of the data folder has been opened yet.
const refused = __DEVELOPER_BUILD__ ? [] : refusedHere()

if (refused.length > 0) refuseToStart(refused)
// Two tills on one ledger would send every sale twice: the second one shows the first and ends.
else if (app.requestSingleInstanceLock()) {
  declareAppScheme(protocol)
  // Before Electron is ready: it would make its own first.
  if (!__DEVELOPER_BUILD__) {
    const menu = applicationMenu(process.platform)
    Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu))
  }
  // Not awaited at the top level: an ES module's main would then hang for ever.
  app.whenReady().then(run).catch(failToStart)
} else app.quit()

function run(): void {
  const dataFolder = app.getPath('userData')
  finishRestore(dataFolder)
  const log = createLog(createFileSink(dataFolder))
  log.info('started', { version: app.getVersion() })
  // It shows no page. It knows the proxy of this computer, which the windows' own session does not.
  const systemNetwork = session.fromPartition('system-network')
  lockDown(app, [session.defaultSession, systemNetwork], log)
  if (places.devServer === null)
    closeNetwork(session.defaultSession).catch(error => log.error('network-not-closed', { error }))
  serveAppScheme(protocol, join(places.mainFolder, '../renderer'))
  const factory = createWindowFactory(places)
  const customerWindow = createCustomerWindow({
    screen,
    factory,
    clock: systemClock,
    log,
    changed: () => till.displaysChanged(),
  })
  const tillWindows = createTillWindows({
    factory,
    open() {
      const window = openTillWindow(
        factory,
        nativeTheme.shouldUseDarkColors ? '#121815' : '#f6f3ec',
      )
      customerWindow.follow(window)
      window.once('closed', till.cashierGone)
      window.webContents.on('render-process-gone', till.cashierGone)
    },
    notifications: {
      areSupported: () => Notification.isSupported(),
      create: options => new Notification(options),
    },
  })
  const printWindows = <View extends PaperView>(kind: PrintPage, page: string) =>
    createPrintWindows<View>({
      open: () => makePrintPageWindow(factory, kind),
      address: pageOf(kind, places),
      page,
    })
  const till = createTill({
    dataFolder,
    keychain: createKeychainSealer(safeStorage),
    version: app.getVersion(),
    clock: systemClock,
    random: systemRandom,
    log,
    push: factory.push,
    tillWindows,
    customerWindow,
    useReceiptWindow: printWindows<ReceiptView>('receipt', receiptPageName),
    useClosingWindow: printWindows<ClosingView>('closing', closingPageName),
    exportFolder: exportFolderOf(name => app.getPath(name)),
    startExaminer: () => startExaminer(utilityProcess),
    chooseCertificateFile: words =>
      choose(factory.find('till'), {
        title: words.title,
        filters: [{ name: words.files, extensions: ['pem', 'crt', 'cer', 'der', 'txt'] }],
        properties: ['openFile'],
      }),
    chooseBackupFolder: title =>
      choose(factory.find('till'), { title, properties: ['openDirectory', 'createDirectory'] }),
    chooseBackupFile: words =>
      choose(factory.find('till'), {
        title: words.title,
        filters: [{ name: words.files, extensions: ['kaunta'] }],
        properties: ['openFile'],
      }),
    restart() {
      app.relaunch()
      app.quit()
    },
    updateComputer: {
      kind: packageKindOf(process.platform, {
        appImage: process.env.APPIMAGE !== undefined,
        hasDpkg: existsSync('/usr/bin/dpkg'),
      }),
      open: async options => {
        const { createUpdater } = await import('./updates/updater')
        return createUpdater({ ...options, release: () => app.releaseSingleInstanceLock() })
      },
      // After the answer: a window that is closing hears none.
      quit: () => setImmediate(() => app.quit()),
    },
    resolveProxy: url => systemNetwork.resolveProxy(url),
    showItemInFolder: file => shell.showItemInFolder(file),
    copyText: text => clipboard.writeText(text),
    openExternal: address => shell.openExternal(address),
  })
  const senderOf = createSenderOf(factory.kindOf, () => pageOrigin(places))
  registerHandlers({ ipcMain, handlers: till.handlers, senderOf, guard: till.guard, log })
  // The window first: the person sees the till while the engine opens.
  tillWindows.show()
  till.start().catch(error => log.error('start-failed', { error }))
  powerMonitor.on('resume', till.wake)
  powerMonitor.on('suspend', () => till.lock('suspend'))
  // macOS and Windows tell; elsewhere the till's own idle time has to do.
  powerMonitor.on('lock-screen', () => till.lock('screen-lock'))
  app.on('second-instance', tillWindows.show)
  app.on('activate', tillWindows.show)
  app.on('window-all-closed', () => app.quit())
  endOnce(till.stop)
}

/** What is on the wire is ended and written down before the till goes. */
function endOnce(stop: () => Promise<void>): void {
  let stopping = false
  app.on('will-quit', event => {
    if (stopping) return
    stopping = true
    event.preventDefault()
    // A turn later: while this event is being told, Electron takes no second word to quit, and a till
    // with nothing on the wire has stopped before it is over.
    stop().finally(() => setImmediate(() => app.quit()))
  })
}

/** The computer's own dialog: what is chosen there no page can forge. The till window waits behind it. */
async function choose(window: BrowserWindow | null, options: OpenDialogOptions) {
  const chosen = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options)
  return chosen.filePaths[0] ?? null
}

function refusedHere(): string[] {
  const { platform, argv } = process
  const isRoot = process.getuid?.() === 0
  const reader = { platform, needsNoSandbox: needsNoSandbox(platform, isRoot) }
  return refusedSwitches(argv.slice(1), reader)
}

/** A till with a switch that opens it to others must not open; where it was started says why. */
function refuseToStart(switches: readonly string[]): void {
  dialog.showErrorBox('Kaunta', refusalText(switches))
  app.exit(2)
}

/** Nothing is on the screen yet: the operating system's own box says what happened. */
function failToStart(error: unknown): void {
  dialog.showErrorBox(
    'Kaunta',
    `The till could not start. Nothing was charged and nothing was lost.\n\n${String(error)}`,
  )
  app.exit(1)
}
