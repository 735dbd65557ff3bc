import type { WithEngine } from '../../connections/with-engine'
import type { Handlers } from '../register'

/** What was paid in another way than it was asked for. */
export function cashHandlers(sell: WithEngine): Handlers['cash'] {
  return { take: ({ saleId, note }) => sell(engine => engine.takeCash(saleId, note)) }
}
