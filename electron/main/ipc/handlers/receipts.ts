import type { ReceiptService } from '../../printing/receipt-service'
import type { Handlers } from '../register'

/** Receipts, and the printers that they come out of. */
export function receiptsHandlers(desk: ReceiptService): Handlers['receipts'] {
  return {
    printers: () => desk.printers(),
    preview: how => desk.preview(how),
    testPrint: how => desk.testPrint(how),
    print: ({ saleId }) => desk.print(saleId),
    savePdf: ({ saleId }) => desk.savePdf(saleId),
  }
}
