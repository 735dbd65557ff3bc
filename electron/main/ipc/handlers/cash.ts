import type { Sell } from '../../connections/with-engine'
import type { Handlers } from '../register'

/** What was paid in another way than it was asked for. */
export function cashHandlers(sell: Sell): Handlers['cash'] {
  return { take: ({ saleId, note }) => sell(counter => counter.takeCash(saleId, note)) }
}
