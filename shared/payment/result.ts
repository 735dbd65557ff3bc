import type { Payment } from './payment'
import { answerExceptionOf, type PaymentException, type PaymentStatus, statusOf } from './status'

/** A result that a person must hear of. */
export type ResultName =
  | 'paid'
  | 'failed'
  | 'refused'
  | 'held'
  | 'expired'
  | 'unrecognised'
  | 'mismatched'
  | 'contradicted'
  | 'paidLate'

/** What a result is called (`status.<name>` in the languages). */
export const statusOfResult = {
  paid: 'paid',
  failed: 'failed',
  refused: 'refused',
  held: 'askCustomer',
  expired: 'expired',
  unrecognised: 'manager',
  mismatched: 'manager',
  contradicted: 'manager',
  paidLate: 'paidLate',
} as const satisfies Record<ResultName, string>

/** How a result sounds and looks: good, bad, or something that a person has to check. */
export type ResultTone = 'paid' | 'failed' | 'attention'

const plainResults: Record<PaymentStatus, ResultName | null> = {
  waitingToSend: null,
  askCustomer: 'held',
  sending: null,
  unknown: null,
  waitingForCustomer: null,
  paid: 'paid',
  failed: 'failed',
  manager: 'unrecognised',
  expired: 'expired',
  refused: 'refused',
  withdrawn: null,
  stopped: null,
  cash: null,
}

/** Null where the status says it all. */
const exceptionResults: Record<PaymentException, ResultName | null> = {
  none: null,
  cash: null,
  late: 'paidLate',
  contradicted: 'contradicted',
  mismatched: 'mismatched',
  providerDisagrees: null,
}

/** Money that came late is never simply good news (money rule 9). */
const tones: Record<ResultName, ResultTone> = {
  paid: 'paid',
  failed: 'failed',
  refused: 'failed',
  held: 'attention',
  expired: 'attention',
  unrecognised: 'attention',
  mismatched: 'attention',
  contradicted: 'attention',
  paidLate: 'attention',
}

/** A payment's result, or null while there is none. `paid` is only what nothing contradicts. */
export function resultOf(payment: Payment): ResultName | null {
  const result = exceptionResults[answerExceptionOf(payment)] ?? plainResults[statusOf(payment)]
  // A payment that a person ended is no news to them.
  return result === 'expired' && payment.resolution !== null ? null : result
}

/** The tone of a result. */
export function toneOf(result: ResultName): ResultTone {
  return tones[result]
}

/**
 * The result that a step of a payment brought, or null where it brought none: nothing is announced twice,
 * and nothing that was there before the till started is announced at all.
 */
export function freshResult(before: Payment | null, payment: Payment): ResultName | null {
  const result = resultOf(payment)
  return before !== null && resultOf(before) === result ? null : result
}

/** A person has seen the result: they handed the goods over or gave money back. */
export function isSeen(payment: Payment): boolean {
  return payment.handedOverAt !== null || payment.givenBack.length > 0
}
