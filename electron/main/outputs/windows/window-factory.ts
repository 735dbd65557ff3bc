import { join } from 'node:path'
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  type Session,
  type WebContents,
  type WebPreferences,
} from 'electron'
import { pushChannelOf } from '../../../../shared/ipc/bridge'
import type { Pushes, PushName } from '../../../../shared/ipc/contract'
import { appOrigin } from './app-scheme'
import { hears, isMute, type WindowKind } from './permissions'
import { fillsDisplay, sizesFor } from './work-area'

type WindowLook = Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show' | 'icon'>

/**
 * The one place where windows are made, so that all of them are locked alike. It keeps the kind of each window that
 * it made: no page is ever asked for its kind.
 */
export class WindowFactory {
  private readonly kinds = new Map<BrowserWindow, WindowKind>()

  constructor(
    private readonly places: WindowPlaces,
    private readonly session: Session,
  ) {}

  /** Makes a hidden window that is empty. */
  make(kind: WindowKind, options: WindowLook): BrowserWindow {
    const { places, session } = this
    const window = new BrowserWindow({
      ...options,
      show: false,
      webPreferences: { ...preferences(kind, places), session },
    })
    this.kinds.set(window, kind)
    const icon = windowIcon(process.platform, places)
    // Not before: decoding it takes 25 ms.
    if (icon !== null) window.once('show', () => window.setIcon(icon))
    window.once('closed', () => this.kinds.delete(window))
    return window
  }

  /** The same on its kind's page; the caller shows it once it is ready. */
  open(kind: WindowKind, options: WindowLook): BrowserWindow {
    const window = this.make(kind, options)
    // A page that cannot be loaded is in the log; its window stays hidden.
    window.loadURL(this.addressOf(kind))
    return window
  }

  /** Null for a page that this factory did not open. */
  kindOf(contents: WebContents): WindowKind | null {
    const window = BrowserWindow.fromWebContents(contents)
    return (window && this.kinds.get(window)) ?? null
  }

  /** The window of a kind, or null. */
  find(kind: WindowKind): BrowserWindow | null {
    return [...this.kinds].find(([, each]) => each === kind)?.[0] ?? null
  }

  /** Sends a push to the windows that hear it, and to no other. */
  push<Name extends PushName>(name: Name, value: Pushes[Name]): void {
    for (const [window, kind] of this.kinds) if (hears(kind, name)) send(window, name, value)
  }

  /** Draws each window again. */
  redraw(): void {
    for (const [window] of this.kinds) if (!window.isDestroyed()) window.webContents.invalidate()
  }

  /** The origin of the pages that our windows show. */
  origin(): string {
    const { devServer } = this.places
    return devServer === null ? appOrigin : new URL(devServer).origin
  }

  /** The page that a kind of window shows, and never leaves. */
  addressOf(kind: WindowKind): string {
    return `${this.origin()}${pages[kind]}`
  }
}

/** The icon that a window is given: elsewhere the program itself has one. */
export function windowIcon(
  platform: NodeJS.Platform,
  { mainFolder }: Pick<WindowPlaces, 'mainFolder'>,
): string | null {
  return platform === 'linux' ? join(mainFolder, '../../resources/icons/kaunta-256.png') : null
}

/** A window that is just being closed has nothing to be told, and would throw. */
function send<Name extends PushName>(window: BrowserWindow, name: Name, value: Pushes[Name]): void {
  if (window.isDestroyed() || window.webContents.isDestroyed()) return
  window.webContents.send(pushChannelOf(name), value)
}

/** Sandboxed, isolated, without Node. */
function preferences(kind: WindowKind, { mainFolder, devTools }: WindowPlaces): WebPreferences {
  return {
    ...(isMute(kind) ? {} : { preload: join(mainFolder, '../preload/index.cjs') }),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
    devTools,
    // A window at the back of the screen still counts down and still says paid.
    backgroundThrottling: false,
    // Lets PAID sound in a window that was just opened, in which no button was pressed yet.
    autoplayPolicy: 'no-user-gesture-required',
    // The pages' session is in memory: what it compiled is gone with the run.
    v8CacheOptions: 'none',
  }
}

/** Where the windows find their files. */
export interface WindowPlaces {
  /** The folder of the built main process. */
  mainFolder: string
  /** The development server's address, or null: the built pages are shown. */
  devServer: string | null
  /** Whether a window can be opened to developer tools: never in a till for shops. */
  devTools: boolean
}

const pages: Record<WindowKind, string> = {
  till: '/pages/till/index.html',
  customer: '/pages/customer/index.html',
  receipt: '/pages/receipt/index.html',
  closing: '/pages/cash-up/index.html',
}

/** Opens the till window, shown once it has something to show. `area`: the work area of the display it opens on. */
export function openTillWindow(
  factory: WindowFactory,
  background: string,
  area: { width: number; height: number },
): BrowserWindow {
  const window = factory.open('till', {
    ...sizesFor(area),
    backgroundColor: background,
    autoHideMenuBar: true,
  })
  window.once('ready-to-show', () => {
    if (fillsDisplay(area)) window.maximize()
    window.show()
  })
  return window
}
