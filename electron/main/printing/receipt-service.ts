import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Language } from '../../../shared/language'
import type { ReceiptFailure } from '../../../shared/payment/event'
import { isDueByItself } from '../../../shared/payment/receipt'
import type { Sale } from '../../../shared/payment/sale'
import { saleNumber } from '../../../shared/payment/sale-number'
import type { ReceiptView } from '../../../shared/receipt/receipt-view'
import type { ReceiptSettings } from '../../../shared/settings/receipts'
import type { Clock } from '../clock'
import type { WithEngine } from '../connections/with-engine'
import type { Log } from '../diagnostics/log'
import type { PaymentEngine } from '../payments/engine'
import type { NewReceipt } from '../payments/receipt-record'
import type { SettingsKeeper } from '../storage/settings'
import { createPrintQueue } from './print-queue'
import type { Drawing, Printer, PrintWindow, UsePrintWindow } from './print-window'
import { keepReceiptFile } from './receipt-file'
import { type ReceiptSale, receiptView, type SlipWords } from './receipt-view'
import { sampleSale } from './sample-sale'
import { printTimeLimitMs, TimeLimitPassed, withinLimit } from './time-limit'

/** Among so many is whatever became paid when the till stopped. */
const lastSales = 50

/** Makes receipts, one at a time. Nothing that goes wrong here stops a sale. */
export interface ReceiptService {
  printers(): Promise<Result<readonly Printer[]>>
  /** A sample with these settings, as the address of an image. */
  preview(how: ReceiptSettings): Promise<Result<{ picture: string }>>
  /** Prints a sample with these settings; nothing is put on record. */
  testPrint(how: ReceiptSettings): Promise<Result<null>>
  /** Prints the next receipt of a sale; all but the first are marked as copies. */
  print(saleId: string): Promise<Result<Sale>>
  /** The same as a file in the export folder. */
  savePdf(saleId: string): Promise<Result<{ file: string }>>
  /** Prints by itself what is due, where the shop wants that. */
  saleChanged(sale: Sale): void
  /** A counter was opened, or closed: what became paid just when the till stopped may still be due. */
  counterChanged(engine: PaymentEngine | null): void
  /** Begins nothing more. */
  stop(): void
}

interface ReceiptDeskDeps {
  sell: WithEngine
  /** The connection whose mark a sample carries. */
  kind: () => ConnectionKind
  settings: SettingsKeeper
  words: Record<Language, SlipWords>
  useRoom: UsePrintWindow<ReceiptView>
  clock: Clock
  log: Log
  exportFolder: string
}

/** What cannot be made for a reason that lies with printer, page or disk. */
type Trouble = 'printer-failed' | 'receipt-not-shown' | 'receipt-not-saved'

/** The desk; it makes nothing before it is asked to, or before a sale becomes paid. */
export function createReceiptService(deps: ReceiptDeskDeps): ReceiptService {
  const { sell, settings, clock, log } = deps
  const turns = createPrintQueue()
  let known: PaymentEngine | null = null

  /** Work in a room, within its time, whose faults become answers. */
  async function inRoom<Value>(
    trouble: Trouble,
    work: (room: PrintWindow<ReceiptView>) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    try {
      return await withinLimit(clock, printTimeLimitMs, signal => deps.useRoom(signal, work))
    } catch (error) {
      log.warn('receipt-trouble', { trouble, error })
      const silent = error instanceof TimeLimitPassed && trouble === 'printer-failed'
      return failure(silent ? 'printer-silent' : trouble, String(error))
    }
  }

  /** Draws, records, and only then lets it go to where it cannot be called back from. */
  async function makeNext<Value>(
    saleId: string,
    receipt: NewReceipt,
    deliver: (slip: Drawing, sale: Sale, how: ReceiptSettings) => Promise<Value>,
  ): Promise<Result<Value>> {
    const how = settings.get().receipts
    const asked = await sell(({ receipts, kind }) => {
      const allowed = receipts.allow(saleId, receipt)
      return allowed.ok ? success({ sale: allowed.value, kind }) : allowed
    })
    if (!asked.ok) {
      if (receipt.automatic) await noteTooLate(saleId)
      return asked
    }
    const { sale, kind } = asked.value
    let begun = false
    const onPaper = receipt.to === 'printer'
    const made = await inRoom(onPaper ? 'printer-failed' : 'receipt-not-saved', async room => {
      if (onPaper && !(await room.hasPrinter(how.printer))) return missing(how.printer)
      const slip = await room.draw(viewOf(sale, sale.receiptCopies + 1, kind, how))
      const recorded = await sell(({ receipts }) => receipts.begin(saleId, receipt))
      if (!recorded.ok) return recorded
      begun = true
      return success(await deliver(slip, recorded.value, how))
    })
    if (!made.ok && (begun || receipt.automatic)) await noteFailure(saleId, made)
    return made
  }

  function viewOf(
    sale: ReceiptSale,
    copy: number | null,
    kind: ConnectionKind,
    how: ReceiptSettings,
  ) {
    const { shop } = settings.get()
    const words = deps.words[how.language]
    return receiptView({ sale, kind, copy, at: clock.wall(), shop, settings: how, words })
  }

  function drawSample(room: PrintWindow<ReceiptView>, how: ReceiptSettings): Promise<Drawing> {
    const sale = sampleSale(settings.get().shop.currency, clock.wall())
    return room.draw(viewOf(sale, null, deps.kind(), how))
  }

  /** What may not have come out is on the sale's record, and so on its screen. */
  async function noteFailure(saleId: string, { code }: Failure): Promise<void> {
    const reason = failureReasons[code]
    if (reason) await sell(({ receipts }) => receipts.failed(saleId, reason))
  }

  /** Its turn came when it was no longer due, and no person has made a receipt in the meantime. */
  async function noteTooLate(saleId: string): Promise<void> {
    await sell(({ receipts }) => {
      const allowed = receipts.allow(saleId, { to: 'printer', automatic: false })
      const untouched = allowed.ok && allowed.value.receiptCopies === 0
      return untouched ? receipts.failed(saleId, 'too-late') : allowed
    })
  }

  function print(saleId: string, automatic: boolean): Promise<Result<Sale>> {
    return turns.take(`print ${saleId}`, () =>
      makeNext(saleId, { to: 'printer', automatic }, async (slip, sale, how) => {
        await slip.print(how.printer, how.sheets)
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
    printers: () => inRoom('printer-failed', async room => success(await room.printers())),
    preview: how =>
      inRoom('receipt-not-shown', async room => {
        const slip = await drawSample(room, how)
        return success({ picture: await slip.picture() })
      }),
    testPrint: how =>
      turns.take('test', () =>
        inRoom<null>('printer-failed', async room => {
          if (!(await room.hasPrinter(how.printer))) return missing(how.printer)
          const slip = await drawSample(room, how)
          await slip.print(how.printer, how.sheets)
          return success(null)
        }),
      ),
    print: saleId => print(saleId, false),
    savePdf: saleId =>
      turns.take(`save ${saleId}`, () =>
        makeNext(saleId, { to: 'file', automatic: false }, async (slip, sale) => {
          const pdf = await slip.pdf()
          return { file: keepReceiptFile(deps.exportFolder, fileName(sale), pdf) }
        }),
      ),
    saleChanged: printByItself,
    counterChanged(engine) {
      if (engine === known) return
      known = engine
      if (engine) sell(({ ledger }) => success(ledger.recent(lastSales).forEach(printByItself)))
    },
    stop: turns.stop,
  }
}

const failureReasons: Partial<Record<Failure['code'], ReceiptFailure>> = {
  'printer-missing': 'no-printer',
  'printer-failed': 'printer',
  'printer-silent': 'no-answer',
  'receipt-not-saved': 'file',
}

function missing(printer: string): Failure {
  return failure('printer-missing', printer || 'This computer has no printer')
}

/** `receipt-1A2B3C4D.pdf`, its copies `receipt-1A2B3C4D-copy-2.pdf`. */
function fileName(sale: Sale): string {
  const copy = sale.receiptCopies === 1 ? '' : `-copy-${sale.receiptCopies}`
  return `receipt-${saleNumber(sale)}${copy}.pdf`
}
