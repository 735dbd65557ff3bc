import type { BrowserWindow, NativeImage } from 'electron'
import { type DrawnSize, type PaperView, rollStrips } from '../../../../shared/paper-page'
import { type Bitmap, bitmapOf, stacked } from './bitmap'

/** A printer as the operating system names it, and as people know it. */
export interface Printer {
  name: string
  displayName: string
}

/** A paper that is drawn, and what can be made of it. Each call rejects with what went wrong. */
export interface Drawing {
  /** '' is the computer's default printer. */
  print(printer: string, sheets: number): Promise<void>
  pdf(): Promise<Uint8Array>
  /** The very same drawing, as the address of an image. */
  picture(): Promise<string>
  /** The very same drawing in the dots of a receipt printer, 8 a millimetre; of a roll only. */
  dots(): Promise<Bitmap>
}

/** A hidden window where papers of one kind are drawn, for one piece of work. */
export interface PrintWindow<View extends PaperView> {
  /** '' asks for any printer: newer Electrons do not say which one is the computer's default. */
  hasPrinter(name: string): Promise<boolean>
  printers(): Promise<readonly Printer[]>
  draw(view: View): Promise<Drawing>
}

/** Does work in a print window that is closed afterwards, or as soon as the signal says so. */
export type UsePrintWindow<View extends PaperView> = <Value>(
  signal: AbortSignal,
  work: (window: PrintWindow<View>) => Promise<Value>,
) => Promise<Value>

interface PrintWindowDeps {
  open: () => BrowserWindow
  address: string
  /** The name under which the page offers itself. */
  page: string
  imageOf: (png: Buffer) => NativeImage
}

const micronsPerPixel = 25_400 / 96
const pixelsPerMm = 96 / 25.4
/** Of nearly every receipt printer: 203 dots an inch. */
const dotsPerMm = 8
/** A long paper is taken in bands: a picture of all of it would be large. Dots. */
const band = 2_000
/** Chromium rounds lengths: without it a last line could begin a second page. */
const reserve = 8

/** Hidden windows. A roll is one page as long as the drawing; sheets are A4. */
export function createPrintWindows<View extends PaperView>({
  open,
  address,
  page,
  imageOf,
}: PrintWindowDeps): UsePrintWindow<View> {
  return async (signal, work) => {
    const window = open()
    const close = () => window.destroy()
    signal.addEventListener('abort', close)
    try {
      await window.loadURL(address)
      return await work(printWindowIn(window, page, imageOf))
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  }
}

function printWindowIn<View extends PaperView>(
  window: BrowserWindow,
  page: string,
  imageOf: PrintWindowDeps['imageOf'],
): PrintWindow<View> {
  const { webContents } = window
  const printers = async () =>
    (await webContents.getPrintersAsync()).map(({ name, displayName }) => ({
      name,
      displayName: displayName || name,
    }))
  return {
    printers,
    async hasPrinter(name) {
      const known = await printers()
      return name === '' ? known.length > 0 : known.some(printer => printer.name === name)
    },
    async draw(view) {
      // The page knows no way to main, so main asks it. JSON is plain data in JavaScript too.
      const code = `${page}.show(${JSON.stringify(view)})`
      const size: DrawnSize = await webContents.executeJavaScript(code)
      return drawingOf(window, view, size, imageOf)
    },
  }
}

function drawingOf(
  window: BrowserWindow,
  { paper }: PaperView,
  size: DrawnSize,
  imageOf: PrintWindowDeps['imageOf'],
): Drawing {
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
            margins: { marginType: roll ? 'none' : 'default' },
            pageSize: roll ? { width: microns(size.width), height: microns(height) } : 'A4',
          },
          (printed, reason) => (printed ? resolve() : reject(new Error(reason))),
        )
      }),
    pdf: () =>
      webContents.printToPDF({
        ...(roll && { margins: { top: 0, bottom: 0, left: 0, right: 0 } }),
        pageSize: roll ? { width: size.width / 96, height: height / 96 } : 'A4',
      }),
    async picture() {
      const [width, tall] = [Math.ceil(size.width), Math.ceil(height)]
      window.setContentSize(width, tall)
      const image = await webContents.capturePage({ x: 0, y: 0, width, height: tall })
      if (image.isEmpty()) throw new Error('The paper could not be drawn')
      return image.toDataURL()
    },
    dots: () => dotsOf(window, paper, imageOf),
  }
}

/** Drawn larger, not enlarged: the letters are as sharp as the printer can print them. */
async function dotsOf(
  window: BrowserWindow,
  paper: PaperView['paper'],
  imageOf: PrintWindowDeps['imageOf'],
): Promise<Bitmap> {
  if (paper === 'a4') throw new Error('A receipt printer has no sheets')
  const { left, width } = rollStrips[paper]
  const { height, scale } = await enlarge(window)
  const inWindow = (dots: number) => Math.round(dots / scale)
  const wide = left + width
  window.setContentSize(inWindow(wide * dotsPerMm), Math.ceil(height))
  const bands: Bitmap[] = []
  for (let top = 0; top < height * scale; top += band) {
    const image = await window.webContents.capturePage({
      x: inWindow(left * dotsPerMm),
      y: inWindow(top),
      width: inWindow(width * dotsPerMm),
      height: Math.min(inWindow(band), Math.ceil(height) - inWindow(top)),
    })
    // By way of a PNG: a picture from a display of high density has its size in other units.
    const pixels = imageOf(image.toPNG({ scaleFactor: scale }))
    if (pixels.isEmpty()) throw new Error('The paper could not be drawn')
    const size = pixels.getSize()
    bands.push(bitmapOf(pixels.toBitmap(), size.width, width * dotsPerMm, size.height))
  }
  return stacked(bands)
}

/** Makes the page as large as the printer's dots; its height then, in the window's pixels, and their scale. */
async function enlarge({ webContents }: BrowserWindow): Promise<{ height: number; scale: number }> {
  const larger = dotsPerMm / pixelsPerMm
  return webContents.executeJavaScript(`(() => {
    const { documentElement: page } = document
    page.style.zoom = String(${larger} / devicePixelRatio)
    page.style.overflow = 'hidden'
    return { height: page.getBoundingClientRect().height, scale: devicePixelRatio }
  })()`)
}
