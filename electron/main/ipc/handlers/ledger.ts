import { success } from '../../../../shared/ipc/result'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { Handlers } from '../register'

/** Getting over a disk that failed, and over a ledger that cannot be opened. */
export function ledgerHandlers(connections: ConnectionManager): Handlers['ledger'] {
  return {
    async tryAgain() {
      // Only out of trouble: a till that sells would end its calls under way for nothing.
      if (connections.stage().name === 'blocked') await connections.reopen()
      return success(null)
    },
    acknowledge() {
      connections.acknowledge()
      return success(null)
    },
    exportReadable: () => connections.exportReadable(),
    quarantine: () => connections.quarantine(),
    startOver: () => connections.startOver(),
    bringBack: ({ file }) => connections.bringBack(file),
  }
}
