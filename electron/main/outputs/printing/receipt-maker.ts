import { type Failure, type Result, success } from '../../../../shared/ipc/result'
import type { ReceiptFailure } from '../../../../shared/payment/event'
import type { Sale } from '../../../../shared/payment/sale'
import type { Person } from '../../../../shared/person'
import type { ReceiptView } from '../../../../shared/receipt/receipt-view'
import type { ReceiptSettings } from '../../../../shared/settings/receipts'
import type { WithEngine } from '../../connections/with-engine'
import type { NewReceipt } from '../../payments/receipt-record'
import type { Drawing, PrintWindow } from './print-window'
import type { Printers } from './printers'
import type { ReceiptDrawing, ReceiptDrawingDeps } from './receipt-drawing'

/** Makes the receipts of sales: each is recorded before it comes out. */
export interface ReceiptMaker {
  /** Prints the next receipt of a sale. */
  print(saleId: string, receipt: Pick<NewReceipt, 'automatic' | 'by'>): Promise<Result<Sale>>
  /** The same as a PDF; `save` answers where the file is. */
  savePdf(
    saleId: string,
    by: Person | null,
    save: (pdf: Uint8Array, sale: Sale) => string,
  ): Promise<Result<{ file: string }>>
  /** A receipt that may not have come out is in the sale's history, and so on its screen. */
  noteFailure(saleId: string, failed: Failure): Promise<void>
}

interface ReceiptMakerDeps extends Pick<ReceiptDrawingDeps, 'settings'> {
  withEngine: WithEngine
  printers: Printers
}

/** What a receipt is made with. */
interface Making {
  window: PrintWindow<ReceiptView>
  signal: AbortSignal
  how: ReceiptSettings
  /** Draws it and records it. Only then may it come out: that cannot be undone. */
  next: () => Promise<Result<{ drawing: Drawing; sale: Sale }>>
}

/** Nothing is made before it is asked for. */
export function createReceiptMaker(
  { withEngine, settings, printers }: ReceiptMakerDeps,
  { inWindow, viewOf }: ReceiptDrawing,
): ReceiptMaker {
  const print: ReceiptMaker['print'] = (saleId, receipt) =>
    make(saleId, { ...receipt, to: 'printer' }, ({ window, signal, how, next }) =>
      printers.use(how, window, signal, async printer => {
        const made = await next()
        if (!made.ok) return made
        await printer.print(made.value.drawing, how.sheets)
        return success(made.value.sale)
      }),
    )

  const savePdf: ReceiptMaker['savePdf'] = (saleId, by, save) =>
    make(saleId, { to: 'file', automatic: false, by }, async ({ next }) => {
      const made = await next()
      if (!made.ok) return made
      const { drawing, sale } = made.value
      return success({ file: save(await drawing.pdf(), sale) })
    })

  async function make<Value>(
    saleId: string,
    receipt: NewReceipt,
    work: (making: Making) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const asked = await withEngine(({ receipts, kind }) => {
      const allowed = receipts.allow(saleId, receipt)
      return allowed.ok ? success({ sale: receipts.next(allowed.value), kind }) : allowed
    })
    if (!asked.ok) {
      if (receipt.automatic) await noteTooLate(saleId)
      return asked
    }
    const { sale, kind } = asked.value
    const how = settings.get().receipts
    let begun = false
    const trouble = receipt.to === 'printer' ? 'printer-failed' : 'receipt-not-saved'
    const made = await inWindow(trouble, (window, signal) => {
      const next: Making['next'] = async () => {
        const drawing = await window.draw(viewOf(sale, sale.receiptCopies, kind, how))
        const recorded = await withEngine(({ receipts }) => receipts.begin(saleId, receipt))
        if (!recorded.ok) return recorded
        begun = true
        return success({ drawing, sale: recorded.value })
      }
      return work({ window, signal, how, next })
    })
    if (!made.ok && (begun || receipt.automatic)) await noteFailure(saleId, made)
    return made
  }

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

  return { print, savePdf, noteFailure }
}

const failureReasons: Partial<Record<Failure['code'], ReceiptFailure>> = {
  'printer-missing': 'no-printer',
  'printer-off': 'off',
  'printer-not-one': 'not-one',
  'printer-paper-out': 'paper-out',
  'printer-cover-open': 'cover-open',
  'printer-stopped': 'stopped',
  'printer-failed': 'printer',
  'printer-silent': 'no-answer',
  'receipt-not-saved': 'file',
  'receipt-not-opened': 'no-program',
}
