import type { BrowserWindow } from 'electron'
import type { WindowFactory } from './window-factory'

/** Opens the till window, shown once it has something to show. */
export function openTillWindow(factory: WindowFactory, background: string): BrowserWindow {
  const window = factory.open('till', {
    width: 1280,
    height: 800,
    minWidth: 1024,
    minHeight: 640,
    backgroundColor: background,
    autoHideMenuBar: true,
  })
  window.once('ready-to-show', () => window.show())
  return window
}
