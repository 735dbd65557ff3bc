import { isDeepStrictEqual } from 'node:util'
import type { BrowserWindow, Display, Rectangle, Screen } from 'electron'
import type { DisplayView } from '../../../../shared/ipc/till-state'
import type { ChosenDisplay } from '../../../../shared/settings/customer-window'
import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'
import { mayReopen } from './crashes'
import type { WindowFactory } from './window-factory'

interface OpenWindow {
  window: BrowserWindow
  displayId: number
  bounds: Rectangle
}

/** While a window is dragged it says so many times: looked at when it has been still so long, ms. */
const stillFor = 250

/** The window on the customer's display: opened, moved and closed as displays come and go. Closed until it is placed. */
export class CustomerWindow {
  private chosen: ChosenDisplay = 'off'
  /** The person sees the till before anything opens next to it. */
  private tillShown = false
  private shown: OpenWindow | null = null
  private deaths: number[] = []
  private cancelRefresh = () => {}

  constructor(
    private readonly parts: {
      screen: Screen
      factory: WindowFactory
      clock: Clock
      log: Log
      /** A display came, went or changed, or the window went to another one. */
      changed: () => void
    },
  ) {
    const { screen } = parts
    const changed = () => this.displaysChanged()
    screen.on('display-added', changed)
    screen.on('display-removed', changed)
    screen.on('display-metrics-changed', changed)
  }

  displays(): readonly DisplayView[] {
    const till = this.tillDisplay()
    return this.parts.screen.getAllDisplays().map(({ id, label, bounds }) => ({
      id,
      name: label,
      width: bounds.width,
      height: bounds.height,
      isTill: id === till,
      isCustomer: id === this.shown?.displayId,
    }))
  }

  /** Where the owner wants it. Asked again with each change of the till; nothing new does nothing. */
  place(wanted: ChosenDisplay): void {
    if (JSON.stringify(wanted) === JSON.stringify(this.chosen)) return
    this.chosen = wanted
    this.deaths = []
    this.refresh()
  }

  /** Follows a till window, which may be on the screen already, and closes with it. */
  follow(till: BrowserWindow): void {
    till.on('move', () => this.refreshLater())
    till.once('closed', () => {
      this.tillShown = false
      this.cancelRefresh()
      this.close()
    })
    const shown = () => {
      this.tillShown = true
      this.refresh()
    }
    if (till.isVisible()) shown()
    else till.once('ready-to-show', shown)
  }

  private refresh(): void {
    const target = placeCustomerWindow({
      chosen: this.chosen,
      displays: this.parts.screen.getAllDisplays(),
      till: this.tillDisplay(),
    })
    if (this.isThere(target)) return
    this.close()
    if (target && mayReopen(this.deaths, this.parts.clock.monotonic())) this.open(target)
    this.parts.changed()
  }

  private isThere(target: Display | null): boolean {
    const { shown } = this
    if (!target || !shown) return target === null && shown === null
    return shown.displayId === target.id && isDeepStrictEqual(shown.bounds, target.bounds)
  }

  private tillDisplay(): number | null {
    const { factory, screen } = this.parts
    const till = factory.find('till')
    return till && this.tillShown ? screen.getDisplayMatching(till.getBounds()).id : null
  }

  private open({ id, bounds }: Display): void {
    const { factory, log } = this.parts
    const window = factory.open('customer', customerLook(bounds))
    this.shown = { window, displayId: id, bounds }
    log.info('customer-window-opened', { display: id, ...bounds })
    window.once('ready-to-show', () => fill(window, bounds))
    // The cashier's keys must not end here when a customer touches this screen.
    window.on('focus', () => factory.find('till')?.focus())
    window.webContents.on('render-process-gone', (_event, { reason }) => this.died(window, reason))
    window.once('closed', () => this.died(window, 'closed'))
  }

  /** Its page died, or a person closed it: the till is not touched by that. */
  private died(window: BrowserWindow, reason: string): void {
    if (this.shown?.window !== window) return
    this.parts.log.warn('customer-window-gone', { reason })
    this.deaths = [...this.deaths.slice(-9), this.parts.clock.monotonic()]
    this.close()
    this.refreshLater()
  }

  private close(): void {
    const closing = this.shown
    this.shown = null
    if (closing && !closing.window.isDestroyed()) closing.window.destroy()
  }

  private refreshLater(): void {
    this.cancelRefresh()
    this.cancelRefresh = this.parts.clock.after(stillFor, () => this.refresh())
  }

  private displaysChanged(): void {
    this.deaths = []
    this.refresh()
    this.parts.changed()
  }
}

function customerLook(bounds: Rectangle) {
  return {
    ...bounds,
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

/** A display, as far as placing a window goes. */
export interface Placeable {
  id: number
  /** Built into the computer: the cashier's own, where there is a choice. */
  internal: boolean
}

/** What decides where the customer's window is. */
export interface PlacementFacts<Display extends Placeable = Placeable> {
  chosen: ChosenDisplay
  /** As the operating system lists them now. */
  displays: readonly Display[]
  /** The display that the till's window is on; null while there is no such window. */
  till: number | null
}

/**
 * The display that the customer's window belongs on now, or null: it is closed. Never the till's own,
 * which it would cover. A chosen display that is unplugged is waited for: another one may face the
 * shop's back room.
 */
export function placeCustomerWindow<Display extends Placeable>(
  facts: PlacementFacts<Display>,
): Display | null {
  const { chosen, displays, till } = facts
  if (chosen === 'off' || till === null) return null
  const others = displays.filter(({ id }) => id !== till)
  if (chosen !== 'automatic') return others.find(({ id }) => id === chosen.id) ?? null
  return others.find(({ internal }) => !internal) ?? others[0] ?? null
}
