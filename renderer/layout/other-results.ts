import { type ResultTone, resultOf, toneOf } from '../../shared/payment/result'
import type { Sale } from '../../shared/payment/sale'

/** The graver first. */
export const resultTones: readonly ResultTone[] = ['failed', 'attention', 'paid']

/** How many of these sales ended in each way. */
export function countByTone(sales: readonly Sale[]): Record<ResultTone, number> {
  const counts = { failed: 0, attention: 0, paid: 0 }
  for (const sale of sales) {
    const result = resultOf(sale)
    if (result !== null) counts[toneOf(result)] += 1
  }
  return counts
}
