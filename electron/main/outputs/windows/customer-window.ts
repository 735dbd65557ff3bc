import type { BrowserWindow, Display, Rectangle, Screen } from 'electron'
import type { DisplayView } from '../../../../shared/ipc/till-state'
import type { ChosenDisplay } from '../../../../shared/settings/customer-window'
import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'
import { mayReopen, placeCustomerWindow } from './customer-placement'
import type { WindowFactory } from './window-factory'

/** The window on the customer's display: opened, moved and closed as displays come and go. */
export interface CustomerWindow {
  displays(): readonly DisplayView[]
  /** Where the owner wants it. Asked again with each change of the till; nothing new does nothing. */
  place(chosen: ChosenDisplay): void
  /** Follows a till window, and closes with it. */
  follow(till: BrowserWindow): void
}

interface CustomerWindowDeps {
  screen: Screen
  factory: WindowFactory
  clock: Clock
  log: Log
  /** A display came, went or changed, or the window went to another one. */
  changed: () => void
}

interface Shown {
  window: BrowserWindow
  displayId: number
  bounds: Rectangle
}

/** While a window is dragged it says so many times: looked at when it has been still so long, ms. */
const stillFor = 250

/** Closed until it is placed. */
export function createCustomerWindow(deps: CustomerWindowDeps): CustomerWindow {
  const { screen, factory, clock, log } = deps
  let chosen: ChosenDisplay = 'off'
  /** The person sees the till before anything opens next to it. */
  let tillShown = false
  let shown: Shown | null = null
  let deaths: number[] = []
  let cancelLook = () => {}

  function refresh(): void {
    const target = placeCustomerWindow({
      chosen,
      displays: screen.getAllDisplays(),
      till: tillDisplay(),
    })
    if (isThere(target)) return
    close()
    if (target && mayReopen(deaths, clock.monotonic())) open(target)
    deps.changed()
  }

  function isThere(target: Display | null): boolean {
    if (!target || !shown) return target === null && shown === null
    return shown.displayId === target.id && sameBounds(shown.bounds, target.bounds)
  }

  function tillDisplay(): number | null {
    const till = factory.find('till')
    return till && tillShown ? screen.getDisplayMatching(till.getBounds()).id : null
  }

  function open({ id, bounds }: Display): void {
    const window = factory.open('customer', customerLook(bounds))
    shown = { window, displayId: id, bounds }
    log.info('customer-window-opened', { display: id, ...bounds })
    window.once('ready-to-show', () => fill(window, bounds))
    // The cashier's keys must not end here when a customer touches this screen.
    window.on('focus', () => factory.find('till')?.focus())
    window.webContents.on('render-process-gone', (_event, { reason }) => died(window, reason))
    window.once('closed', () => died(window, 'closed'))
  }

  /** Its page died, or somebody closed it: the till is not touched by that. */
  function died(window: BrowserWindow, reason: string): void {
    if (shown?.window !== window) return
    log.warn('customer-window-gone', { reason })
    deaths = [...deaths.slice(-9), clock.monotonic()]
    close()
    later(refresh)
  }

  function close(): void {
    const closing = shown
    shown = null
    if (closing && !closing.window.isDestroyed()) closing.window.destroy()
  }

  function later(action: () => void): void {
    cancelLook()
    cancelLook = clock.after(stillFor, action)
  }

  function displaysChanged(): void {
    deaths = []
    refresh()
    deps.changed()
  }

  screen.on('display-added', displaysChanged)
  screen.on('display-removed', displaysChanged)
  screen.on('display-metrics-changed', displaysChanged)

  return {
    displays() {
      const till = tillDisplay()
      return screen.getAllDisplays().map(({ id, label, bounds }) => ({
        id,
        name: label,
        width: bounds.width,
        height: bounds.height,
        isTill: id === till,
        isCustomer: id === shown?.displayId,
      }))
    },
    place(wanted) {
      if (JSON.stringify(wanted) === JSON.stringify(chosen)) return
      chosen = wanted
      deaths = []
      refresh()
    },
    follow(till) {
      till.on('move', () => later(refresh))
      till.once('closed', () => {
        tillShown = false
        cancelLook()
        close()
      })
      till.once('ready-to-show', () => {
        tillShown = true
        refresh()
      })
    },
  }
}

function customerLook({ x, y, width, height }: Rectangle) {
  return {
    x,
    y,
    width,
    height,
    frame: false,
    resizable: false,
    movable: false,
    minimizable: false,
    skipTaskbar: true,
    backgroundColor: '#0d5c4a',
    title: 'Kaunta',
    autoHideMenuBar: true,
  }
}

/** Shown without taking the keys away from the cashier, and over the whole of its display. */
export function fill(
  window: Pick<
    BrowserWindow,
    'showInactive' | 'setBounds' | 'setSimpleFullScreen' | 'setFullScreen'
  >,
  bounds: Rectangle,
  platform: NodeJS.Platform = process.platform,
): void {
  window.showInactive()
  window.setBounds(bounds)
  // Its own space, as full screen has it on a Mac, would darken the till's display as well.
  if (platform === 'darwin') window.setSimpleFullScreen(true)
  else window.setFullScreen(true)
}

function sameBounds(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  )
}
