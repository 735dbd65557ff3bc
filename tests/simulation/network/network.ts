import type { Answer, ServiceClient } from '../../../electron/main/service'
import { readCardAccepted, readMobileAccepted } from '../../../electron/main/service/accepted'
import type { DataReader } from '../../../electron/main/service/data-reader'
import { interpret } from '../../../electron/main/service/interpret'
import { readCardStatus, readMobileStatus } from '../../../electron/main/service/status-read'
import type { VirtualTime } from '../world/virtual-time'
import type { Call, Delivery, Process } from './call'
import { ended } from './exchange'
import type { Arrival, Travel } from './journeys'

/** The wire between the till and the far end. */
export interface Network {
  /** A process's way to the service: the real reading of answers, on answers that the world makes. */
  client(process: Process): ServiceClient
}

interface NetworkNeeds {
  time: VirtualTime
  travel: Travel
  /** A call leaves the till at this very moment. */
  called: (call: Call) => void
  delivered: (delivery: Delivery) => void
}

type Question = Pick<Call, 'operation' | 'channel' | 'idempotencyKey' | 'text'>

/** A network that has carried nothing yet. */
export function createNetwork({ time, travel, called, delivered }: NetworkNeeds): Network {
  let count = 0

  function begin(process: Process, question: Question): Call {
    count += 1
    const facts = { fate: 'fine', left: false, ended: false } as const
    return { number: count, process, at: time.elapsed(), ...question, ...facts }
  }

  /** Answers once; never to a process that is gone. */
  function arrivalOf(call: Call, endings: Set<() => void>): Promise<Arrival> {
    return new Promise(resolve => {
      const finish = (arrival: Arrival) => {
        if (!endings.delete(end) || !call.process.alive) return
        call.ended = true
        resolve(arrival)
      }
      const end = () => finish({ exchange: ended(call.left ? 'maybe' : 'no'), quietUntil: null })
      endings.add(end)
      travel(call, finish)
    })
  }

  function client(process: Process): ServiceClient {
    const endings = new Set<() => void>()
    let closed = false

    async function perform<T>(question: Question, read: DataReader<T>): Promise<Answer<T>> {
      if (!process.alive) return new Promise<never>(() => undefined)
      if (closed) return interpret(ended('no'), read, time.wall())
      const call = begin(process, question)
      called(call)
      const { exchange, quietUntil } = await arrivalOf(call, endings)
      const answer = interpret(exchange, read, time.wall())
      delivered({ call, at: time.elapsed(), answer, quietUntil } as Delivery)
      return answer
    }

    const create =
      <T>(channel: Call['channel'], reader: DataReader<T>) =>
      ({ idempotencyKey, body }: { idempotencyKey: string; body: string }) =>
        perform({ operation: 'create', channel, idempotencyKey, text: body }, reader)
    const read =
      <T>(channel: Call['channel'], reader: DataReader<T>) =>
      (reference: string) =>
        perform({ operation: 'read', channel, idempotencyKey: null, text: reference }, reader)

    return {
      createMobilePayment: create('mobile', readMobileAccepted),
      createCardPayment: create('card', readCardAccepted),
      readMobilePayment: read('mobile', readMobileStatus),
      readCardPayment: read('card', readCardStatus),
      async close() {
        closed = true
        for (const end of [...endings]) end()
      },
    }
  }

  return { client }
}
