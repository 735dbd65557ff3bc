import type { App } from 'electron'
import type { Log } from '../../platform/log'

/** Chromium itself starts the graphics process again after the first; after a few it ends the whole app. */
const mostCrashes = 2

/**
 * Goes on after the graphics process crashes: where it crashes again, the till starts once more without graphics
 * hardware, before Chromium gives up. `args`: this process's own, without its executable.
 */
export function surviveGraphicsCrashes(app: App, log: Log, args: readonly string[]): void {
  let crashes = 0
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return
    crashes += 1
    log.warn('graphics-process-gone', { reason })
    if (crashes !== mostCrashes || args.includes('--disable-gpu')) return
    log.warn('restart-without-graphics')
    app.relaunch({ args: [...args, '--disable-gpu'] })
    app.quit()
  })
}
