import type { ConnectionKind } from '../../../shared/connection'
import { type Failure, failure } from '../../../shared/ipc/result'
import type { PaymentEngine } from '../payments/engine'

/**
 * Why the till may not leave this connection, or null. Only one connection's payments are watched at a
 * time: were it left while some are open, nobody would learn that they were paid. A counter that is not
 * open watches nothing, and its screen says so. Throws what the ledger throws.
 */
export function leavingFault(
  kind: ConnectionKind | null,
  engine: Pick<PaymentEngine, 'ledger'> | null,
): Failure | null {
  if (kind === null || kind === 'practice' || engine === null) return null
  const count = engine.ledger.openIds().length
  if (count === 0) return null
  const message = `${count} payments of the ${kind} connection are open`
  return { ...failure('payments-open', message), paymentsOpen: { kind, count } }
}
