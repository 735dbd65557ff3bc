import type {
  Accepted,
  ServiceClient,
  ServiceResponse,
  StatusRead,
} from '../../../electron/main/service'
import { unreachable } from './answers'

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
