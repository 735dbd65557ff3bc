import { failure, type Result, success } from '../../../shared/ipc/result'
import type { ReceiptFailure, ReceiptTarget } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import {
  bringsReceipt,
  isDueByItself,
  mayHaveReceipt,
  mostReceipts,
} from '../../../shared/payment/receipt'
import type { Person } from '../../../shared/person'
import type { ReceiptSale } from '../../../shared/sale/receipt-sale'
import { isInDoubt } from '../../../shared/sale/sale-view'
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

/** What the next receipt of a payment is made of. */
export interface NextReceipt {
  payment: Payment
  sale: ReceiptSale
  /** As in the event: 1 is the original, 0 lacks money. */
  copy: number
}

/**
 * What of a payment's receipts is on record. Main judges each one by the payment of that moment. Each method throws what
 * the ledger throws.
 */
export class ReceiptRecord {
  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'find' | 'append' | 'history' | 'nextReceiptNumber' | 'sales'>
      clock: Pick<Clock, 'wall'>
      /** Who is signed in, for the record; null where the till keeps no people. */
      person: () => Person | null
    },
  ) {}

  /** The next receipt, with its number, where such a one may be made now. Writes nothing. */
  next(paymentId: string, { automatic }: Pick<NewReceipt, 'automatic'>): Result<NextReceipt> {
    const { ledger, clock } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return failure('no-such-payment', `There is no payment ${paymentId}`)
    const sale = ledger.sales.receipt(payment.sale)
    const isDoubted = isInDoubt(ledger.sales.view(payment.sale))
    const isAllowed = automatic
      ? isDueByItself(payment, clock.wall()) && sale.state === 'paid' && sale.copies === 0
      : mayHaveReceipt(payment) && !this.hasTooManySlips(payment, sale)
    if (!isAllowed || isDoubted)
      return failure('receipt-not-possible', 'Only for a payment that is paid')
    if (sale.number !== null) return success({ payment, sale, copy: sale.copies + 1 })
    if (!sale.mayHaveNumber) return success({ payment, sale, copy: 0 })
    return success({ payment, sale: { ...sale, number: ledger.nextReceiptNumber() }, copy: 1 })
  }

  /**
   * Commits the next receipt of a payment, before a byte of it goes to a printer: after a crash in between
   * it counts as printed, so that there are never two originals. The original's number is taken in the same
   * transaction, so that no crash skips or repeats one.
   */
  begin(
    paymentId: string,
    { by = this.deps.person(), ...receipt }: NewReceipt,
  ): Result<NextReceipt> {
    const { ledger, clock } = this.deps
    const next = this.next(paymentId, receipt)
    if (!next.ok) return next
    const { copy, sale } = next.value
    const payment = ledger.append(paymentId, {
      type: 'receipt-printed',
      at: clock.wall(),
      copy,
      ...(copy === 1 && sale.number !== null && { number: sale.number }),
      ...receipt,
      person: receipt.automatic ? null : by,
    })
    return success({ ...next.value, payment })
  }

  /** Notes that the last one may not have come out. */
  failed(paymentId: string, reason: ReceiptFailure): Result<Payment> {
    const { ledger, clock } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment || !bringsReceipt(payment))
      return failure('no-such-payment', `No paid payment ${paymentId}`)
    return success(ledger.append(paymentId, { type: 'receipt-failed', at: clock.wall(), reason }))
  }

  /** Slips without a number count as no receipts: they are counted in the history, which must stay bounded. */
  private hasTooManySlips({ id }: Payment, sale: ReceiptSale): boolean {
    if (sale.number !== null || sale.mayHaveNumber) return false
    const slips = this.deps.ledger.history(id).filter(({ type }) => type === 'receipt-printed')
    return slips.length >= mostReceipts
  }
}
