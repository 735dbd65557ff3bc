import { success } from '../../../../shared/ipc/result'
import type { TillState } from '../../../../shared/ipc/till-state'
import type { Integrity } from '../../store/ledger/integrity'
import type { Handlers } from '../register'
import type { HandlerDeps } from './handler-deps'

/** The state of the till that a window gets when it opens. */
export function tillHandlers(view: () => TillState): Handlers['till'] {
  return { state: () => success(view()) }
}

/** Recovery after a disk failure, or from a ledger that cannot be opened. */
export function ledgerHandlers(connections: HandlerDeps['connections']): Handlers['ledger'] {
  return {
    async tryAgain() {
      // Only when blocked: a till that sells would end its calls in flight for nothing.
      if (connections.stage().name === 'blocked') await connections.reopen()
      return success(null)
    },
    acknowledge() {
      connections.acknowledge()
      return success(null)
    },
    exportReadable: () => connections.exportReadable(),
    quarantine: () => connections.quarantine(),
  }
}

/** Ledgers that are damaged or older than the till knows. */
export function integrityHandlers(
  integrity: Pick<Integrity, 'acknowledge' | 'checkWhole'>,
): Handlers['integrity'] {
  return {
    acknowledge({ ids }) {
      integrity.acknowledge(ids)
      return success(null)
    },
    checkWhole() {
      integrity.checkWhole()
      return success(null)
    },
  }
}
