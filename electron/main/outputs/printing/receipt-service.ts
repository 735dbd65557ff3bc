import { failure, type Result, success } from '../../../../shared/ipc/result'
import { isDueByItself } from '../../../../shared/payment/receipt'
import type { Sale } from '../../../../shared/payment/sale'
import { saleNumber } from '../../../../shared/payment/sale-number'
import type { Person } from '../../../../shared/person'
import type { ReceiptSettings } from '../../../../shared/settings/receipts'
import type { WithEngine } from '../../connections/with-engine'
import type { PaymentEngine } from '../../payments/engine'
import type { OpenOutside } from '../../platform/open-outside'
import { writeNew } from '../exports/new-file'
import type { SendChannel } from '../exports/sent-text'
import { movesCash } from './cash-drawer'
import { createPrintQueue } from './print-queue'
import type { Printer } from './print-window'
import { PrinterTrouble, printTimeLimitMs, withinLimit } from './printer-trouble'
import type { Printers } from './printers'
import { createReceiptDrawing, type ReceiptDrawingDeps } from './receipt-drawing'
import { createReceiptMaker } from './receipt-maker'
import { createReceiptSender } from './receipt-sender'

/** Sales that became paid when the till stopped are among so many. */
const lastSales = 50

/** Makes receipts, one at a time. Nothing that goes wrong here stops a sale. */
export interface ReceiptService {
  printers(): Promise<Result<readonly Printer[]>>
  /** A sample with these settings, as the address of an image. */
  preview(how: ReceiptSettings): Promise<Result<{ picture: string }>>
  /** Prints a sample with these settings, and opens the drawer where it has one; nothing is recorded. */
  testPrint(how: ReceiptSettings): Promise<Result<null>>
  /** Prints the next receipt of a sale; all but the first are marked as copies. */
  print(saleId: string): Promise<Result<Sale>>
  /** The same as a file in the export folder. */
  savePdf(saleId: string): Promise<Result<{ file: string }>>
  /** Opens the next receipt of a sale as a message, for a person to send. The till itself sends nothing. */
  send(saleId: string, channel: SendChannel): Promise<Result<Sale>>
  /** Opens the cash drawer, where the shop has one. It waits for the paper that is being printed. */
  openDrawer(): Promise<Result<null>>
  /** Prints automatically what is due, if the shop wants that, and opens the drawer for cash. */
  saleChanged(sale: Sale, before: Sale | null): void
  /** An engine was opened or closed: what became paid just when the till stopped may still be due. */
  engineChanged(engine: PaymentEngine | null): void
  /** Starts nothing more. */
  stop(): void
}

interface ReceiptServiceDeps extends ReceiptDrawingDeps {
  withEngine: WithEngine
  printers: Printers
  exportFolder: string
  openOutside: OpenOutside
  /** Who is signed in. */
  person: () => Person | null
}

/** Makes nothing before it is asked to, or before a sale becomes paid. */
export function createReceiptService(deps: ReceiptServiceDeps): ReceiptService {
  const { withEngine, settings, printers, clock, log, person } = deps
  const drawing = createReceiptDrawing(deps)
  const { inWindow, drawSample } = drawing
  const maker = createReceiptMaker(deps, drawing)
  const { noteFailure } = maker
  const openAsMessage = createReceiptSender({ ...deps, viewOf: drawing.viewOf, noteFailure })
  const queue = createPrintQueue()
  let known: PaymentEngine | null = null

  function print(saleId: string, automatic: boolean): Promise<Result<Sale>> {
    const by = person()
    return queue.take(`print ${saleId}`, () => maker.print(saleId, { automatic, by }))
  }

  function printByItself(sale: Sale): void {
    const { automatic } = settings.get().receipts
    if (automatic && isDueByItself(sale, clock.wall()))
      print(sale.id, true).catch(error => log.error('receipt-fault', { error }))
  }

  async function openDrawer(): Promise<Result<null>> {
    const how = settings.get().receipts
    if (!opensDrawer(how)) return success(null)
    return queue.take('drawer', async () => {
      try {
        await withinLimit(clock, printTimeLimitMs, signal => printers.openDrawer(how, signal))
        return success(null)
      } catch (error) {
        log.warn('drawer-not-opened', { error })
        const code = error instanceof PrinterTrouble ? error.code : 'printer-failed'
        return failure(code, String(error))
      }
    })
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
        inWindow<null>('printer-failed', async (window, signal) => {
          await printers.use(how, window, signal, async printer =>
            printer.print(await drawSample(window, how), how.sheets),
          )
          if (opensDrawer(how)) await printers.openDrawer(how, signal)
          return success(null)
        }),
      ),
    print: saleId => print(saleId, false),
    savePdf(saleId) {
      const by = person()
      return queue.take(`save ${saleId}`, () =>
        maker.savePdf(saleId, by, (pdf, sale) => writeNew(deps.exportFolder, fileName(sale), pdf)),
      )
    },
    send(saleId, channel) {
      const by = person()
      return queue.take(`${channel} ${saleId}`, () => openAsMessage(saleId, channel, by))
    },
    openDrawer,
    saleChanged(sale, before) {
      printByItself(sale)
      if (movesCash(sale, before)) openDrawer().catch(error => log.error('drawer-fault', { error }))
    },
    engineChanged(engine) {
      if (engine === known) return
      known = engine
      if (engine)
        withEngine(({ ledger }) => success(ledger.recent(lastSales).forEach(printByItself)))
    },
    stop: queue.stop,
  }
}

/** Only a receipt printer has a connector for a drawer. */
function opensDrawer({ drawer, method }: ReceiptSettings): boolean {
  return drawer && method !== 'system'
}

/** `receipt-1A2B3C4D.pdf`, its copies `receipt-1A2B3C4D-copy-2.pdf`. */
function fileName(sale: Sale): string {
  const copy = sale.receiptCopies === 1 ? '' : `-copy-${sale.receiptCopies}`
  return `receipt-${saleNumber(sale)}${copy}.pdf`
}
