import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What passes: a create request on its way to the service, or the first bytes of its answer. */
export type Passing = 'create-request' | 'create-answer'

/** The road between till and service: plain TCP, on which a test can see and stop what passes. */
export interface Road {
  address: string
  /**
   * Called, in the instant in which it passes, with the next such thing; answering 'withhold' drops
   * it and everything after it on that connection. One watcher at a time; null: nobody watches.
   */
  watch(watcher: StatusPoller | null): void
  /** True: nobody gets through any more, and what was under way is broken off. */
  cut(isCut: boolean): void
  /** Everything that ever reached the till: what the service told it. */
  told(): string
  stop(): Promise<void>
}

export interface StatusPoller {
  passing: Passing
  seen: () => 'forward' | 'withhold'
}

const creates = ['/merchant/payments/create', '/merchant/card/pay']

/** A road to the port of a service on this computer. */
export async function openRoad(port: number): Promise<Road> {
  const told: string[] = []
  const sockets = new Set<Socket>()
  let watcher: StatusPoller | null = null
  let isCut = false

  const passes = (passing: Passing): boolean => {
    if (watcher?.passing !== passing) return true
    const { seen } = watcher
    watcher = null
    return seen() === 'forward'
  }

  function carry(till: Socket): void {
    if (isCut) return void till.resetAndDestroy()
    const service = connect(port, '127.0.0.1')
    let creating = false
    let blocked = false
    tie(till, service)
    for (const socket of [till, service]) remember(socket)
    till.on('data', bytes => {
      if (bytes.includes('POST ')) creating = creates.some(path => bytes.includes(path))
      if (creating && bytes.includes('POST ') && !passes('create-request')) blocked = true
      if (!blocked) service.write(bytes)
    })
    service.on('data', bytes => {
      if (creating && !passes('create-answer')) blocked = true
      creating = false
      if (blocked) return
      told.push(bytes.toString('latin1'))
      till.write(bytes)
    })
  }

  function remember(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }

  const server = createServer(carry)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    watch: next => {
      watcher = next
    },
    cut(next) {
      isCut = next
      if (isCut) breakOff()
    },
    told: () => told.join(''),
    async stop() {
      server.close()
      breakOff()
      await once(server, 'close')
    },
  }
}

/** One end closes with the other, in its manner. */
function tie(till: Socket, service: Socket): void {
  // What an error means is for the two ends to find out: a killed till, a service that resets.
  service.on('error', () => till.resetAndDestroy())
  till.on('error', () => service.destroy())
  till.on('end', () => service.end())
  service.on('end', () => till.end())
  till.on('close', () => service.destroy())
  service.on('close', () => till.destroy())
}
