import type { BrowserWindow } from 'electron'
import type { WindowFactory } from './window-factory'

export type PrintPage = 'receipt' | 'closing'

/** Makes a window that something for paper is drawn in: never shown, and empty until its page is loaded. */
export function makePrintPageWindow(factory: WindowFactory, kind: PrintPage): BrowserWindow {
  return factory.make(kind, { frame: false, focusable: false, skipTaskbar: true })
}
