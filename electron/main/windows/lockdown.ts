import type { App, Session } from 'electron'
import type { Log } from '../diagnostics/log'

/**
 * What no page of ours needs and none may do: go elsewhere, open windows, embed web views, ask for
 * permissions, download, or check spelling through a server.
 */
export function lockDown(app: App, session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn('permission-denied', { permission })
    answer(false)
  })
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  // Off alone is not enough: Chromium fetches a dictionary for each language that it has a checker for.
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerEnabled(false)
  session.on('will-download', event => event.preventDefault())
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', event => event.preventDefault())
    contents.on('will-redirect', event => event.preventDefault())
    contents.on('will-attach-webview', event => event.preventDefault())
    contents.setWindowOpenHandler(() => {
      log.warn('window-open-denied')
      return { action: 'deny' }
    })
  })
}
