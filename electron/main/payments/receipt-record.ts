import { failure, type Result, success } from '../../../shared/ipc/result'
import { isSaidToBePaid } from '../../../shared/payment/actions'
import type { ReceiptFailure, ReceiptTarget } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { isDueByItself, mayHaveReceipt } from '../../../shared/payment/receipt'
import type { Person } from '../../../shared/person'
import type { SaleView } from '../../../shared/sale/sale-view'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'

/** Which receipt is about to be made. */
export interface NewReceipt {
  to: ReceiptTarget
  /** The till makes it by itself on PAID. */
  automatic: boolean
  /** Who pressed: the printer may have been busy since. Who is signed in, unless given. */
  by?: Person | null
}

/**
 * What of a payment's receipts is on record. Main judges each one by the payment of that moment. Each method throws what
 * the ledger throws.
 */
export class ReceiptRecord {
  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'find' | 'append' | 'nextReceiptNumber' | 'sales'>
      clock: Pick<Clock, 'wall'>
      /** Who is signed in, for the record; null where the till keeps no people. */
      person: () => Person | null
    },
  ) {}

  /** The payment and its sale, where such a receipt may be made of it now. Writes nothing. */
  allow(
    paymentId: string,
    { automatic }: NewReceipt,
  ): Result<{ payment: Payment; sale: SaleView }> {
    const { ledger, clock } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return failure('no-such-payment', `There is no payment ${paymentId}`)
    const allowed = automatic ? isDueByItself(payment, clock.wall()) : mayHaveReceipt(payment)
    return allowed
      ? success({ payment, sale: ledger.sales.view(payment.sale) })
      : failure('receipt-not-possible', 'Only for a payment that is paid')
  }

  /** The payment as its next receipt shows it: the next copy, with its number. Writes nothing. */
  next(payment: Payment): Payment {
    const isFirst = payment.receiptCopies === 0
    const receiptNumber = isFirst ? this.deps.ledger.nextReceiptNumber() : payment.receiptNumber
    return { ...payment, receiptCopies: payment.receiptCopies + 1, receiptNumber }
  }

  /**
   * Commits the next receipt of a payment, before a byte of it goes to a printer: after a crash in between
   * it counts as printed, so that there are never two originals. The original's number is taken in the same
   * transaction, so that no crash skips or repeats one. The payment that is answered has copy and number.
   */
  begin(paymentId: string, { by = this.deps.person(), ...receipt }: NewReceipt): Result<Payment> {
    const { ledger, clock } = this.deps
    const allowed = this.allow(paymentId, receipt)
    if (!allowed.ok) return allowed
    const { receiptCopies: copy, receiptNumber } = this.next(allowed.value.payment)
    return success(
      ledger.append(paymentId, {
        type: 'receipt-printed',
        at: clock.wall(),
        copy,
        ...(copy === 1 && receiptNumber !== null && { number: receiptNumber }),
        ...receipt,
        person: receipt.automatic ? null : by,
      }),
    )
  }

  /** Notes that the last one may not have come out. */
  failed(paymentId: string, reason: ReceiptFailure): Result<Payment> {
    const { ledger, clock } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment || !isSaidToBePaid(payment))
      return failure('no-such-payment', `No paid payment ${paymentId}`)
    return success(ledger.append(paymentId, { type: 'receipt-failed', at: clock.wall(), reason }))
  }
}
