import { answer } from '../../../../shared/ipc/answer'
import type { Sell } from '../../connections/with-engine'
import type { Announcer } from '../../notifications/notifier'
import type { Handlers } from '../register'

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
