import { failure, type Result } from '../../../shared/ipc/result'
import type { SalesEngine } from '../sales/sales-engine'
import type { ConnectionManager } from './connection-manager'

/** Does work on the engine that sells; answers `not-selling`, or `storage-failed` where the ledger fails. */
export type WithEngine = <Value>(
  work: (engine: SalesEngine) => Result<Value> | Promise<Result<Value>>,
) => Promise<Result<Value>>

/** For calls that need an engine that sells; a fault in its ledger stops selling, visibly. */
export function createWithEngine(
  connections: Pick<ConnectionManager, 'engine' | 'stage' | 'workFailed'>,
): WithEngine {
  return async work => {
    const engine = connections.engine()
    if (!engine) return failure('not-selling', `The till is ${connections.stage().name}`)
    try {
      return await work(engine)
    } catch (error) {
      return connections.workFailed(engine, error)
    }
  }
}
