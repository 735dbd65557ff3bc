import {
  type GateRequest,
  RequestGate,
} from '../../../electron/main/payments/request-gate/request-gate'
import type { ServiceResponse } from '../../../electron/main/service'
import { createVirtualClock, settled, type VirtualClock } from './clock'

/** A request at the gate in a test. The test answers its calls by their key. */
export interface GateWorld {
  clock: VirtualClock
  gate: RequestGate
  /** Keys of the calls that began, in order, and when (monotonic ms). */
  begun: { key: string; at: number }[]
  keys: () => string[]
  /** Queues a request; the call hangs until it is answered. `readOf` is the payment that it reads. */
  join: (key: string, asked?: Partial<GateRequest>, readOf?: string) => () => void
  /** Answers the call in flight of a key. */
  say: (key: string, answer: ServiceResponse<unknown>) => Promise<void>
  rejected: string[]
  reopenings: () => number
  changes: () => number
}

/** A gate under virtual time. Jitter is half of the ceiling unless told. */
export function gateWorld(fraction: () => number = () => 0.5, tills = 1): GateWorld {
  const clock = createVirtualClock()
  const begun: GateWorld['begun'] = []
  const hanging = new Map<string, (answer: ServiceResponse<never>) => void>()
  const rejected: string[] = []
  let reopenings = 0
  let changes = 0
  const gate = new RequestGate({
    clock,
    fraction,
    tills: () => tills,
    answered: () => undefined,
    probe: () =>
      new Promise<ServiceResponse<never>>(resolve => {
        begun.push({ key: 'keys', at: clock.monotonic() })
        hanging.set('keys', resolve)
      }),
    fault(error) {
      throw error
    },
    changed: () => {
      changes += 1
    },
    reopened: () => {
      reopenings += 1
    },
  })
  return {
    clock,
    gate,
    begun,
    keys: () => begun.map(({ key }) => key),
    join(key, asked = {}, readOf) {
      return gate.join({
        key,
        priority: 'create',
        since: 0,
        begin(run) {
          begun.push({ key, at: clock.monotonic() })
          void run(
            () => new Promise<ServiceResponse<never>>(resolve => hanging.set(key, resolve)),
            readOf,
          )
        },
        ...(asked.priority === 'asked-read' && {
          rejected: (why: string) => rejected.push(`${key}: ${why}`),
        }),
        ...asked,
      })
    },
    async say(key, answer) {
      hanging.get(key)?.(answer as ServiceResponse<never>)
      hanging.delete(key)
      await settled()
    },
    rejected,
    reopenings: () => reopenings,
    changes: () => changes,
  }
}
