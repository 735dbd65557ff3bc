import type { App, BrowserWindow, WebContents } from 'electron'
import type { Clock } from '../../platform/clock'
import type { Log } from '../../platform/log'

/** Chromium itself starts the graphics process again after the first; after a few it ends the whole app. */
const mostCrashes = 2
/** By then the graphics process was started again: a page that comes before it stays empty, ms. */
const startedAgainMs = 2_000

/**
 * Goes on after the graphics process crashes. Where Chromium draws without graphics hardware, each page gets a new
 * process: the old one's picture sometimes stays empty (tried with Electron 33). Where the graphics process crashes
 * again, the till starts once more without graphics hardware, before Chromium gives up. `args`: this process's own,
 * without its executable.
 */
export function surviveGraphicsCrashes(
  app: App,
  pages: () => WebContents[],
  { clock, log }: { clock: Pick<Clock, 'after'>; log: Log },
  args: readonly string[],
): void {
  let crashes = 0
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return
    crashes += 1
    log.warn('graphics-process-gone', { reason })
    if (crashes === mostCrashes && !args.includes('--disable-gpu')) {
      log.warn('restart-without-graphics')
      app.relaunch({ args: [...args, '--disable-gpu'] })
      app.quit()
    } else if (app.getGPUFeatureStatus().gpu_compositing !== 'enabled')
      clock.after(startedAgainMs, () => {
        for (const page of pages()) page.forcefullyCrashRenderer()
      })
  })
}

/** A window whose page crashes is opened again so many times within the time below. */
const mostReopened = 3
const reopenedWithin = 60_000

/** Whether a window whose page crashed (at these moments, ms, the last one now) is opened again, or stays as it is. */
export function mayReopen(crashes: readonly number[], now: number): boolean {
  return crashes.filter(at => now - at < reopenedWithin).length <= mostReopened
}

/** Loads a window's page again when its process crashes: main has all that was recorded. `now`: ms. */
export function surviveWindowCrashes(window: BrowserWindow, log: Log, now: () => number): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    crashes = [...crashes.slice(-mostReopened), now()]
    log.warn('till-window-gone', { reason })
    if (mayReopen(crashes, now())) window.webContents.reload()
  })
}
