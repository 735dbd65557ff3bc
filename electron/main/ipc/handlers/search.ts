import { answer, failure } from '../../../../shared/ipc/answer'
import type { CounterDoor } from '../../connections/connection-manager'
import type { Sell } from '../../connections/with-engine'
import { inTurns } from '../../turns'
import type { Handlers } from '../register'

/** Finding sales in the whole ledger. */
export function searchHandlers(sell: Sell, door: Pick<CounterDoor, 'counter'>): Handlers['search'] {
  return {
    find: query =>
      sell(async counter => {
        const isOpen = () => door.counter() === counter
        const found = await inTurns(counter.ledger.search(query), isOpen)
        return found ? answer(found) : failure('not-selling', 'The connection was changed')
      }),
  }
}
