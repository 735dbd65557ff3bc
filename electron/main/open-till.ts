import { existsSync } from 'node:fs'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Notification,
  type OpenDialogOptions,
  powerMonitor,
  type Session,
  safeStorage,
  screen,
  shell,
  utilityProcess,
} from 'electron'
import { type ClosingView, closingPageName } from '../../shared/day/closing-page'
import type { PaperView } from '../../shared/paper-page'
import { type ReceiptView, receiptPageName } from '../../shared/receipt/receipt-view'
import { finishRestore } from './backup/finish-restore'
import { guardFolder } from './ipc/guard'
import { createSenderOf, registerHandlers } from './ipc/register'
import { createPrintWindows } from './outputs/printing/print-window'
import { createCustomerWindow } from './outputs/windows/customer-window'
import { makePrintPageWindow, type PrintPage } from './outputs/windows/print-page-window'
import { createTillWindows } from './outputs/windows/till-windows'
import {
  pageOf,
  pageOrigin,
  type WindowFactory,
  type WindowPlaces,
} from './outputs/windows/window-factory'
import { systemClock } from './platform/clock'
import type { Log } from './platform/log'
import { systemRandom } from './platform/random'
import { folderLostText } from './platform/start-failure'
import { exportFolderOf } from './store/files/export-folder'
import { lockFolder } from './store/folder-lock'
import { createKeychainSealer } from './store/keychain-sealer'
import { startExaminer } from './store/recovery/salvage/examiner-process'
import { createTill } from './till'
import { packageKindOf } from './updates/release'

/** What the entry has made before the till's own code was loaded. */
export interface OpenTillDeps {
  dataFolder: string
  log: Log
  factory: WindowFactory
  places: WindowPlaces
  /** A session without pages, which knows this computer's proxy. */
  systemNetwork: Session
  /** The window that is open already. */
  window: BrowserWindow
  openWindow: (factory: WindowFactory) => BrowserWindow
}

/** Puts the till together and joins it to Electron. Resolves once its first stage is decided. */
export async function openTill(deps: OpenTillDeps): Promise<void> {
  const { dataFolder, log, factory, places, systemNetwork } = deps
  const folderLock = await lockFolder(dataFolder, systemClock)
  finishRestore(dataFolder)
  log.info('started', { version: app.getVersion() })
  const customerWindow = createCustomerWindow({
    screen,
    factory,
    clock: systemClock,
    log,
    changed: () => till.displaysChanged(),
  })
  const follow = (window: BrowserWindow) => {
    customerWindow.follow(window)
    window.once('closed', till.cashierGone)
    window.webContents.on('render-process-gone', till.cashierGone)
  }
  const tillWindows = createTillWindows({
    factory,
    open: () => follow(deps.openWindow(factory)),
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
    keychain: () => createKeychainSealer(safeStorage),
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
    startExaminer: () => startExaminer(utilityProcess, places.mainFolder),
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
        const { Updater } = await import('./updates/updater')
        return new Updater({ ...options, release: () => app.releaseSingleInstanceLock() })
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
  const guard = guardFolder(till.guard, folderLock, endWithoutFolder)
  registerHandlers({ ipcMain, handlers: till.handlers, senderOf, guard, log })
  if (!deps.window.isDestroyed()) follow(deps.window)
  else tillWindows.show()
  powerMonitor.on('resume', till.wake)
  powerMonitor.on('suspend', () => till.lock('suspend'))
  // macOS and Windows tell; elsewhere the till's own idle time has to do.
  powerMonitor.on('lock-screen', () => till.lock('screen-lock'))
  app.on('second-instance', tillWindows.show)
  app.on('activate', tillWindows.show)
  app.on('window-all-closed', () => app.quit())
  endOnce(till.stop)
  await till.start().catch(error => log.error('start-failed', { error }))
}

/** After the answer to the call that found it: the box holds up everything else. */
function endWithoutFolder(): void {
  setImmediate(() => {
    dialog.showErrorBox('Kaunta', folderLostText())
    app.quit()
  })
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
