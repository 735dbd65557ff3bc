import type { App, BrowserWindow, WebContents } from 'electron'
import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'

/** How many crashes lead to something, and within which time, ms: crashes that are days apart are no trouble. */
interface Limit {
  crashes: number
  within: number
}

/** Chromium itself starts the graphics process again after the first; after a few it ends the whole app. */
const graphicsLimit: Limit = { crashes: 2, within: 5 * 60_000 }
/** A window whose page crashes is opened again so many times. */
const pageLimit: Limit = { crashes: 4, within: 60_000 }
/** By then the graphics process was started again: a page that comes before it stays empty, ms. */
const startedAgainMs = 2_000
/** While a payment is on the screen the restart waits, ms a time. */
const waitForPaymentMs = 5_000

/** Counts crashes (moments, ms) and says whether the limit is reached with the one now. */
class CrashCounter {
  #crashes: number[] = []

  constructor(private readonly limit: Limit) {}

  isReached(now: number): boolean {
    const { crashes, within } = this.limit
    this.#crashes = [...this.#crashes.filter(at => now - at < within), now]
    return this.#crashes.length >= crashes
  }
}

/** Whether a window whose page crashed (at these moments, ms, the last one now) is opened again, or stays closed. */
export function mayReopen(crashes: readonly number[], now: number): boolean {
  return crashes.filter(at => now - at < pageLimit.within).length < pageLimit.crashes
}

interface GraphicsDeps {
  pages: () => WebContents[]
  clock: Pick<Clock, 'after' | 'monotonic'>
  log: Log
  /** Whether the customer is paying at this moment. */
  isPaying: () => boolean
  /** This process's own, without its executable. */
  args: readonly string[]
  restart: (more: readonly string[]) => void
}

/**
 * Goes on after the graphics process crashes. Where Chromium draws without graphics hardware, each page gets a new
 * process: the old one's picture sometimes stays empty (tried with Electron 33). Where the graphics process crashes
 * again, the till starts once more without graphics hardware, before Chromium gives up.
 */
export function surviveGraphicsCrashes(
  app: App,
  { pages, clock, log, isPaying, args, restart }: GraphicsDeps,
): void {
  const counter = new CrashCounter(graphicsLimit)
  let restarting = false
  const restartOncePaid = () => {
    if (isPaying()) return void clock.after(waitForPaymentMs, restartOncePaid)
    log.warn('restart-without-graphics')
    restart(['--disable-gpu'])
  }
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return
    log.warn('graphics-process-gone', { reason })
    const isTrouble = counter.isReached(clock.monotonic()) && !args.includes('--disable-gpu')
    if (isTrouble && !restarting) {
      restarting = true
      restartOncePaid()
    }
    if (!isTrouble && app.getGPUFeatureStatus().gpu_compositing !== 'enabled')
      clock.after(startedAgainMs, () => {
        for (const page of pages()) page.forcefullyCrashRenderer()
      })
  })
}

/**
 * Loads a window's page again when its process crashes: main has all that was recorded. A page that crashes again
 * and again is given up: then a person is asked. `now`: ms.
 */
export function surviveWindowCrashes(
  window: BrowserWindow,
  log: Log,
  now: () => number,
  givenUp: () => void,
): void {
  const counter = new CrashCounter(pageLimit)
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    log.warn('till-window-gone', { reason })
    if (counter.isReached(now())) givenUp()
    else window.webContents.reload()
  })
}
