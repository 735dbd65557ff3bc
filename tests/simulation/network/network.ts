import type { Exchange } from '../../../electron/main/service/exchange'
import type { Post, Transport } from '../../../electron/main/service/transport'
import type { Delivered } from '../simulated-service/books'
import { readRequest } from '../simulated-service/request'
import type { VirtualTime } from '../world/virtual-time'
import type { Call, Process } from './call'
import { ended } from './exchange'
import type { Arrival, Travel } from './journeys'

/** The wire between the till and the service. */
export interface Network {
  /** A process's transport: below it everything is made by the world, above it everything is real. */
  transport(process: Process): Transport
}

interface NetworkDeps {
  time: VirtualTime
  travel: Travel
  /** A call leaves the till at this very moment. */
  called: (call: Call) => void
  /** A call ended for the till; `delivered` is what it has now, null where no whole answer came. */
  returned: (call: Call, exchange: Exchange, delivered: Delivered | null) => void
  /** The service asked for a pause in an answer that reached the till. */
  askedForPause: (call: Call, quietUntil: number) => void
}

/** A network that has carried nothing yet. */
export function createNetwork(deps: NetworkDeps): Network {
  const { time, travel, called } = deps
  let count = 0

  function begin(process: Process, post: Post): Call {
    count += 1
    const { keys, ...request } = readRequest(post)
    if (keys !== process.keys) throw new Error(`A call goes with the keys ${keys}`)
    const facts = { fate: 'fine', left: false, endedAt: null } as const
    return { number: count, process, at: time.elapsed(), post, ...request, ...facts }
  }

  /** Answers once; never to a process that is gone. */
  function arrivalOf(call: Call, endings: Set<() => void>): Promise<Arrival> {
    return new Promise(resolve => {
      const finish = (arrival: Arrival) => {
        if (!endings.delete(end) || !call.process.alive) return
        call.endedAt = time.elapsed()
        resolve(arrival)
      }
      const end = () =>
        finish({ exchange: ended(call.left ? 'maybe' : 'no'), sent: null, quietUntil: null })
      endings.add(end)
      travel(call, finish)
    })
  }

  function note(call: Call, { exchange, sent, quietUntil }: Arrival): void {
    const deliveredAt = time.elapsed()
    if (sent) sent.deliveredAt = deliveredAt
    if (quietUntil !== null && exchange.kind === 'response') deps.askedForPause(call, quietUntil)
    deps.returned(call, exchange, sent && { ...sent, deliveredAt })
  }

  function transport(process: Process): Transport {
    const endings = new Set<() => void>()
    let closed = false
    return {
      async post(message) {
        if (!process.alive) return new Promise<never>(() => undefined)
        if (closed) return ended('no')
        const call = begin(process, message)
        called(call)
        const arrival = await arrivalOf(call, endings)
        note(call, arrival)
        return arrival.exchange
      },
      async close() {
        closed = true
        for (const end of [...endings]) end()
      },
    }
  }

  return { transport }
}
