import { type Answer, failure } from '../../../shared/ipc/answer'
import type { Counter } from '../payments/engine'
import type { CounterDoor } from './connection-manager'

/** Does work on the counter that sells; answers `not-selling`, or `storage-failed` where the ledger fails. */
export type Sell = <Value>(
  work: (counter: Counter) => Answer<Value> | Promise<Answer<Value>>,
) => Promise<Answer<Value>>

/** Calls that need a counter that sells; a fault in the ledger stops selling and is said. */
export function createSell(door: Pick<CounterDoor, 'counter' | 'stage' | 'fault'>): Sell {
  return async work => {
    const counter = door.counter()
    if (!counter) return failure('not-selling', `The till is ${door.stage().name}`)
    try {
      return await work(counter)
    } catch (error) {
      door.fault(error)
      return failure('storage-failed', 'The till could not write or read its ledger')
    }
  }
}
