import type { TFunction } from 'i18next'
import type { ReceiptFailure } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'

/** What happened to a payment's receipt, said quietly: the payment itself is paid also where the printer fails. */
export function receiptText(
  { receiptCopies, receiptFailure }: Pick<Payment, 'receiptCopies' | 'receiptFailure'>,
  automatic: boolean,
  t: TFunction,
): string {
  if (receiptFailure !== null)
    return t(
      isCertain(receiptFailure) ? 'history.event.receiptNotPrinted' : 'receipts.maybePrinted',
      { why: t(`receipts.why.${receiptFailure}`) },
    )
  if (receiptCopies > 0) return t('receipts.made', { copies: receiptCopies })
  return automatic ? t('receipts.none') : ''
}

/** Nothing came out: it was sent nowhere. */
export function isCertain(failure: ReceiptFailure): boolean {
  return certain[failure]
}

const certain: Record<ReceiptFailure, boolean> = {
  'no-printer': true,
  'queue-closed': true,
  off: true,
  'not-one': true,
  'paper-out': true,
  'cover-open': true,
  'too-late': true,
  stopped: false,
  printer: false,
  'no-answer': false,
  file: false,
  'no-program': false,
}
