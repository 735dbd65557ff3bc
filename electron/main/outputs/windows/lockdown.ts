import type { App, MenuItemConstructorOptions, Session } from 'electron'
import type { Log } from '../../platform/log'

/**
 * What no page of ours needs and none may do: go elsewhere, open windows, embed web views, ask for
 * permissions, download, or check spelling through a server.
 */
export function lockDown(app: App, sessions: readonly Session[], log: Log): void {
  for (const session of sessions) lockSession(session, log)
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', event => event.preventDefault())
    contents.on('will-redirect', event => event.preventDefault())
    contents.on('will-attach-webview', event => event.preventDefault())
    // No content policy holds WebRTC. With this it sends UDP through a proxy for UDP only, and there is none.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => {
      log.warn('window-open-denied')
      return { action: 'deny' }
    })
  })
}

function lockSession(session: Session, log: Log): void {
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
}

/**
 * Takes the network from the windows' session: all its connections, also WebRTC's over TCP, go to a proxy that
 * cannot exist. Main itself calls the service, and our own scheme needs no proxy.
 */
export function closeNetwork(session: Session): Promise<void> {
  const proxyRules = 'http://0.0.0.0:1'
  // Without this, Chromium goes to this computer itself past the proxy.
  const proxyBypassRules = '<-loopback>'
  return session.setProxy({ mode: 'fixed_servers', proxyRules, proxyBypassRules })
}

/**
 * The menu of all windows. macOS needs one: its entries carry the keys for copying, closing and quitting.
 * Elsewhere there is none: Electron's own reloads the page, and its help opens addresses outside.
 */
export function applicationMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null
  return [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]
}
