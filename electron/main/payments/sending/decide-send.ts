import { isOfOtherAccount } from '../../../../shared/payment/account'
import { type Ages, freshnessOf, type SendingLimits } from '../../../../shared/payment/freshness'
import type { Sale } from '../../../../shared/payment/sale'
import type { ServiceResponse } from '../../service'
import { classifyResponse } from '../request-gate/classify-response'

/** What the sendQueue does next with a sale. */
export type SendingPlan =
  /** Stand in line for the service; look again after `staleIn` ms, when the sale may go no more. */
  | { do: 'send'; staleIn: number }
  /** Look again after so many ms. */
  | { do: 'wait'; delay: number }
  /** It has waited too long to go alone: the cashier is asked (money rule 7). */
  | { do: 'hold' }
  | { do: 'nothing' }

interface SendingFacts {
  ages: Ages
  limits: SendingLimits
  /** The account whose keys are in use. */
  account: string
  /** How long this sale must still wait after a failure of its own, ms. */
  pause: number
}

/** Decides what happens next with a sale. Pure: the sendQueue only carries it out. */
export function decideSend(
  sale: Sale,
  { ages, limits, account, pause }: SendingFacts,
): SendingPlan {
  if (sale.phase !== 'ready' && sale.phase !== 'unknown') return { do: 'nothing' }
  if (isOfOtherAccount(sale, account)) return { do: 'nothing' }
  // The service said no to the last repeat, and would again: now a person decides.
  if (sale.repeatRefused) return { do: 'nothing' }
  if (freshnessOf(sale, ages, limits) !== 'fresh')
    return { do: sale.phase === 'ready' ? 'hold' : 'nothing' }
  const staleIn = Math.max(1, limits.aloneMs - ages.sinceFresh)
  return pause <= 0
    ? { do: 'send', staleIn }
    : { do: 'wait', delay: Math.max(1, Math.min(pause, staleIn)) }
}

/** A sale's own pauses grow to this, ms. */
export const longestOwnPause = 15_000

/**
 * Does a failed attempt make its sale wait, beside what the gate makes all wait? Not where it says
 * nothing about the sale: it never left, or the service asked everyone to slow down. Then the sale
 * stands in line again at once, and goes with the others when the gate opens.
 */
export function waitsAlone(answer: ServiceResponse<unknown>): boolean {
  const everyonesTrouble = classifyResponse(answer) === 'trouble'
  if (answer.class === 'unreachable' && answer.sent === 'no') return !everyonesTrouble
  return answer.class !== 'throttled' && answer.class !== 'unauthorized'
}
