import { failure, type Result, success } from '../../../shared/ipc/result'
import { isSaidToBePaid } from '../../../shared/payment/actions'
import type { ReceiptFailure, ReceiptTarget } from '../../../shared/payment/event'
import { isDueByItself, mayHaveReceipt } from '../../../shared/payment/receipt'
import type { Sale } from '../../../shared/payment/sale'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'

/** Which receipt is about to be made. */
export interface NewReceipt {
  to: ReceiptTarget
  /** The till makes it by itself on PAID. */
  automatic: boolean
  /** Who pressed: the printer may have been busy since. Who is signed in, unless told. */
  by?: Person | null
}

/** What of a sale's receipts is on record. Main judges each one by the sale of that moment. */
export interface ReceiptRecord {
  /** The sale, where such a receipt may be made of it now. Writes nothing. */
  allow(saleId: string, receipt: NewReceipt): Result<Sale>
  /** The sale as its next receipt shows it: the next copy, with its number. Writes nothing. */
  next(sale: Sale): Sale
  /**
   * Commits the next receipt of a sale, before a byte of it goes to a printer: after a crash in between
   * it counts as printed, so that there are never two originals. The original's number is taken in the same
   * transaction, so that no crash skips or repeats one. The sale that is answered has copy and number.
   */
  begin(saleId: string, receipt: NewReceipt): Result<Sale>
  /** Notes that the last one may not have come out. */
  failed(saleId: string, reason: ReceiptFailure): Result<Sale>
}

interface ReceiptRecordDeps {
  ledger: Pick<Ledger, 'find' | 'append' | 'nextReceiptNumber'>
  clock: Pick<Clock, 'wall'>
  /** Who stands at the till, for the record; null where it keeps no people. */
  person: () => Person | null
}

/** The record on these parts; it throws what the ledger throws. */
export function createReceiptRecord({ ledger, clock, person }: ReceiptRecordDeps): ReceiptRecord {
  const allow: ReceiptRecord['allow'] = (saleId, { automatic }) => {
    const sale = ledger.find(saleId)
    if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
    const allowed = automatic ? isDueByItself(sale, clock.wall()) : mayHaveReceipt(sale)
    return allowed ? success(sale) : failure('receipt-not-possible', 'Only for a sale that is paid')
  }
  const next: ReceiptRecord['next'] = sale => ({
    ...sale,
    receiptCopies: sale.receiptCopies + 1,
    receiptNumber: sale.receiptCopies === 0 ? ledger.nextReceiptNumber() : sale.receiptNumber,
  })
  return {
    allow,
    next,
    begin(saleId, { by = person(), ...receipt }) {
      const allowed = allow(saleId, receipt)
      if (!allowed.ok) return allowed
      const { receiptCopies: copy, receiptNumber } = next(allowed.value)
      return success(
        ledger.append(saleId, {
          type: 'receipt-printed',
          at: clock.wall(),
          copy,
          ...(copy === 1 && receiptNumber !== null && { number: receiptNumber }),
          ...receipt,
          person: receipt.automatic ? null : by,
        }),
      )
    },
    failed(saleId, reason) {
      const sale = ledger.find(saleId)
      if (!sale || !isSaidToBePaid(sale)) return failure('no-such-sale', `No paid sale ${saleId}`)
      return success(ledger.append(saleId, { type: 'receipt-failed', at: clock.wall(), reason }))
    },
  }
}
