import type { RefundHow } from './event'
import type { Freshness } from './freshness'
import type { Objection } from './objections'
import type { Phase, Sale } from './sale'

/** What a person may do with a sale. Main checks it again on every call. */
export type Action =
  | 'withdraw'
  | 'send-now'
  | 'try-again'
  | 'send-again'
  | 'stop'
  | 'check-now'
  | 'stop-waiting'
  | 'take-cash'
  | 'hand-over'
  | 'record-refund'
  | 'classify-status'
  | 'answer-objection'
  | 'resolve'

/** What time has made of a sale. */
export interface SaleMoment {
  freshness: Freshness
  /** As `isOverdue` judges it. */
  overdue: boolean
  /** As `promptOf` judges it: the customer probably sees no prompt any more. */
  promptGone: boolean
  /** What is left to pay of its purchase; 0 where it is paid alone. */
  rest: number
}

/** The actions that a sale allows at this moment. */
export function allowedActions(sale: Sale, moment: SaleMoment): readonly Action[] {
  const old = moment.freshness === 'too-old'
  const byPhase: Record<Phase, readonly Action[]> = {
    ready: ['withdraw'],
    held: old ? ['withdraw'] : ['send-now', 'withdraw'],
    sending: [],
    unknown: old ? ['stop'] : ['try-again', 'stop'],
    pending: pendingActions(sale, moment),
    settled: settledActions(sale, moment),
    expired: takeCash(sale, 'check-now'),
    refused: [],
    withdrawn: [],
    abandoned: takeCash(sale),
    cash: sale.refund === null ? ['record-refund'] : [],
  }
  return needsResolving(sale) ? [...byPhase[sale.phase], 'resolve'] : byPhase[sale.phase]
}

/** Still on its way to a result: watched, shown first, and never dropped. */
export function isOpen(sale: Pick<Sale, 'phase'>): boolean {
  return ['ready', 'held', 'sending', 'unknown', 'pending'].includes(sale.phase)
}

/** Stays on the to-do list until a person says, with a reason, how it ended (money rules 8, 9). */
export function needsResolving(sale: Sale): boolean {
  if (sale.resolution !== null) return false
  if (sale.phase === 'expired' || sale.phase === 'abandoned') return true
  if (sale.phase === 'unknown') return sale.repeatRefused
  return sale.phase === 'settled' && (needsManager(sale) || sale.providerContradiction !== null)
}

/** A word without a meaning is no result yet (money rule 6): a later clear word settles the sale. */
export function isUnclear({
  phase,
  outcome,
  mismatch,
}: Pick<Sale, 'phase' | 'outcome' | 'mismatch'>): boolean {
  return phase === 'settled' && outcome === 'unrecognised' && mismatch === null
}

/** An unknown word is classified once. Known words that disagree are not: a person resolves the sale. */
export function mayClassify(sale: Sale): boolean {
  return isUnclear(sale) && (sale.doubt === null || sale.doubt === 'among-others')
}

/** Does this field speak against the service's word, so that a manager says what it means? */
export function mayAnswerObjection(sale: Sale, { name, value }: Objection): boolean {
  return (
    isObjectedTo(sale) && sale.objections.some(each => each.name === name && each.value === value)
  )
}

/** The service's word means paid, and other fields of its answer speak against it (money rule 5). */
export function isObjectedTo(sale: Sale): boolean {
  return isUnclear(sale) && sale.doubt === 'objection'
}

/** The service's answer cannot be taken as it is: a manager looks at it. */
export function needsManager(sale: Sale): boolean {
  return (
    sale.outcome === 'unrecognised' ||
    sale.mismatch !== null ||
    sale.contradiction !== null ||
    sale.late ||
    sale.paidTwice !== null
  )
}

/** An overdue one waits for nothing any more: a person says how it ended. */
function pendingActions(sale: Sale, { overdue, promptGone }: SaleMoment): readonly Action[] {
  const again: Action[] = promptGone && !isPaidInCash(sale) ? ['send-again'] : []
  if (overdue) return [...again, 'check-now', 'resolve']
  return sale.stoppedWaitingAt === null
    ? takeCash(sale, ...again, 'check-now', 'stop-waiting')
    : takeCash(sale, ...again, 'check-now')
}

/** Once, and only while no person has said in another way how it ended. */
function takeCash(sale: Sale, ...others: Action[]): readonly Action[] {
  return isPaidInCash(sale) || sale.resolution !== null ? others : [...others, 'take-cash']
}

function settledActions(sale: Sale, { rest }: SaleMoment): readonly Action[] {
  if (mayClassify(sale)) return ['classify-status', 'check-now']
  if (isObjectedTo(sale)) return ['answer-objection', 'check-now']
  if (isUnclear(sale)) return ['check-now']
  return [
    ...(rest === 0 && mayHandOver(sale) ? (['hand-over'] as const) : []),
    'check-now',
    ...(mayBeRefunded(sale) ? (['record-refund'] as const) : []),
  ]
}

/** Once, only after PAID, and not after a refund: the customer has the money back (money rule 11). */
function mayHandOver(sale: Sale): boolean {
  const isOwed = sale.outcome === 'paid' && sale.handedOverAt === null && sale.refund === null
  return isOwed && !isDisputed(sale)
}

/**
 * Once, and only money that the service confirmed for this sale, or cash. A payment that is late or paid twice
 * can be refunded before a person resolves it: giving the money back is often how it ends.
 */
export function mayBeRefunded(sale: Sale): boolean {
  return isSaidToBePaid(sale) && sale.mismatch === null && sale.refund === null
}

/** Can its money go back in this way? Cash does not go back through the service. */
export function goesBackBy({ channel }: Pick<Sale, 'channel'>, how: RefundHow): boolean {
  return channel !== 'cash' || how !== 'dashboard'
}

/** The service's word means paid, or it is a sale in cash: there is money to give back, and a receipt for it. */
export function isSaidToBePaid({ outcome, channel }: Pick<Sale, 'outcome' | 'channel'>): boolean {
  return outcome === 'paid' || channel === 'cash'
}

/** Whose goods are they, if anyone's? First someone finds out, and resolves it (money rules 6, 9, 11, 12). */
export function isDisputed(sale: Sale): boolean {
  const { contradiction, mismatch, paidTwice } = sale
  return needsResolving(sale) && (contradiction !== null || mismatch !== null || paidTwice !== null)
}

/**
 * Did a person say that this sale was paid in cash? Then it must not be paid here as well (money rule 9),
 * also where that resolution was changed since.
 */
export function isPaidInCash({
  cashTakenAt,
  resolution,
}: Pick<Sale, 'cashTakenAt' | 'resolution'>): boolean {
  return cashTakenAt !== null || resolution?.how === 'paid-in-cash'
}

/** Did a person say that money came for this sale: in cash, or as they saw in the service's dashboard? */
export function isSaidPaidByPerson(sale: Pick<Sale, 'cashTakenAt' | 'resolution'>): boolean {
  return isPaidInCash(sale) || sale.resolution?.how === 'seen-in-dashboard'
}

/** Did money come for this sale, as the service says, also after *failed*, or as a person says? */
export function hasMoney(sale: Sale): boolean {
  return sale.outcome === 'paid' || sale.contradictedByPaid || isSaidPaidByPerson(sale)
}

/**
 * The service accepted it, nothing asks about it any more by itself, and yet it may turn out paid (money rule 9):
 * it failed, expired, has a word without a meaning, or a person resolved it.
 */
export function mayStillBePaid(sale: Sale): boolean {
  if (sale.reference === null || sale.contradictedByPaid) return false
  return !isOpen(sale) && sale.outcome !== 'paid'
}
