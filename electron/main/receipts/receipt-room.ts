import type { BrowserWindow } from 'electron'
import {
  type ReceiptView,
  receiptPageName,
  type SlipSize,
} from '../../../shared/receipt/receipt-view'

/** A printer as the operating system names it, and as people know it. */
export interface Printer {
  name: string
  displayName: string
}

/** A receipt that is drawn, and what can be made of it. Each call rejects with what went wrong. */
export interface Slip {
  print(printer: string, sheets: number): Promise<void>
  pdf(): Promise<Uint8Array>
  /** The very same drawing, as the address of an image. */
  picture(): Promise<string>
}

/** The room where receipts are drawn, for one piece of work. */
export interface ReceiptRoom {
  printers(): Promise<readonly Printer[]>
  draw(view: ReceiptView): Promise<Slip>
}

/** Does work in a room of its own, which is gone afterwards, or as soon as the signal says so. */
export type UseReceiptRoom = <Value>(
  signal: AbortSignal,
  work: (room: ReceiptRoom) => Promise<Value>,
) => Promise<Value>

interface RoomNeeds {
  open: () => BrowserWindow
  address: string
}

const micronsPerPixel = 25_400 / 96
/** Chromium rounds lengths: without it a last line could begin a second page. */
const reserve = 8

/** Rooms that are hidden windows. */
export function createReceiptRooms({ open, address }: RoomNeeds): UseReceiptRoom {
  return async (signal, work) => {
    const window = open()
    const close = () => window.destroy()
    signal.addEventListener('abort', close)
    try {
      await window.loadURL(address)
      return await work(roomIn(window))
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  }
}

function roomIn(window: BrowserWindow): ReceiptRoom {
  const { webContents } = window
  return {
    printers: async () =>
      (await webContents.getPrintersAsync()).map(({ name, displayName }) => ({
        name,
        displayName: displayName || name,
      })),
    async draw(view) {
      // The page knows no way to main, so main asks it. JSON is plain data in JavaScript too.
      const code = `${receiptPageName}.show(${JSON.stringify(view)})`
      const size: SlipSize = await webContents.executeJavaScript(code)
      return slipIn(window, view, size)
    },
  }
}

function slipIn(window: BrowserWindow, { paper }: ReceiptView, size: SlipSize): Slip {
  const { webContents } = window
  const roll = paper !== 'a4'
  const height = size.height + reserve
  return {
    print: (printer, sheets) =>
      new Promise((resolve, reject) => {
        const microns = (pixels: number) => Math.ceil(pixels * micronsPerPixel)
        webContents.print(
          {
            silent: true,
            deviceName: printer,
            copies: sheets,
            color: false,
            margins: { marginType: 'none' },
            pageSize: roll ? { width: microns(size.width), height: microns(height) } : 'A4',
          },
          (printed, reason) => (printed ? resolve() : reject(new Error(reason))),
        )
      }),
    pdf: () =>
      webContents.printToPDF({
        margins: { top: 0, bottom: 0, left: 0, right: 0 },
        pageSize: roll ? { width: size.width / 96, height: height / 96 } : 'A4',
      }),
    async picture() {
      const [width, tall] = [Math.ceil(size.width), Math.ceil(height)]
      window.setContentSize(width, tall)
      const image = await webContents.capturePage({ x: 0, y: 0, width, height: tall })
      if (image.isEmpty()) throw new Error('The receipt could not be drawn')
      return image.toDataURL()
    },
  }
}
