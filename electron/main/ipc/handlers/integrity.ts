import { success } from '../../../../shared/ipc/result'
import type { Integrity } from '../../hash-chain/integrity'
import type { Handlers } from '../register'

/** Changes of the till's stores that it did not make. */
export function integrityHandlers(
  integrity: Pick<Integrity, 'acknowledge'>,
): Handlers['integrity'] {
  return {
    acknowledge({ ids }) {
      integrity.acknowledge(ids)
      return success(null)
    },
  }
}
