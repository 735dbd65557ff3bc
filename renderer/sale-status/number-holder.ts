import type { Payment } from '../../shared/payment/payment'
import { type Prompt, type PromptFacts, promptOf } from '../../shared/payment/prompt'
import { statusOf } from '../../shared/payment/status'
import { inLedgerOrder } from '../stores/ledger-order'

/** The newest payment to this phone whose prompt is in this state (money rule 10): `live` holds the number. */
export function newestWithPrompt(
  prompt: Prompt,
  payments: readonly Payment[],
  msisdn: string,
  factsOf: (payment: Payment) => PromptFacts,
): Payment | null {
  const found = payments
    .filter(payment => payment.msisdn === msisdn && promptOf(payment, factsOf(payment)) === prompt)
    .sort(inLedgerOrder)
  return found.at(-1) ?? null
}

/** What frees a number that is in use for no fixed time (`charge.holder.<key>`). */
export function freedBy(payment: Payment): 'byWithdrawing' | 'byItsOutcome' {
  const waits = ['waitingToSend', 'askCustomer'].includes(statusOf(payment))
  return waits && !payment.maybeSent ? 'byWithdrawing' : 'byItsOutcome'
}
