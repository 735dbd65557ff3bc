import { answer } from '../../../../shared/ipc/answer'
import type { CounterDoor } from '../../connections/connection-manager'
import type { Handlers } from '../register'

/** Getting over a disk that failed, and over a ledger that cannot be opened. */
export function ledgerHandlers(door: CounterDoor): Handlers['ledger'] {
  return {
    async tryAgain() {
      // Only out of trouble: a till that sells would end its calls under way for nothing.
      if (door.stage().name === 'blocked') await door.reopen()
      return answer(null)
    },
    acknowledge() {
      door.acknowledge()
      return answer(null)
    },
    exportReadable: () => door.exportReadable(),
    setAside: () => door.setAside(),
    beginAnew: () => door.beginAnew(),
    bringBack: ({ file }) => door.bringBack(file),
  }
}
