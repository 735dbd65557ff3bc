import { type Prompt, type PromptFacts, promptOf } from '../../shared/payment/prompt'
import type { Sale } from '../../shared/payment/sale'
import { statusOf } from '../../shared/payment/status'
import { inLedgerOrder } from '../stores/ledger-order'

/** The newest sale to this phone whose prompt is in this state (money rule 10): `live` holds the number. */
export function newestWithPrompt(
  prompt: Prompt,
  sales: readonly Sale[],
  msisdn: string,
  factsOf: (sale: Sale) => PromptFacts,
): Sale | null {
  const found = sales
    .filter(sale => sale.msisdn === msisdn && promptOf(sale, factsOf(sale)) === prompt)
    .sort(inLedgerOrder)
  return found.at(-1) ?? null
}

/** What frees a number that is held for no fixed time (`charge.holder.<key>`). */
export function freedBy(sale: Sale): 'byWithdrawing' | 'byItsOutcome' {
  const waits = ['waitingToSend', 'askCustomer'].includes(statusOf(sale))
  return waits && !sale.maybeSent ? 'byWithdrawing' : 'byItsOutcome'
}
