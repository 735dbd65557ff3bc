import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { ReceiptFailure } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import type { ReceiptSettings } from '../../../shared/settings/receipts'
import type { WithEngine } from '../connections/with-engine'
import type { NewReceipt } from '../payments/receipt-record'
import type { Drawing } from './print-window'
import type { ReceiptDrawing, ReceiptDrawingDeps } from './receipt-drawing'

type Deliver<Value> = (drawing: Drawing, sale: Sale, how: ReceiptSettings) => Promise<Value>

/** Makes the receipts of sales: each is recorded before it comes out. */
export interface ReceiptMaker {
  /** Makes the next receipt of a sale; `deliver` prints or saves the drawing. */
  makeNext<Value>(
    saleId: string,
    receipt: NewReceipt,
    deliver: Deliver<Value>,
  ): Promise<Result<Value>>
  /** A receipt that may not have come out is in the sale's history, and so on its screen. */
  noteFailure(saleId: string, failed: Failure): Promise<void>
}

interface ReceiptMakerDeps extends Pick<ReceiptDrawingDeps, 'settings'> {
  withEngine: WithEngine
}

/** Nothing is made before it is asked for. */
export function createReceiptMaker(
  { withEngine, settings }: ReceiptMakerDeps,
  { inWindow, viewOf }: ReceiptDrawing,
): ReceiptMaker {
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
        if (toPrinter && !(await window.hasPrinter(how.printer))) return missingPrinter(how.printer)
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

  return { makeNext, noteFailure }
}

const failureReasons: Partial<Record<Failure['code'], ReceiptFailure>> = {
  'printer-missing': 'no-printer',
  'printer-failed': 'printer',
  'printer-silent': 'no-answer',
  'receipt-not-saved': 'file',
  'receipt-not-opened': 'no-program',
}

/** What a person is told where the chosen printer is not there. */
export function missingPrinter(printer: string): Failure {
  return failure('printer-missing', printer || 'This computer has no printer')
}
