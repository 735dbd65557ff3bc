import { failure, success } from '../../../../shared/ipc/result'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import { inSlices } from '../../in-slices'
import type { Handlers } from '../register'

/** Finding sales in the whole ledger. */
export function searchHandlers(
  sell: WithEngine,
  connections: Pick<ConnectionManager, 'engine'>,
): Handlers['search'] {
  return {
    find: query =>
      sell(async engine => {
        const isOpen = () => connections.engine() === engine
        const found = await inSlices(engine.ledger.search(query), isOpen)
        return found ? success(found) : failure('not-selling', 'The connection was changed')
      }),
  }
}
