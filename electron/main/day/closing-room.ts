import type { BrowserWindow } from 'electron'
import { type ClosingView, closingPageName } from '../../../shared/day/closing-page'
import type { Clock } from '../clock'

/** Where closings are drawn. Each call rejects with what went wrong, after half a minute at the latest. */
export interface ClosingRoom {
  pdf(view: ClosingView): Promise<Uint8Array>
  hasPrinter(): Promise<boolean>
  /** Prints on the computer's default printer. */
  print(view: ClosingView): Promise<void>
}

interface ClosingRoomNeeds {
  open: () => BrowserWindow
  address: string
  clock: Pick<Clock, 'after'>
}

/** A printer or page that says nothing must not keep a person waiting for ever, ms. */
const limit = 30_000

/** A room that is a hidden window, opened for each piece of work and gone afterwards. */
export function createClosingRoom({ open, address, clock }: ClosingRoomNeeds): ClosingRoom {
  async function inside<Value>(work: (window: BrowserWindow) => Promise<Value>): Promise<Value> {
    const window = open()
    let cancel = () => {}
    const tooLong = new Promise<never>((_resolve, reject) => {
      cancel = clock.after(limit, () => reject(new Error(`Nothing came within ${limit} ms`)))
    })
    try {
      return await Promise.race([tooLong, work(window)])
    } finally {
      cancel()
      window.destroy()
    }
  }

  const draw = <Value>(view: ClosingView, work: (window: BrowserWindow) => Promise<Value>) =>
    inside(async window => {
      await show(window, address, view)
      return work(window)
    })

  return {
    hasPrinter: () =>
      inside(async ({ webContents }) => (await webContents.getPrintersAsync()).length > 0),
    pdf: view => draw(view, ({ webContents }) => webContents.printToPDF({ pageSize: 'A4' })),
    print: view => draw(view, printDrawn),
  }
}

async function show(window: BrowserWindow, address: string, view: ClosingView): Promise<void> {
  await window.loadURL(address)
  // The page knows no way to main, so main asks it. JSON is plain data in JavaScript too.
  await window.webContents.executeJavaScript(`${closingPageName}.show(${JSON.stringify(view)})`)
}

function printDrawn({ webContents }: BrowserWindow): Promise<void> {
  return new Promise((resolve, reject) => {
    webContents.print({ silent: true, color: false, pageSize: 'A4' }, (printed, reason) =>
      printed ? resolve() : reject(new Error(reason)),
    )
  })
}
