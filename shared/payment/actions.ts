import type { ToDo } from '../sale/to-do'
import type { Freshness } from './freshness'
import type { Objection } from './objections'
import type { Payment, Phase } from './payment'
import { isConfirmed, isGivenBack, mayGiveBack, moreWentBack } from './payment-money'

/** What a person may do with a payment. Main checks it again on every call. */
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
  | 'give-back'
  | 'classify-status'
  | 'answer-objection'
  | 'resolve'

/** What a payment's actions depend on besides the payment: the time, and its sale. */
export interface PaymentMoment {
  freshness: Freshness
  /** As `isOverdue` judges it. */
  overdue: boolean
  /** As `promptOf` judges it: the customer probably sees no prompt any more. */
  promptGone: boolean
  /** What is left to pay of its sale. */
  rest: number
  /** What its sale asks of a person. */
  toDos: readonly ToDo[]
  /** As `cover.ts` judges it: the goods of its sale may go, once a person has answered for money that came late. */
  mayHandOver: boolean
}

/** The actions that a payment allows at this moment. */
export function allowedActions(payment: Payment, moment: PaymentMoment): readonly Action[] {
  const old = moment.freshness === 'too-old'
  const byPhase: Record<Phase, readonly Action[]> = {
    ready: ['withdraw'],
    held: old ? ['withdraw'] : ['send-now', 'withdraw'],
    sending: [],
    unknown: old ? ['stop'] : ['try-again', 'stop'],
    pending: pendingActions(payment, moment),
    settled: settledActions(payment, moment),
    expired: takeCash(payment, moment, 'check-now'),
    refused: [],
    withdrawn: [],
    abandoned: takeCash(payment, moment),
    cash: [],
  }
  return [
    ...byPhase[payment.phase],
    ...(mayGiveBack(payment) ? (['give-back'] as const) : []),
    ...(needsResolving(payment) || isUnpaid(payment, moment) ? (['resolve'] as const) : []),
  ]
}

/** Has the customer goods or money of the shop that they did not pay for, and does a manager say so by this payment? */
export function isUnpaid(payment: Payment, { toDos }: Pick<PaymentMoment, 'toDos'>): boolean {
  return toDos.includes('unpaid') && (payment.handedOverAt !== null || moreWentBack(payment))
}

/** Still on its way to a result: watched, shown first, and never dropped. */
export function isOpen(payment: Pick<Payment, 'phase'>): boolean {
  return ['ready', 'held', 'sending', 'unknown', 'pending'].includes(payment.phase)
}

/** Stays on the to-do list until a person says, with a reason, how it ended (money rules 8, 9). */
export function needsResolving(payment: Payment): boolean {
  if (payment.resolution !== null) return payment.resolution.contradicted
  if (payment.phase === 'expired' || payment.phase === 'abandoned') return true
  if (payment.phase === 'unknown') return payment.repeatRefused
  return (
    payment.phase === 'settled' && (needsManager(payment) || payment.providerContradiction !== null)
  )
}

/** A word without a meaning is no result yet (money rule 6): a later clear word settles the payment. */
export function isUnclear({
  phase,
  outcome,
  mismatch,
}: Pick<Payment, 'phase' | 'outcome' | 'mismatch'>): boolean {
  return phase === 'settled' && outcome === 'unrecognised' && mismatch === null
}

/** An unknown word is classified once. Known words that disagree are not: a person resolves the payment. */
export function mayClassify(payment: Payment): boolean {
  return isUnclear(payment) && (payment.doubt === null || payment.doubt === 'among-others')
}

/** Does this field speak against the service's word, so that a manager says what it means? */
export function mayAnswerObjection(payment: Payment, { name, value }: Objection): boolean {
  return (
    isObjectedTo(payment) &&
    payment.objections.some(each => each.name === name && each.value === value)
  )
}

/** The service's word means paid, and other fields of its answer speak against it (money rule 5). */
export function isObjectedTo(payment: Payment): boolean {
  return isUnclear(payment) && payment.doubt === 'objection'
}

/** The service's answer cannot be taken as it is: a manager looks at it. */
export function needsManager(payment: Payment): boolean {
  return (
    payment.outcome === 'unrecognised' ||
    payment.mismatch !== null ||
    payment.contradiction !== null ||
    payment.late
  )
}

/** An overdue one waits for nothing any more: a person says how it ended. */
function pendingActions(payment: Payment, moment: PaymentMoment): readonly Action[] {
  const { overdue, promptGone } = moment
  const again: Action[] = promptGone && !isPaidInCash(payment) ? ['send-again'] : []
  if (overdue) return [...again, 'check-now', 'resolve']
  return payment.stoppedWaitingAt === null
    ? takeCash(payment, moment, ...again, 'check-now', 'stop-waiting')
    : takeCash(payment, moment, ...again, 'check-now')
}

/** Once, only while no person has said in another way how it ended, and while its sale lacks so much. */
function takeCash(
  payment: Payment,
  { rest }: PaymentMoment,
  ...others: Action[]
): readonly Action[] {
  const isSaid = isPaidInCash(payment) || payment.resolution !== null
  return isSaid || !lacksIt(payment, rest) ? others : [...others, 'take-cash']
}

/** Does its sale lack what the payment is for? Cash that is more than that would be too much. */
export function lacksIt({ amount }: Pick<Payment, 'amount'>, rest: number): boolean {
  return amount.value <= rest
}

function settledActions(payment: Payment, moment: PaymentMoment): readonly Action[] {
  if (mayClassify(payment)) return ['classify-status', 'check-now']
  if (isObjectedTo(payment)) return ['answer-objection', 'check-now']
  if (isUnclear(payment)) return ['check-now']
  return [...(mayHandOver(payment, moment) ? (['hand-over'] as const) : []), 'check-now']
}

/**
 * Once, only after PAID, and not where the customer has the money back (money rule 11). Where money of the sale came late,
 * only the late payment allows it: its screen says that the money is late.
 */
function mayHandOver(payment: Payment, { toDos, mayHandOver: mayGo }: PaymentMoment): boolean {
  if (!mayGo || (toDos.includes('late') && !payment.late)) return false
  const isOwed = isConfirmed(payment) && payment.handedOverAt === null && !isGivenBack(payment)
  return isOwed && !isDisputed(payment)
}

/** The service confirmed it, or it is a payment in cash: there is money to give back, and a receipt for it. */
export function isSaidToBePaid(payment: Payment): boolean {
  return isConfirmed(payment) || payment.phase === 'cash'
}

/** Whose goods are they, if anyone's? First someone finds out, and resolves it (money rules 6, 11, 12). */
export function isDisputed(payment: Payment): boolean {
  return needsResolving(payment) && (payment.contradiction !== null || payment.mismatch !== null)
}

/**
 * Did a person take cash for this payment? Then it must not be paid here as well (money rule 9), also where they said
 * since that it ended otherwise. Only *Undo* takes it back.
 */
export function isPaidInCash({ received }: Pick<Payment, 'received'>): boolean {
  return received !== null
}

/** Did a person say that money came for this payment: in cash, or as they saw in the service's dashboard? */
export function isSaidPaidByPerson(payment: Pick<Payment, 'received' | 'resolution'>): boolean {
  return isPaidInCash(payment) || payment.resolution?.how === 'seen-in-dashboard'
}

/** Did money come for this payment, as the service says, also after *failed*, or as a person says? */
export function hasMoney(payment: Payment): boolean {
  return payment.outcome === 'paid' || payment.contradictedByPaid || isSaidPaidByPerson(payment)
}

/**
 * The service accepted it, nothing asks about it any more by itself, and yet it may turn out paid (money rule 9):
 * it failed, expired, has a word without a meaning, or a person resolved it.
 */
export function mayStillBePaid(payment: Payment): boolean {
  if (payment.reference === null || payment.contradictedByPaid) return false
  return !isOpen(payment) && payment.outcome !== 'paid'
}
