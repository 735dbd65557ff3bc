import { join } from 'node:path'
import type { WithEngine } from '../../electron/main/connections/with-engine'
import { ExportFolder } from '../../electron/main/outputs/exports/new-file'
import type { Bitmap } from '../../electron/main/outputs/printing/bitmap'
import { DayPapers } from '../../electron/main/outputs/printing/day-papers'
import type {
  Drawing,
  Printer,
  UsePrintWindow,
} from '../../electron/main/outputs/printing/print-window'
import { Printers } from '../../electron/main/outputs/printing/printers'
import { ReceiptService } from '../../electron/main/outputs/printing/receipt-service'
import { type ReceiptFacts, slipWords } from '../../electron/main/outputs/printing/receipt-view'
import type { Clock } from '../../electron/main/platform/clock'
import type { SettingsKeeper } from '../../electron/main/store/settings'
import type { ClosingView } from '../../shared/day/closing-page'
import type { PaperView } from '../../shared/paper-page'
import type { Person } from '../../shared/person'
import type { ReceiptView } from '../../shared/receipt/receipt-view'
import type { ReceiptSale } from '../../shared/sale/receipt-sale'
import { defaultReceiptSettings } from '../../shared/settings/receipts'
import { listeningLog } from './parts'
import { morning } from './payments/clock'
import { paymentIn } from './payments/payments'

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

/** A drawing without a blank margin, whose rows differ. A loop: each till of a test has one. */
export function stripes(width: number, height: number): Bitmap {
  const dots = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) dots[y * width + x] = Number(x === 0 || (x + y) % 7 === 0)
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

/** The real ways to printers, with times for tests. Nothing is sent to a queue of this computer. */
function printersOn(clock: Clock): Printers {
  return new Printers({
    clock,
    limits: { connect: 600, answer: 400, silence: 800 },
    sendToQueue: async () => {
      throw new Error('This test has no print queue')
    },
  })
}

/** The real papers of the day, drawn by a printer of the test. */
export function papersOn(
  printer: Pick<FakePrinter<ClosingView>, 'usePrintWindow'>,
  settings: Pick<SettingsKeeper, 'get'>,
  clock: Clock,
  exportFolder = new ExportFolder('no-folder'),
): DayPapers {
  return new DayPapers({
    settings,
    clock,
    printers: printersOn(clock),
    useWindow: printer.usePrintWindow,
    exportFolder,
  })
}

/** A sale of 15,000 that one push has paid, and its receipt has no number yet. */
export function paidSale(changes: Partial<ReceiptSale> = {}): ReceiptSale {
  return {
    ...{ state: 'paid', total: 15_000, missing: 0, inCash: false, received: null },
    paidBy: [{ by: 'mobile', value: 15_000 }],
    ...{ paidAt: morning, givenBack: [], changed: false, references: ['R-1'] },
    ...{ mayHaveNumber: true, number: null, copies: 0 },
    ...changes,
  }
}

/** What the original of a paid payment's receipt is made of. */
export function receiptFacts(changes: Partial<ReceiptFacts> = {}): ReceiptFacts {
  return {
    ...{ payment: paymentIn('settled'), kind: 'production', copy: 1, at: morning },
    sale: paidSale(),
    shop: { name: 'Duka la Asha', till: 'Till 1' },
    settings: defaultReceiptSettings,
    ...{ language: 'en', words: slipWords.en },
    ...changes,
  }
}

interface ReceiptServiceParts {
  withEngine: WithEngine
  settings: SettingsKeeper
  clock: Clock
  printer: FakePrinter
  folder: string
  openOutside?: (address: string) => Promise<void>
  person?: () => Person | null
}

/** The real receipt service with both languages, its exports in the test's own folder. */
export function receiptServiceOn({
  withEngine,
  settings,
  clock,
  printer,
  folder,
  openOutside = async () => undefined,
  person = () => null,
}: ReceiptServiceParts): ReceiptService {
  return new ReceiptService({
    withEngine,
    settings,
    clock,
    printers: printersOn(clock),
    useWindow: printer.usePrintWindow,
    log: listeningLog().log,
    openOutside,
    person,
    exportFolder: new ExportFolder(join(folder, 'exports')),
  })
}
