import { success } from '../../../../shared/ipc/result'
import type { WithEngine } from '../../connections/with-engine'
import type { Notifier } from '../../notifications/notifier'
import type { Handlers } from '../register'

/** Results that nobody has acknowledged yet. */
export function resultsHandlers(sell: WithEngine, notifier: Notifier): Handlers['results'] {
  return {
    unseen: () => sell(({ ledger }) => success(notifier.takeUp(ledger))),
    acknowledge: ({ saleId }) => {
      notifier.acknowledge(saleId)
      return success(null)
    },
  }
}
