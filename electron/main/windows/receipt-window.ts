import type { BrowserWindow } from 'electron'
import type { WindowFactory } from './window-factory'

/** Makes the window that a receipt is drawn in: never shown, and empty until its page is loaded. */
export function makeReceiptWindow(factory: WindowFactory): BrowserWindow {
  return factory.make('receipt', { frame: false, focusable: false, skipTaskbar: true })
}
