import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { ReceiptFailure } from '../../../shared/payment/event'
import { isDueByItself } from '../../../shared/payment/receipt'
import type { Sale } from '../../../shared/payment/sale'
import { saleNumber } from '../../../shared/payment/sale-number'
import type { ReceiptSettings } from '../../../shared/settings/receipts'
import type { WithEngine } from '../connections/with-engine'
import { writeNew } from '../exports/new-file'
import type { OpenOutside } from '../open-outside'
import type { PaymentEngine } from '../payments/engine'
import type { NewReceipt } from '../payments/receipt-record'
import { createPrintQueue } from './print-queue'
import type { Drawing, Printer } from './print-window'
import { createReceiptDrawing, type ReceiptDrawingDeps } from './receipt-drawing'
import { type SendChannel, sendAddress } from './receipt-message'
import { printTimeLimitMs, withinLimit } from './time-limit'

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
  counterChanged(engine: PaymentEngine | null): void
  /** Starts nothing more. */
  stop(): void
}

interface ReceiptServiceDeps extends ReceiptDrawingDeps {
  withEngine: WithEngine
  exportFolder: string
  openOutside: OpenOutside
}

type Deliver<Value> = (drawing: Drawing, sale: Sale, how: ReceiptSettings) => Promise<Value>

/** Makes nothing before it is asked to, or before a sale becomes paid. */
export function createReceiptService(deps: ReceiptServiceDeps): ReceiptService {
  const { withEngine, settings, clock, log } = deps
  const { inWindow, viewOf, drawSample } = createReceiptDrawing(deps)
  const queue = createPrintQueue()
  let known: PaymentEngine | null = null

  /** Draws, records, and only then prints or saves: that cannot be undone. */
  async function makeNext<Value>(
    saleId: string,
    receipt: NewReceipt,
    deliver: Deliver<Value>,
  ): Promise<Result<Value>> {
    const asked = await withEngine(({ receipts, kind }) => {
      const allowed = receipts.allow(saleId, receipt)
      return allowed.ok ? success({ sale: receipts.next(allowed.value), kind }) : allowed
    })
    if (asked.ok) return make(asked.value, receipt, deliver)
    if (receipt.automatic) await noteTooLate(saleId)
    return asked
  }

  async function make<Value>(
    { sale, kind }: { sale: Sale; kind: ConnectionKind },
    receipt: NewReceipt,
    deliver: Deliver<Value>,
  ): Promise<Result<Value>> {
    const how = settings.get().receipts
    const toPrinter = receipt.to === 'printer'
    let begun = false
    const made = await inWindow(
      toPrinter ? 'printer-failed' : 'receipt-not-saved',
      async window => {
        if (toPrinter && !(await window.hasPrinter(how.printer))) return missing(how.printer)
        const drawing = await window.draw(viewOf(sale, sale.receiptCopies, kind, how))
        const recorded = await withEngine(({ receipts }) => receipts.begin(sale.id, receipt))
        if (!recorded.ok) return recorded
        begun = true
        return success(await deliver(drawing, recorded.value, how))
      },
    )
    if (!made.ok && (begun || receipt.automatic)) await noteFailure(sale.id, made)
    return made
  }

  /** A receipt that may not have been printed is in the sale's history, and so on its screen. */
  async function noteFailure(saleId: string, { code }: Failure): Promise<void> {
    const reason = failureReasons[code]
    if (reason) await withEngine(({ receipts }) => receipts.failed(saleId, reason))
  }

  /** It was no longer due when the printer was free, and no person has made a receipt meanwhile. */
  async function noteTooLate(saleId: string): Promise<void> {
    await withEngine(({ receipts }) => {
      const allowed = receipts.allow(saleId, { to: 'printer', automatic: false })
      const untouched = allowed.ok && allowed.value.receiptCopies === 0
      return untouched ? receipts.failed(saleId, 'too-late') : allowed
    })
  }

  function print(saleId: string, automatic: boolean): Promise<Result<Sale>> {
    return queue.take(`print ${saleId}`, () =>
      makeNext(saleId, { to: 'printer', automatic }, async (drawing, sale, how) => {
        await drawing.print(how.printer, how.sheets)
        return sale
      }),
    )
  }

  /** As everywhere the receipt is on record first: what may have been opened is followed by a copy. */
  function send(saleId: string, channel: SendChannel): Promise<Result<Sale>> {
    return queue.take(`${channel} ${saleId}`, async () => {
      const receipt = { to: channel, automatic: false } as const
      const begun = await withEngine(({ receipts, kind }) => {
        const allowed = receipts.allow(saleId, receipt)
        if (!allowed.ok) return allowed
        const sale = receipts.next(allowed.value)
        const view = viewOf(sale, sale.receiptCopies, kind, settings.get().receipts)
        const address = sendAddress(channel, sale, view)
        if (address === null) return failure('receipt-no-recipient', `Not known for ${channel}`)
        const recorded = receipts.begin(saleId, receipt)
        return recorded.ok ? success({ sale: recorded.value, address }) : recorded
      })
      return begun.ok ? openMessage(begun.value) : begun
    })
  }

  async function openMessage(message: { sale: Sale; address: string }): Promise<Result<Sale>> {
    try {
      await withinLimit(clock, printTimeLimitMs, () => deps.openOutside(message.address))
      return success(message.sale)
    } catch {
      // Without the reason: it can hold the address, and so the customer's number.
      log.warn('receipt-not-opened', {})
      const notOpened = failure('receipt-not-opened', 'No program took the message')
      await noteFailure(message.sale.id, notOpened)
      return notOpened
    }
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
          if (!(await window.hasPrinter(how.printer))) return missing(how.printer)
          const drawing = await drawSample(window, how)
          await drawing.print(how.printer, how.sheets)
          return success(null)
        }),
      ),
    print: saleId => print(saleId, false),
    savePdf: saleId =>
      queue.take(`save ${saleId}`, () =>
        makeNext(saleId, { to: 'file', automatic: false }, async (drawing, sale) => {
          const pdf = await drawing.pdf()
          return { file: writeNew(deps.exportFolder, fileName(sale), pdf) }
        }),
      ),
    send,
    saleChanged: printByItself,
    counterChanged(engine) {
      if (engine === known) return
      known = engine
      if (engine)
        withEngine(({ ledger }) => success(ledger.recent(lastSales).forEach(printByItself)))
    },
    stop: queue.stop,
  }
}

const failureReasons: Partial<Record<Failure['code'], ReceiptFailure>> = {
  'printer-missing': 'no-printer',
  'printer-failed': 'printer',
  'printer-silent': 'no-answer',
  'receipt-not-saved': 'file',
  'receipt-not-opened': 'no-program',
}

function missing(printer: string): Failure {
  return failure('printer-missing', printer || 'This computer has no printer')
}

/** `receipt-1A2B3C4D.pdf`, its copies `receipt-1A2B3C4D-copy-2.pdf`. */
function fileName(sale: Sale): string {
  const copy = sale.receiptCopies === 1 ? '' : `-copy-${sale.receiptCopies}`
  return `receipt-${saleNumber(sale)}${copy}.pdf`
}
