import type { MenuItemConstructorOptions } from 'electron'

/**
 * The menu of all windows. macOS needs one: its entries carry the keys for copying, closing and quitting.
 * Elsewhere there is none: Electron's own reloads the page, and its help opens addresses outside.
 */
export function applicationMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null
  return [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }]
}
