import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface FreezableWay {
  port: number
  freeze: () => void
  thaw: () => void
  /** Ends what is open, half of it by a reset; what connects later is passed on. */
  cut: () => void
  /** The way there and back takes this much longer, ms. */
  lengthen: (ms: number) => void
  /** How many connections were made. */
  connections: () => number
  close: () => void
}

/** As `openWay`; ends with the test. */
export async function freezableWay(to: number): Promise<FreezableWay> {
  const way = await openWay(to)
  onTestFinished(way.close)
  return way
}

/**
 * The way to a server of the tests. Frozen it stays open and passes nothing on, as where the server's computer was paused
 * or its cable is out: no end and no reset comes.
 */
export async function openWay(to: number): Promise<FreezableWay> {
  const open = new Set<Socket>()
  let isFrozen = false
  let connections = 0
  let oneWayMs = 0
  const pass = (from: Socket, other: Socket) => {
    open.add(from)
    from.on('error', () => undefined)
    from.on('data', chunk => {
      if (oneWayMs === 0) other.write(chunk)
      else setTimeout(() => other.write(chunk), oneWayMs)
    })
    from.on('end', () => isFrozen || other.end())
    from.on('close', () => {
      open.delete(from)
      if (!isFrozen) other.destroy()
    })
    if (isFrozen) from.pause()
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, client => {
    connections += 1
    const behind = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    pass(client, behind)
    pass(behind, client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true
      for (const socket of open) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of open) socket.resume()
    },
    cut() {
      for (const [place, socket] of [...open].entries())
        if (place % 2 === 0) socket.destroy()
        else socket.resetAndDestroy()
    },
    lengthen(ms) {
      oneWayMs = ms / 2
    },
    connections: () => connections,
    close() {
      isFrozen = true
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
