import { join } from 'node:path'
import { BrowserWindow } from 'electron'
import { appOrigin } from './app-scheme'

/** Where the window finds its files. */
export interface WindowPlaces {
  /** The folder of the built main process. */
  mainFolder: string
  /** The development server's address, or null: the built page is shown. */
  devServer: string | null
}

/** The origin of the page that the till's windows show. */
export function pageOrigin({ devServer }: WindowPlaces): string {
  return devServer === null ? appOrigin : new URL(devServer).origin
}

/** Opens the till window: sandboxed, isolated, without Node, and shown once it has something to show. */
export function openTillWindow(places: WindowPlaces, background: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: background,
    autoHideMenuBar: true,
    icon: join(places.mainFolder, '../../resources/icons/kaunta.png'),
    webPreferences: {
      preload: join(places.mainFolder, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      // A till at the back of the screen still counts down and still says paid.
      backgroundThrottling: false,
      // PAID is heard although nobody has pressed anything in a window that was just opened.
      autoplayPolicy: 'no-user-gesture-required',
      v8CacheOptions: 'bypassHeatCheck',
    },
  })
  window.once('ready-to-show', () => window.show())
  window.loadURL(`${pageOrigin(places)}/index.html`)
  return window
}
