import { failure, type Result } from '../../../shared/ipc/result'
import type { PaymentEngine } from '../payments/engine'
import type { ConnectionManager } from './connection-manager'

/** Does work on the counter that sells; answers `not-selling`, or `storage-failed` where the ledger fails. */
export type WithEngine = <Value>(
  work: (engine: PaymentEngine) => Result<Value> | Promise<Result<Value>>,
) => Promise<Result<Value>>

/** Calls that need a counter that sells; a fault in the ledger stops selling and is said. */
export function createWithEngine(
  connections: Pick<ConnectionManager, 'engine' | 'stage' | 'fault'>,
): WithEngine {
  return async work => {
    const engine = connections.engine()
    if (!engine) return failure('not-selling', `The till is ${connections.stage().name}`)
    try {
      return await work(engine)
    } catch (error) {
      connections.fault(error)
      return failure('storage-failed', 'The till could not write or read its ledger')
    }
  }
}
