import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
} from 'electron'
import { openChannel } from '../../shared/ipc/bridge'
import { declareAppScheme, serveAppScheme } from './outputs/windows/app-scheme'
import { surviveGraphicsCrashes } from './outputs/windows/crashes'
import { applicationMenu, closeNetwork, lockDown } from './outputs/windows/lockdown'
import { createRestart } from './outputs/windows/restart'
import { openTillWindow, WindowFactory, type WindowPlaces } from './outputs/windows/window-factory'
import { keepWithinWorkArea } from './outputs/windows/work-area'
import { appId } from './platform/app-id'
import { systemClock } from './platform/clock'
import { localDataFolder } from './platform/data-folder'
import { createFileSink } from './platform/file-log'
import { createLog } from './platform/log'
import { lockFailureText, refusalText, startFailureText } from './platform/start-failure'
import { checkFolder, decideStart, type LockTry } from './platform/start-lock'
import { needsNoSandbox, refusedSwitches } from './platform/switches'
import type { FolderLock } from './store/folder-lock'

const places: WindowPlaces = {
  mainFolder: import.meta.dirname,
  devServer: __DEVELOPER_BUILD__ ? (process.env.ELECTRON_RENDERER_URL ?? null) : null,
  devTools: __DEVELOPER_BUILD__,
}

// Before the lock below, which is of the data folder. A switch names another one to tests and developers.
const local = localDataFolder(process.platform, process.env.LOCALAPPDATA, app.name)
if (local && !app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', local)

const dataFolder = app.getPath('userData')
const args = process.argv.slice(1)
const restart = createRestart(app, args, process.env.APPIMAGE)

// Windows shows notifications of an installed program alone.
app.setAppUserModelId(appId)

// A developer's till is debugged; a shop's is not. Nothing of the data folder has been opened yet.
const refused = __DEVELOPER_BUILD__ ? [] : refusedHere()

if (refused.length > 0) refuseToStart(refused)
// Two tills on one ledger would send every payment twice: the second one shows the first and ends.
else if (app.requestSingleInstanceLock()) startWhenReady(null)
// It is false too where the lock could not be made.
else await startWithoutChromiumsLock()

/** Everything that must happen before Electron is ready, and the till as soon as it is. */
function startWhenReady(folderLock: FolderLock | null): void {
  declareAppScheme(protocol)
  // Before Electron is ready: it would make its own first.
  if (!__DEVELOPER_BUILD__) {
    const menu = applicationMenu(process.platform)
    Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu))
  }
  // Loaded while Chromium starts. `run` awaits it, so that a failure is shown to a person.
  const tillCode = import('./till')
  tillCode.catch(() => undefined)
  // Not awaited at the top level: an ES module's main would then hang for ever.
  app
    .whenReady()
    .then(() => run(tillCode, folderLock))
    .catch(failToStart)
}

/** Awaited at the top level: Electron is not ready before its end, so the scheme is still declared in time. */
async function startWithoutChromiumsLock(): Promise<void> {
  const { tryLockFolder } = await import('./store/folder-lock')
  let lock: FolderLock | null = null
  const tryLock = (): LockTry => {
    try {
      lock = tryLockFolder(dataFolder)
      return lock ? 'locked' : 'busy'
    } catch {
      return 'failed' // the folder is asked next, and says why
    }
  }
  const decided = await decideStart({
    dataFolder,
    temporaryFolder: tmpdir(),
    tryLock,
    release: () => lock?.release(),
    check: checkFolder,
    wait: ms => new Promise(resolve => void systemClock.after(ms, () => resolve())),
  })
  if (decided.name === 'start') startWhenReady(lock)
  else if (decided.name === 'quit') app.quit()
  else {
    const text = lockFailureText(decided.unusable, dataFolder)
    // Before Electron is ready Linux shows no box.
    app.whenReady().then(() => endWithBox(text))
  }
}

/**
 * The window first: the till opens while Chromium starts the window's process. The preload holds the page's calls
 * until the till is open: an earlier answer could show a false first run.
 */
async function run(
  tillCode: Promise<typeof import('./till')>,
  folderLock: FolderLock | null,
): Promise<void> {
  const log = createLog(createFileSink(dataFolder))
  // In memory alone: compiled scripts and storage that Chromium kept in the data folder could be replaced there.
  const pages = session.fromPartition('pages')
  // It shows no page. It knows the proxy of this computer, which the pages' session does not.
  const systemNetwork = session.defaultSession
  lockDown(app, [pages, systemNetwork], log)
  if (places.devServer === null)
    closeNetwork(pages).catch(error => log.error('network-not-closed', { error }))
  const pagesNow = () => webContents.getAllWebContents()
  let isPaying = () => false
  surviveGraphicsCrashes(app, {
    ...{ pages: pagesNow, clock: systemClock, log, args, restart },
    isPaying: () => isPaying(),
  })
  serveAppScheme(pages.protocol, join(places.mainFolder, '../renderer'))
  let sayOpen = () => {}
  const open = new Promise<void>(resolve => {
    sayOpen = resolve
  })
  ipcMain.handle(openChannel, () => open)
  const factory = new WindowFactory(places, pages)
  const window = openWindow(factory)
  const { openTill } = await tillCode
  const till = await openTill({
    electron: {
      app,
      clipboard,
      dialog,
      ipcMain,
      nativeImage,
      Notification,
      powerMonitor,
      powerSaveBlocker,
      safeStorage,
      screen,
      shell,
      utilityProcess,
    },
    dataFolder,
    builtAt: __BUILT_AT__,
    mainFolder: places.mainFolder,
    log,
    factory,
    systemNetwork,
    restart,
    folderLock,
    window,
    openWindow,
  })
  isPaying = till.isPaying
  sayOpen()
}

function openWindow(factory: WindowFactory): BrowserWindow {
  const background = nativeTheme.shouldUseDarkColors ? '#121815' : '#f6f3ec'
  const window = openTillWindow(factory, background, screen.getPrimaryDisplay().workArea)
  keepWithinWorkArea(window, { screen, clock: systemClock })
  return window
}

function refusedHere(): string[] {
  const { platform } = process
  const isRoot = process.getuid?.() === 0
  const reader = { platform, needsNoSandbox: needsNoSandbox(platform, isRoot) }
  return refusedSwitches(args, reader)
}

/** A till with a switch that opens it to others must not open; where it was started says why. */
function refuseToStart(switches: readonly string[]): void {
  dialog.showErrorBox('Kaunta', refusalText(switches))
  app.exit(2)
}

/** Nothing is on the screen yet: the operating system's own box says what happened. */
function failToStart(error: unknown): void {
  endWithBox(startFailureText(error, dataFolder))
}

function endWithBox(text: string): void {
  dialog.showErrorBox('Kaunta', text)
  app.exit(1)
}
