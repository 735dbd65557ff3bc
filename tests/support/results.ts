import type { ConnectionManager } from '../../electron/main/connections/connection-manager'
import { createWithEngine, type WithEngine } from '../../electron/main/connections/with-engine'
import type { SalesEngine } from '../../electron/main/sales/sales-engine'
import { failure, type Result } from '../../shared/ipc/result'

/** The value of what has to be a success; anything else ends the test with its message. */
export function succeeded<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  return result.value
}

/** What work in slices returns, all its slices at once. */
export function finished<Value>(work: Generator<unknown, Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Keeps what failed, and answers as a till whose ledger failed. */
export function workFailedInto(faults: unknown[]): ConnectionManager['workFailed'] {
  return (_engine, error) => {
    faults.push(error)
    return failure('storage-failed', 'The till could not write or read its ledger')
  }
}

/** The calls of a till that sells with this engine. */
export function sellingWith(engine: SalesEngine, faults: unknown[] = []): WithEngine {
  return createWithEngine({
    engine: () => engine,
    stage: () => ({ name: 'selling' }),
    workFailed: workFailedInto(faults),
  })
}
