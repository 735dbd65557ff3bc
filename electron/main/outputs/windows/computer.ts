import { existsSync } from 'node:fs'
import type { BrowserWindow, OpenDialogOptions, Session } from 'electron'
import * as english from '../../../../resources/languages/en.json'
import * as swahili from '../../../../resources/languages/sw.json'
import { type ClosingView, closingPageName } from '../../../../shared/day/closing-page'
import type { LockReason } from '../../../../shared/ipc/till-state'
import type { PaperView } from '../../../../shared/paper-page'
import { type ReceiptView, receiptPageName } from '../../../../shared/receipt/receipt-view'
import type { BackupComputer } from '../../backup/backup'
import type { ConnectionComputer } from '../../connections/connection-settings'
import { systemClock } from '../../platform/clock'
import type { Log } from '../../platform/log'
import type { Machine } from '../../platform/machine'
import { systemRandom } from '../../platform/random'
import { folderLostText, pageGoneBox } from '../../platform/start-failure'
import { startWorker } from '../../platform/workers'
import { exportFolderOf } from '../../store/files/export-folder'
import type { FolderLock } from '../../store/folder-lock'
import { createKeychainSealer } from '../../store/keychain-sealer'
import { packageKindOf } from '../../updates/release'
import type { UpdateComputer } from '../../updates/updates'
import type { OutputsComputer } from '../outputs'
import { createPrintWindows } from '../printing/print-window'
import { surviveWindowCrashes } from './crashes'
import { CustomerWindow } from './customer-window'
import { TillWindows } from './till-windows'
import type { WindowFactory } from './window-factory'

/** What the till needs of the computer and of Electron. */
export interface Computer extends Machine, BackupComputer, ConnectionComputer, OutputsComputer {
  updateComputer: UpdateComputer
}

/** What the computer tells the till. */
export interface ComputerListener {
  /** A display came, went or changed. */
  displaysChanged(): void
  /** The till's window is gone, or shows nothing that a cashier chose: no payment is displayed. */
  cashierGone(): void
  /** Signs out. The payments continue. */
  lock(why: LockReason): void
  /** The computer was asleep. */
  wake(): void
  stop(): Promise<void>
}

/** What the entry has made before the till's own code was loaded. */
export interface Started {
  /** Handed in, so that tests and the simulation can load the till without Electron. */
  electron: Pick<
    typeof import('electron'),
    | 'app'
    | 'clipboard'
    | 'dialog'
    | 'ipcMain'
    | 'nativeImage'
    | 'Notification'
    | 'powerMonitor'
    | 'powerSaveBlocker'
    | 'safeStorage'
    | 'screen'
    | 'shell'
    | 'utilityProcess'
  >
  dataFolder: string
  /** When this version was built, ms. */
  builtAt: number
  /** The folder of the built main process. */
  mainFolder: string
  log: Log
  factory: WindowFactory
  /** A session without pages, which knows this computer's proxy. */
  systemNetwork: Session
  /** Ends the till and starts it again. */
  restart: () => void
  /** The lock of the data folder, where it is held already. */
  folderLock: FolderLock | null
  /** The window that is open already. */
  window: BrowserWindow
  openWindow: (factory: WindowFactory) => BrowserWindow
}

/** By name, so that the build leaves out what only a window says. */
const words = {
  en: { backup: english.backup.dialog, authority: english.authority },
  sw: { backup: swahili.backup.dialog, authority: swahili.authority },
}

/** This computer, by Electron. `listen` joins the till to it. */
export function createComputer({ electron, factory, log, ...started }: Started): Computer & {
  listen(till: ComputerListener): void
  endWithoutFolder(): void
} {
  const { app, dialog, powerMonitor, screen, shell } = electron
  let listener: ComputerListener | null = null
  const customerWindow = new CustomerWindow({
    screen,
    factory,
    clock: systemClock,
    log,
    changed: () => listener?.displaysChanged(),
  })
  /** The till's window shows nothing any more: the operating system's own box asks what is to be done. */
  const askToOpenAgain = async () => {
    const { message, openAgain, close } = pageGoneBox()
    const asked = { message, buttons: [openAgain, close], noLink: true, title: 'Kaunta' }
    const { response } = await dialog.showMessageBox({ type: 'error', ...asked })
    if (response === 0) tillWindows.show()
    else app.quit()
  }
  const follow = (window: BrowserWindow) => {
    const gone = () => listener?.cashierGone()
    customerWindow.follow(window)
    surviveWindowCrashes(window, log, () => systemClock.monotonic(), askToOpenAgain)
    window.once('closed', gone)
    window.webContents.on('render-process-gone', gone)
  }
  const tillWindows = new TillWindows({
    factory,
    open: () => follow(started.openWindow(factory)),
    notifications: {
      areSupported: () => electron.Notification.isSupported(),
      create: options => new electron.Notification(options),
    },
  })
  /** Never shown, and empty until its page is loaded. */
  const printWindows = <View extends PaperView>(kind: 'receipt' | 'closing', page: string) =>
    createPrintWindows<View>({
      open: () => factory.make(kind, { frame: false, focusable: false, skipTaskbar: true }),
      address: factory.addressOf(kind),
      page,
      imageOf: png => electron.nativeImage.createFromBuffer(png),
    })

  let blocker: number | null = null
  function keepDisplayOn(on: boolean): void {
    const { powerSaveBlocker } = electron
    if (on) blocker ??= powerSaveBlocker.start('prevent-display-sleep')
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker)
      blocker = null
    }
  }

  /** The computer's own dialog: what is chosen there no page can forge. The till window waits behind it. */
  async function choose(options: OpenDialogOptions): Promise<string | null> {
    const window = factory.find('till')
    const chosen = window
      ? await dialog.showOpenDialog(window, options)
      : await dialog.showOpenDialog(options)
    return chosen.filePaths[0] ?? null
  }

  function chooseFile(title: string, files: string, extensions: string[]): Promise<string | null> {
    return choose({ title, filters: [{ name: files, extensions }], properties: ['openFile'] })
  }

  return {
    dataFolder: started.dataFolder,
    keychain: () => createKeychainSealer(electron.safeStorage),
    version: app.getVersion(),
    builtAt: started.builtAt,
    clock: systemClock,
    random: systemRandom,
    log,
    // A till for shops refuses this switch.
    shopBeatMs: Number(app.commandLine.getSwitchValue('shop-beat-ms')) || null,
    push: (name, value) => factory.push(name, value),
    tillWindows,
    customerWindow,
    keepDisplayOn,
    useReceiptWindow: printWindows<ReceiptView>('receipt', receiptPageName),
    useClosingWindow: printWindows<ClosingView>('closing', closingPageName),
    exportFolder: exportFolderOf(name => app.getPath(name)),
    startWorker: () => startWorker(electron.utilityProcess, started.mainFolder),
    chooseCertificateFile(language) {
      const { dialog: title, files } = words[language].authority
      return chooseFile(title, files, ['pem', 'crt', 'cer', 'der', 'txt'])
    },
    chooseBackupFolder: language =>
      choose({
        title: words[language].backup.folder,
        properties: ['openDirectory', 'createDirectory'],
      }),
    chooseBackupFile(language) {
      const { file, files } = words[language].backup
      return chooseFile(file, files, ['kaunta'])
    },
    restart: () => started.restart(),
    updateComputer: {
      kind: packageKindOf(process.platform, {
        appImage: process.env.APPIMAGE !== undefined,
        hasDpkg: existsSync('/usr/bin/dpkg'),
      }),
      open: async options => {
        const { Updater } = await import('../../updates/updater')
        return new Updater({ ...options, release: () => app.releaseSingleInstanceLock() })
      },
      // After the answer: a window that is closing gets none.
      quit: () => setImmediate(() => app.quit()),
    },
    resolveProxy: url => started.systemNetwork.resolveProxy(url),
    showItemInFolder: file => shell.showItemInFolder(file),
    copyText: text => electron.clipboard.writeText(text),
    openExternal: address => shell.openExternal(address),
    listen(till) {
      listener = till
      if (!started.window.isDestroyed()) follow(started.window)
      else tillWindows.show()
      powerMonitor.on('resume', () => {
        // What was drawn before a sleep is gone on some graphics hardware.
        factory.redraw()
        till.wake()
      })
      powerMonitor.on('suspend', () => till.lock('suspend'))
      // macOS and Windows report it; elsewhere the till's own idle time has to do.
      powerMonitor.on('lock-screen', () => till.lock('screen-lock'))
      app.on('second-instance', () => tillWindows.show())
      app.on('activate', () => tillWindows.show())
      app.on('window-all-closed', () => app.quit())
      endOnce(app, () => till.stop())
    },
    /** After the answer to the call that found it: the box holds up everything else. */
    endWithoutFolder() {
      setImmediate(() => {
        dialog.showErrorBox('Kaunta', folderLostText())
        app.quit()
      })
    },
  }
}

/** What is on the wire is ended and written down before the till goes. */
function endOnce(app: Started['electron']['app'], stop: () => Promise<void>): void {
  let stopping = false
  app.on('will-quit', event => {
    if (stopping) return
    stopping = true
    event.preventDefault()
    // A turn later: while it handles this event, Electron ignores a second quit, and a till with nothing on
    // the wire has stopped before it is over.
    stop().finally(() => setImmediate(() => app.quit()))
  })
}
