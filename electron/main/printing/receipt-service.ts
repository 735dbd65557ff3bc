import { type Result, success } from '../../../shared/ipc/result'
import { isDueByItself } from '../../../shared/payment/receipt'
import type { Sale } from '../../../shared/payment/sale'
import { saleNumber } from '../../../shared/payment/sale-number'
import type { Person } from '../../../shared/person'
import type { ReceiptSettings } from '../../../shared/settings/receipts'
import type { WithEngine } from '../connections/with-engine'
import { writeNew } from '../exports/new-file'
import type { OpenOutside } from '../open-outside'
import type { PaymentEngine } from '../payments/engine'
import { createPrintQueue } from './print-queue'
import type { Printer } from './print-window'
import { createReceiptDrawing, type ReceiptDrawingDeps } from './receipt-drawing'
import { createReceiptMaker, missingPrinter } from './receipt-maker'
import type { SendChannel } from './receipt-message'
import { createReceiptSender } from './receipt-sender'

/** Sales that became paid when the till stopped are among so many. */
const lastSales = 50

/** Makes receipts, one at a time. Nothing that goes wrong here stops a sale. */
export interface ReceiptService {
  printers(): Promise<Result<readonly Printer[]>>
  /** A sample with these settings, as the address of an image. */
  preview(how: ReceiptSettings): Promise<Result<{ picture: string }>>
  /** Prints a sample with these settings; nothing is recorded. */
  testPrint(how: ReceiptSettings): Promise<Result<null>>
  /** Prints the next receipt of a sale; all but the first are marked as copies. */
  print(saleId: string): Promise<Result<Sale>>
  /** The same as a file in the export folder. */
  savePdf(saleId: string): Promise<Result<{ file: string }>>
  /** Opens the next receipt of a sale as a message, for a person to send. The till itself sends nothing. */
  send(saleId: string, channel: SendChannel): Promise<Result<Sale>>
  /** Prints automatically what is due, if the shop wants that. */
  saleChanged(sale: Sale): void
  /** An engine was opened or closed: what became paid just when the till stopped may still be due. */
  engineChanged(engine: PaymentEngine | null): void
  /** Starts nothing more. */
  stop(): void
}

interface ReceiptServiceDeps extends ReceiptDrawingDeps {
  withEngine: WithEngine
  exportFolder: string
  openOutside: OpenOutside
  /** Who is signed in. */
  person: () => Person | null
}

/** Makes nothing before it is asked to, or before a sale becomes paid. */
export function createReceiptService(deps: ReceiptServiceDeps): ReceiptService {
  const { withEngine, settings, clock, log, person } = deps
  const drawing = createReceiptDrawing(deps)
  const { inWindow, drawSample } = drawing
  const { makeNext, noteFailure } = createReceiptMaker(deps, drawing)
  const openAsMessage = createReceiptSender({ ...deps, viewOf: drawing.viewOf, noteFailure })
  const queue = createPrintQueue()
  let known: PaymentEngine | null = null

  function print(saleId: string, automatic: boolean): Promise<Result<Sale>> {
    const by = person()
    return queue.take(`print ${saleId}`, () =>
      makeNext(saleId, { to: 'printer', automatic, by }, async (drawing, sale, how) => {
        await drawing.print(how.printer, how.sheets)
        return sale
      }),
    )
  }

  function printByItself(sale: Sale): void {
    const { automatic } = settings.get().receipts
    if (automatic && isDueByItself(sale, clock.wall()))
      print(sale.id, true).catch(error => log.error('receipt-fault', { error }))
  }

  return {
    printers: () => inWindow('printer-failed', async window => success(await window.printers())),
    preview: how =>
      inWindow('receipt-not-shown', async window => {
        const drawing = await drawSample(window, how)
        return success({ picture: await drawing.picture() })
      }),
    testPrint: how =>
      queue.take('test', () =>
        inWindow<null>('printer-failed', async window => {
          if (!(await window.hasPrinter(how.printer))) return missingPrinter(how.printer)
          const drawing = await drawSample(window, how)
          await drawing.print(how.printer, how.sheets)
          return success(null)
        }),
      ),
    print: saleId => print(saleId, false),
    savePdf(saleId) {
      const by = person()
      return queue.take(`save ${saleId}`, () =>
        makeNext(saleId, { to: 'file', automatic: false, by }, async (drawing, sale) => {
          const pdf = await drawing.pdf()
          return { file: writeNew(deps.exportFolder, fileName(sale), pdf) }
        }),
      )
    },
    send(saleId, channel) {
      const by = person()
      return queue.take(`${channel} ${saleId}`, () => openAsMessage(saleId, channel, by))
    },
    saleChanged: printByItself,
    engineChanged(engine) {
      if (engine === known) return
      known = engine
      if (engine)
        withEngine(({ ledger }) => success(ledger.recent(lastSales).forEach(printByItself)))
    },
    stop: queue.stop,
  }
}

/** `receipt-1A2B3C4D.pdf`, its copies `receipt-1A2B3C4D-copy-2.pdf`. */
function fileName(sale: Sale): string {
  const copy = sale.receiptCopies === 1 ? '' : `-copy-${sale.receiptCopies}`
  return `receipt-${saleNumber(sale)}${copy}.pdf`
}
