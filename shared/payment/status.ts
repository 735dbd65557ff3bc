import { isPaidInCash, needsResolving } from './actions'
import type { Payment, Phase } from './payment'

/** What a payment's state is called. Everything that shows, counts or finds payments asks for this. */
export type PaymentStatus =
  | 'waitingToSend'
  | 'askCustomer'
  | 'sending'
  | 'unknown'
  | 'waitingForCustomer'
  | 'paid'
  | 'failed'
  | 'manager'
  | 'expired'
  | 'refused'
  | 'withdrawn'
  | 'stopped'
  /** Taken in cash: staff say so, and the service knows nothing of it. */
  | 'cash'

/** What is unusual about how a payment ended; `none` where its status says it all. */
export type PaymentException =
  | 'none'
  /** Paid in cash, and the service did not say paid as well. */
  | 'cash'
  /** Paid after staff or the till had stopped waiting. */
  | 'late'
  /** A later answer contradicts the result. */
  | 'contradicted'
  /** The answer is about another amount, currency or reference. */
  | 'mismatched'
  /** The provider's own word says the opposite of the result. */
  | 'providerDisagrees'

/** What a payment's status is read from. */
export type StatusFacts = Pick<Payment, 'phase' | 'outcome' | 'mismatch'>

const statusOfPhase: Record<Exclude<Phase, 'settled'>, PaymentStatus> = {
  ready: 'waitingToSend',
  held: 'askCustomer',
  sending: 'sending',
  unknown: 'unknown',
  pending: 'waitingForCustomer',
  expired: 'expired',
  refused: 'refused',
  withdrawn: 'withdrawn',
  abandoned: 'stopped',
  cash: 'cash',
}

/** The status of a payment. `paid` needs an outcome read as paid, and an answer that matches the payment. */
export function statusOf({ phase, outcome, mismatch }: StatusFacts): PaymentStatus {
  if (phase !== 'settled') return statusOfPhase[phase]
  if (mismatch !== null || outcome === null || outcome === 'unrecognised') return 'manager'
  return outcome
}

const withoutEnd: readonly PaymentStatus[] = ['unknown', 'expired', 'stopped']

/** The till asks no more, and has no result. */
export function hasNoEnd(payment: StatusFacts): boolean {
  return withoutEnd.includes(statusOf(payment))
}

/** What is unusual about a payment, the gravest first. Cash that a person took ends what is not paid here. */
export function exceptionOf(payment: Payment): PaymentException {
  const isEndedInCash =
    isPaidInCash(payment) && !needsResolving(payment) && statusOf(payment) !== 'paid'
  return isEndedInCash ? 'cash' : answerExceptionOf(payment)
}

/** What the service's answers have that is unusual, without what a person said since. */
export function answerExceptionOf(payment: Payment): PaymentException {
  if (payment.phase !== 'settled') return 'none'
  if (payment.contradiction !== null) return 'contradicted'
  if (payment.mismatch !== null) return 'mismatched'
  if (payment.late) return 'late'
  return payment.providerContradiction === null ? 'none' : 'providerDisagrees'
}

/** The service settled the payment, with any word: it is asked about no more by itself. */
export function isSettled({ phase }: Pick<Payment, 'phase'>): boolean {
  return phase === 'settled'
}

/** The service's word means paid. Whether the answer matches the payment is another question. */
export function isSaidPaid({ outcome }: Pick<Payment, 'outcome'>): boolean {
  return outcome === 'paid'
}

/** The service's word means failed. */
export function isSaidFailed({ outcome }: Pick<Payment, 'outcome'>): boolean {
  return outcome === 'failed'
}

/** The service settled the payment with a word that has no meaning for it. */
export function isUnrecognised({ outcome }: Pick<Payment, 'outcome'>): boolean {
  return outcome === 'unrecognised'
}

/** An attempt after the first is under way: most often it ends where it began. */
export function isTriedAgain({
  phase,
  lastFailure,
}: Pick<Payment, 'phase' | 'lastFailure'>): boolean {
  return phase === 'sending' && lastFailure !== null
}

/** The payment as it was before the retry that is under way; the same payment where there is none. */
export function beforeRetry(payment: Payment): Payment {
  if (!isTriedAgain(payment)) return payment
  return { ...payment, phase: payment.maybeSent ? 'unknown' : 'ready' }
}
