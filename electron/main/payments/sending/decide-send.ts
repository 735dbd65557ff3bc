import type { Amount } from '../../../../shared/money'
import { isOfOtherAccount } from '../../../../shared/payment/account'
import { type Ages, freshnessOf, type SendingLimits } from '../../../../shared/payment/freshness'
import type { Payment } from '../../../../shared/payment/payment'
import type { QueueLimits } from '../../../../shared/settings'
import type { ServiceResponse } from '../../service'
import { classifyResponse } from '../request-gate/classify-response'

/** What the send queue does next with a payment. */
export type SendingPlan =
  /** Join the gate; decide again after `staleIn` ms, when the payment may no longer go. */
  | { do: 'send'; staleIn: number }
  /** Decide again after so many ms. */
  | { do: 'wait'; delay: number }
  /** It has waited too long to go alone: the cashier is asked (money rule 7). */
  | { do: 'hold' }
  | { do: 'nothing' }

interface SendingFacts {
  ages: Ages
  limits: SendingLimits
  /** The account whose keys are in use. */
  account: string
  /** How long this payment must still wait after a failure of its own, ms. */
  pause: number
}

/** Decides what happens next with a payment. Pure: the send queue only carries it out. */
export function decideSend(
  payment: Payment,
  { ages, limits, account, pause }: SendingFacts,
): SendingPlan {
  if (payment.phase !== 'ready' && payment.phase !== 'unknown') return { do: 'nothing' }
  if (isOfOtherAccount(payment, account)) return { do: 'nothing' }
  // The service said no to the last repeat, and would again: now a person decides.
  if (payment.repeatRefused) return { do: 'nothing' }
  if (!mayGoAlone(payment, ages, limits))
    return { do: payment.phase === 'ready' ? 'hold' : 'nothing' }
  const staleIn = Math.max(1, limits.aloneMs - ages.sinceFresh)
  return pause <= 0
    ? { do: 'send', staleIn }
    : { do: 'wait', delay: Math.max(1, Math.min(pause, staleIn)) }
}

/**
 * May a payment be sent without asking the cashier (money rule 7)? The one decision: made when the payment joins
 * the gate, when the gate admits it, and once more when the connection is open, before the first byte.
 */
export function mayGoAlone(payment: Payment, ages: Ages, limits: SendingLimits): boolean {
  return freshnessOf(payment, ages, limits) === 'fresh'
}

/** A payment's own pauses grow to this, ms. */
export const longestOwnPause = 15_000

/**
 * Must a payment pause after this failed attempt, besides what the gate makes all wait? Not when the attempt
 * says nothing about the payment: it never left, or the service asked everyone to slow down. Then the payment
 * joins the gate again at once, and goes with the others when the gate opens.
 */
export function waitsAlone(answer: ServiceResponse<unknown>): boolean {
  const kind = classifyResponse(answer)
  if (answer.class === 'unreachable' && answer.sent === 'no') return kind === 'nothing'
  return kind !== 'throttled' && kind !== 'keys-rejected'
}

/** The service does not have it yet, as far as the till knows. */
const waitingPhases: readonly Payment['phase'][] = ['ready', 'held', 'sending', 'unknown']

/**
 * May one more payment of this amount wait for the network? Beyond the limits nothing more is taken, so
 * that a long cut does not end with more unsent payments than people can sort out.
 */
export function queueHasRoom(
  open: readonly Payment[],
  amount: Amount,
  limits: QueueLimits,
): boolean {
  const waiting = open.filter(payment => waitingPhases.includes(payment.phase))
  const sum = waiting
    .filter(payment => payment.amount.currency === amount.currency)
    .reduce((total, payment) => total + payment.amount.value, 0)
  // The first payment always has space: a limit below one payment's amount would stop the shop.
  const fitsAmount = waiting.length === 0 || sum + amount.value <= limits.amount
  return waiting.length < limits.sales && fitsAmount
}
