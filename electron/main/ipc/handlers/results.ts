import { answer } from '../../../../shared/ipc/answer'
import type { Announcer } from '../../results/announcer'
import type { Handlers } from '../register'
import type { Sell } from './sell'

/** Results that nobody has acknowledged yet. */
export function resultsHandlers(sell: Sell, announcer: Announcer): Handlers['results'] {
  return {
    unseen: () => sell(({ ledger }) => answer(announcer.takeUp(ledger))),
    acknowledge: ({ saleId }) => {
      announcer.acknowledge(saleId)
      return answer(null)
    },
  }
}
