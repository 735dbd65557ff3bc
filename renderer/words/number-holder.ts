import { type PromptFacts, promptOf } from '../../shared/payment/prompt'
import type { Sale } from '../../shared/payment/sale'

/** The sale whose prompt may still be on this phone (money rule 10), the newest if there are several. */
export function holderOf(
  sales: readonly Sale[],
  msisdn: string,
  factsOf: (sale: Sale) => PromptFacts,
): Sale | null {
  const live = sales
    .filter(sale => sale.msisdn === msisdn && promptOf(sale, factsOf(sale)) === 'live')
    .sort((one, other) => (one.id < other.id ? 1 : -1))
  return live[0] ?? null
}
