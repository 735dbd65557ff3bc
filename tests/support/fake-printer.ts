import type { Bitmap } from '../../electron/main/outputs/printing/bitmap'
import type {
  Drawing,
  Printer,
  UsePrintWindow,
} from '../../electron/main/outputs/printing/print-window'
import type { PaperView } from '../../shared/paper-page'
import type { ReceiptView } from '../../shared/receipt/receipt-view'

type Behaviour = 'prints' | 'refuses' | 'hangs' | 'cannot-draw' | 'drawing-hangs'

/** A fake of the printer and of the page that draws. It records what was printed and can fail. */
export interface FakePrinter<View extends PaperView = ReceiptView> {
  usePrintWindow: UsePrintWindow<View>
  /** In the order in which they came out. */
  printed: { view: View; printer: string; sheets: number }[]
  printers: Printer[]
  behaviour: Behaviour
  /** Called with what is about to come out: looks at what is on record by then. */
  beforePrint: (view: View) => void
  /** What was made a file of. */
  saved: View[]
  /** Print windows that are open now. */
  openWindows: number
  /** What the page draws for a receipt printer. */
  drawn: Bitmap
}

/** A drawing without a blank margin, whose rows differ. */
export function stripes(width: number, height: number): Bitmap {
  const dots = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return Number(x === 0 || (x + y) % 7 === 0)
  })
  return { width, height, dots }
}

const never = () => new Promise<never>(() => undefined)

export function fakePrinter<View extends PaperView = ReceiptView>(): FakePrinter<View> {
  const state: FakePrinter<View> = {
    printed: [],
    saved: [],
    printers: [{ name: 'till-80', displayName: 'Till printer' }],
    behaviour: 'prints',
    beforePrint: () => undefined,
    openWindows: 0,
    drawn: stripes(576, 600),
    async usePrintWindow(signal, work) {
      state.openWindows += 1
      let open = true
      const close = () => {
        if (open) state.openWindows -= 1
        open = false
      }
      signal.addEventListener('abort', close)
      try {
        return await work({
          printers: async () => state.printers,
          hasPrinter: async name =>
            state.printers.some(printer => name === '' || printer.name === name),
          draw: view => draw(view),
        })
      } finally {
        close()
      }
    },
  }

  async function draw(view: View): Promise<Drawing> {
    if (state.behaviour === 'cannot-draw') throw new Error('the page is gone')
    if (state.behaviour === 'drawing-hangs') return never()
    return {
      async print(printer, sheets) {
        state.beforePrint(view)
        if (state.behaviour === 'refuses') throw new Error('out of paper')
        if (state.behaviour === 'hangs') return never()
        state.printed.push({ view, printer, sheets })
      },
      async pdf() {
        state.saved.push(view)
        return Buffer.from(`%PDF ${JSON.stringify(view)}`)
      },
      picture: async () => 'data:image/png;base64,AA==',
      dots: async () => state.drawn,
    }
  }
  return state
}
