import { isPaidInCash, needsResolving } from './actions'
import type { Phase, Sale } from './sale'

/** What a sale's state is called. Everything that shows, counts or finds sales asks for this. */
export type SaleStatus =
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

/** What is unusual about how a sale ended; `none` where its status says it all. */
export type SaleException =
  | 'none'
  /** Paid in cash, and the service did not say paid as well. */
  | 'cash'
  /** Paid after the till had given up. */
  | 'late'
  /** Paid here although it was also paid in cash or by another sale. */
  | 'twice'
  /** It had failed, was paid for in another way, and then its own money came too. */
  | 'twiceAfterFailure'
  /** A later answer contradicts the result. */
  | 'contradicted'
  /** The answer is about another amount, currency or reference. */
  | 'mismatched'
  /** The provider's own word says the opposite of the result. */
  | 'providerDisagrees'

/** What a sale's status is read from. */
export type StatusFacts = Pick<Sale, 'phase' | 'outcome' | 'mismatch'>

const statusOfPhase: Record<Exclude<Phase, 'settled'>, SaleStatus> = {
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

/** The status of a sale. `paid` needs an outcome read as paid, and an answer that matches the sale. */
export function statusOf({ phase, outcome, mismatch }: StatusFacts): SaleStatus {
  if (phase !== 'settled') return statusOfPhase[phase]
  if (mismatch !== null || outcome === null || outcome === 'unrecognised') return 'manager'
  return outcome
}

/** What is unusual about a sale, the gravest first. Cash that a person took ends what is not paid here. */
export function exceptionOf(sale: Sale): SaleException {
  const isEndedInCash = isPaidInCash(sale) && !needsResolving(sale) && statusOf(sale) !== 'paid'
  return isEndedInCash ? 'cash' : answerExceptionOf(sale)
}

/** What the service's answers have that is unusual, without what a person said since. */
export function answerExceptionOf(sale: Sale): SaleException {
  if (sale.phase !== 'settled') return 'none'
  if (sale.contradictedByPaid && sale.paidTwice !== null) return 'twiceAfterFailure'
  if (sale.contradiction !== null) return 'contradicted'
  if (sale.mismatch !== null) return 'mismatched'
  if (sale.paidTwice !== null) return 'twice'
  if (sale.late) return 'late'
  return sale.providerContradiction === null ? 'none' : 'providerDisagrees'
}

/** The service settled the sale, with any word: it is asked about no more by itself. */
export function isSettled({ phase }: Pick<Sale, 'phase'>): boolean {
  return phase === 'settled'
}

/** The service's word means paid. Whether the answer matches the sale is another question. */
export function isSaidPaid({ outcome }: Pick<Sale, 'outcome'>): boolean {
  return outcome === 'paid'
}

/** The service settled the sale with a word that has no meaning for it. */
export function isUnrecognised({ outcome }: Pick<Sale, 'outcome'>): boolean {
  return outcome === 'unrecognised'
}

/** An attempt after the first is under way: most often it ends where it began. */
export function isTriedAgain({ phase, lastFailure }: Pick<Sale, 'phase' | 'lastFailure'>): boolean {
  return phase === 'sending' && lastFailure !== null
}

/** The sale as it was before the retry that is under way; the same sale where there is none. */
export function beforeRetry(sale: Sale): Sale {
  if (!isTriedAgain(sale)) return sale
  return { ...sale, phase: sale.maybeSent ? 'unknown' : 'ready' }
}
