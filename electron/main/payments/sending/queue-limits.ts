import type { Amount } from '../../../../shared/money'
import type { Sale } from '../../../../shared/payment/sale'
import type { QueueLimits } from '../../../../shared/settings'

/** The service does not have it yet, as far as the till knows. */
const waitingPhases: readonly Sale['phase'][] = ['ready', 'held', 'sending', 'unknown']

/**
 * May one more sale of this amount wait for the network? Beyond the limits nothing more is taken, so
 * that a long cut does not end with more unsent sales than people can sort out.
 */
export function queueHasRoom(open: readonly Sale[], amount: Amount, limits: QueueLimits): boolean {
  const waiting = open.filter(sale => waitingPhases.includes(sale.phase))
  const sum = waiting
    .filter(sale => sale.amount.currency === amount.currency)
    .reduce((total, sale) => total + sale.amount.value, 0)
  // The first sale always has room: a limit below one sale's amount would stop the shop.
  const fitsAmount = waiting.length === 0 || sum + amount.value <= limits.amount
  return waiting.length < limits.sales && fitsAmount
}
