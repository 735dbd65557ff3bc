import type { App } from 'electron'

/**
 * The one way to end the till and start it again, with the arguments of this process (without its executable) and
 * further ones. An AppImage's own executable is gone with the process: its file is started instead (`appImage`,
 * from `APPIMAGE`).
 */
export function createRestart(
  app: Pick<App, 'relaunch' | 'quit'>,
  args: readonly string[],
  appImage: string | undefined,
): (more?: readonly string[]) => void {
  return (more = []) => {
    app.relaunch({ args: [...args, ...more], ...(appImage && { execPath: appImage }) })
    app.quit()
  }
}
