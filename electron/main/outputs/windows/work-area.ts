import type { BrowserWindow, Rectangle, Screen } from 'electron'
import type { Clock } from '../../platform/clock'

/** What the till's window begins with, and what its pages are drawn for at least, in DIP. */
const usual = { width: 1280, height: 800 }
const drawnFor = { width: 1024, height: 640 }

/** While a window is dragged it says so many times: looked at when it has been still so long, ms. */
const stillFor = 250

type Size = Pick<Rectangle, 'width' | 'height'>

/** The part of a display that no task bar covers, as far as it goes. */
function least(size: Size, area: Size): Size {
  return { width: Math.min(size.width, area.width), height: Math.min(size.height, area.height) }
}

/** The size that the till's window begins with on a display with this work area, and the least that it can have. */
export function sizesFor(area: Size): Size & { minWidth: number; minHeight: number } {
  const { width, height } = least(drawnFor, area)
  return { ...least(usual, area), minWidth: width, minHeight: height }
}

/** True where the usual window has no place with its frame: the system knows best how to fill the display. */
export function fillsDisplay(area: Size): boolean {
  return area.width <= usual.width || area.height <= usual.height
}

/** Where a window is so that it is no larger than a work area and, where it was made smaller, inside it. Pure. */
export function withinArea(bounds: Rectangle, area: Rectangle): Rectangle {
  const { width, height } = least(bounds, area)
  if (width === bounds.width && height === bounds.height) return bounds
  return {
    x: between(bounds.x, area.x, area.x + area.width - width),
    y: between(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  }
}

function between(value: number, from: number, to: number): number {
  return Math.max(from, Math.min(value, to))
}

/** The till's window is never larger than the work area of its display, also when one of the two changes. */
export function keepWithinWorkArea(
  window: BrowserWindow,
  { screen, clock }: { screen: Screen; clock: Pick<Clock, 'after'> },
): void {
  let cancel = () => {}
  const fit = () => {
    if (window.isDestroyed()) return
    const bounds = window.getBounds()
    const { workArea } = screen.getDisplayMatching(bounds)
    const { minWidth, minHeight } = sizesFor(workArea)
    // First: nothing makes a window smaller than this.
    window.setMinimumSize(minWidth, minHeight)
    const fitting = withinArea(bounds, workArea)
    // The system places what fills the display.
    if (fitting !== bounds && !window.isMaximized() && !window.isFullScreen())
      window.setBounds(fitting)
  }
  const fitLater = () => {
    cancel()
    cancel = clock.after(stillFor, fit)
  }
  screen.on('display-metrics-changed', fitLater)
  screen.on('display-removed', fitLater)
  window.on('move', fitLater)
  window.once('closed', () => {
    cancel()
    screen.off('display-metrics-changed', fitLater)
    screen.off('display-removed', fitLater)
  })
}
