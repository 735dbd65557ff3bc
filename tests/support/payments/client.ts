import {
  type GateRequest,
  RequestGate,
} from '../../../electron/main/payments/request-gate/request-gate'
import type {
  Accepted,
  ServiceClient,
  ServiceResponse,
  StatusRead,
} from '../../../electron/main/service'
import { unreachable } from './answers'
import { createVirtualClock, settled, type VirtualClock } from './clock'

type Operation = 'create-mobile' | 'create-card' | 'read-mobile' | 'read-card'

/** One call as it reached the scripted service. */
export interface ScriptedCall {
  operation: Operation
  /** Of a create. */
  idempotencyKey: string | null
  /** A create's body, a read's reference. */
  text: string
}

type Reply<T> =
  | ServiceResponse<T>
  | ((call: ScriptedCall) => ServiceResponse<T> | Promise<ServiceResponse<T>>)
  | 'hang'

/** A service that says what a test told it to say. What it was told nothing for hangs. */
export interface ScriptedClient extends ServiceClient {
  calls: ScriptedCall[]
  /** Of the last create: may it still go? */
  mayStillGo: () => boolean | undefined
  /** Answers of the next creates, in order. */
  creates: Reply<Accepted>[]
  /** Answers of the next reads, in order; `otherwise` from then on. */
  reads: Reply<StatusRead>[]
  otherwise: { create: Reply<Accepted>; read: Reply<StatusRead> }
  /** The `Date` of answers that carry none of their own; null: they say no time. */
  date: (() => number) | null
  /** The next read hangs until the test answers it with what this gives. */
  holdRead(): (answer: ServiceResponse<StatusRead>) => void
  /** Calls that wait for an answer. */
  hanging(): number
}

/** Calls still hanging when it closes answer as the real client's do: ended, maybe sent. */
export function createScriptedClient(): ScriptedClient {
  const waiting = new Set<(answer: ServiceResponse<never>) => void>()

  function hang(): Promise<ServiceResponse<never>> {
    return new Promise(resolve => waiting.add(resolve))
  }

  async function perform<T>(call: ScriptedCall, reply: Reply<T>): Promise<ServiceResponse<T>> {
    client.calls.push(call)
    if (reply === 'hang') return hang()
    return dated(typeof reply === 'function' ? await reply(call) : reply)
  }

  /** A `Date` header counts whole seconds. */
  function dated<T>(answer: ServiceResponse<T>): ServiceResponse<T> {
    if (!client.date || !('serverDate' in answer) || answer.serverDate !== null) return answer
    return { ...answer, serverDate: Math.floor(client.date() / 1_000) * 1_000 }
  }

  const create = (operation: Operation): ServiceClient['createMobilePayment'] => {
    return ({ idempotencyKey, body, mayGo }) => {
      client.mayStillGo = () => mayGo?.()
      const reply = client.creates.shift() ?? client.otherwise.create
      return perform({ operation, idempotencyKey, text: body }, reply)
    }
  }
  const read = (operation: Operation): ServiceClient['readMobilePayment'] => {
    return reference =>
      perform(
        { operation, idempotencyKey: null, text: reference },
        client.reads.shift() ?? client.otherwise.read,
      )
  }

  const client: ScriptedClient = {
    calls: [],
    mayStillGo: () => undefined,
    creates: [],
    reads: [],
    otherwise: { create: 'hang', read: 'hang' },
    date: null,
    holdRead() {
      let answer = (_read: ServiceResponse<StatusRead>): void => undefined
      client.reads.push(() => new Promise(resolve => (answer = resolve)))
      return read => answer(read)
    },
    hanging: () => waiting.size,
    createMobilePayment: create('create-mobile'),
    createCardPayment: create('create-card'),
    readMobilePayment: read('read-mobile'),
    readCardPayment: read('read-card'),
    async close() {
      for (const resolve of waiting) resolve(unreachable('maybe', 'aborted'))
      waiting.clear()
    },
  }
  return client
}

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
  respond: (key: string, answer: ServiceResponse<unknown>) => Promise<void>
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
    changed: () => changes++,
    reopened: () => reopenings++,
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
    async respond(key, answer) {
      hanging.get(key)?.(answer as ServiceResponse<never>)
      hanging.delete(key)
      await settled()
    },
    rejected,
    reopenings: () => reopenings,
    changes: () => changes,
  }
}
