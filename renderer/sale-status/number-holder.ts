import type { Payment } from '../../shared/payment/payment'
import { type Prompt, type PromptFacts, promptOf } from '../../shared/payment/prompt'
import { statusOf } from '../../shared/payment/status'
import { inLedgerOrder } from '../stores/ledger-order'

/** The newest sale to this phone whose prompt is in this state (money rule 10): `live` holds the number. */
export function newestWithPrompt(
  prompt: Prompt,
  sales: readonly Payment[],
  msisdn: string,
  factsOf: (sale: Payment) => PromptFacts,
): Payment | null {
  const found = sales
    .filter(sale => sale.msisdn === msisdn && promptOf(sale, factsOf(sale)) === prompt)
    .sort(inLedgerOrder)
  return found.at(-1) ?? null
}

/** What frees a number that is in use for no fixed time (`charge.holder.<key>`). */
export function freedBy(sale: Payment): 'byWithdrawing' | 'byItsOutcome' {
  const waits = ['waitingToSend', 'askCustomer'].includes(statusOf(sale))
  return waits && !sale.maybeSent ? 'byWithdrawing' : 'byItsOutcome'
}
