import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What can be watched: a create request on its way to the service, or the first bytes of its answer. */
export type ProxiedPart = 'create-request' | 'create-answer'

/** A TCP proxy between till and service. A test can watch and stop what passes through it. */
export interface ServiceProxy {
  address: string
  /**
   * Called once, at the moment the next such part passes. 'withhold' drops it and everything after it on
   * that connection. One watcher at a time; null removes it.
   */
  watch(watcher: ProxyWatcher | null): void
  /** True: refuses new connections and closes the open ones. */
  cut(isCut: boolean): void
  /** Everything that the till ever received from the service. */
  receivedText(): string
  stop(): Promise<void>
}

export interface ProxyWatcher {
  part: ProxiedPart
  seen: () => 'forward' | 'withhold'
}

const creates = ['/merchant/payments/create', '/merchant/card/pay']

/** Opens a proxy to the port of a service on this computer. */
export async function openServiceProxy(port: number): Promise<ServiceProxy> {
  const receivedText: string[] = []
  const sockets = new Set<Socket>()
  let watcher: ProxyWatcher | null = null
  let isCut = false

  const mayPass = (part: ProxiedPart): boolean => {
    if (watcher?.part !== part) return true
    const { seen } = watcher
    watcher = null
    return seen() === 'forward'
  }

  function connectTill(till: Socket): void {
    if (isCut) return void till.resetAndDestroy()
    const service = connect(port, '127.0.0.1')
    let creating = false
    let blocked = false
    tie(till, service)
    for (const socket of [till, service]) remember(socket)
    till.on('data', bytes => {
      if (bytes.includes('POST ')) creating = creates.some(path => bytes.includes(path))
      if (creating && bytes.includes('POST ') && !mayPass('create-request')) blocked = true
      if (!blocked) service.write(bytes)
    })
    service.on('data', bytes => {
      if (creating && !mayPass('create-answer')) blocked = true
      creating = false
      if (blocked) return
      receivedText.push(bytes.toString('latin1'))
      till.write(bytes)
    })
  }

  function remember(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }

  const server = createServer(connectTill)
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
    receivedText: () => receivedText.join(''),
    async stop() {
      server.close()
      breakOff()
      await once(server, 'close')
    },
  }
}

/** When one end closes, the other closes in the same way. */
function tie(till: Socket, service: Socket): void {
  // What an error means is for the two ends to find out: a killed till, a service that resets.
  service.on('error', () => till.resetAndDestroy())
  till.on('error', () => service.destroy())
  till.on('end', () => service.end())
  service.on('end', () => till.end())
  till.on('close', () => service.destroy())
  service.on('close', () => till.destroy())
}
