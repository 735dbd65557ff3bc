import { connect, type Socket } from 'node:net'
import { passOn, startTcpService } from './loopback-service'

/** What a proxy does once the head of a CONNECT is there; `onward` joins it to where it should lead. */
type Treatment = (socket: Socket, onward: () => void) => void

/** A proxy on loopback and what it heard. */
export interface TestProxy {
  port: number
  /** The heads of all requests, as they came. */
  heads: string[]
  /** How the system names it. */
  resolveProxy: () => Promise<string>
}

const established = 'HTTP/1.1 200 Connection established\r\n\r\n'

const lets: Treatment = (socket, onward) => {
  socket.write(established)
  onward()
}

/** Answers CONNECT with this status, and closes. */
export const answers =
  (status: string): Treatment =>
  socket =>
    void socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`)

/** A real CONNECT proxy that leads every name to one port of this computer. */
export async function startProxy(port: number, treat: Treatment = lets): Promise<TestProxy> {
  const heads: string[] = []
  const proxy = await startTcpService(socket => {
    let head = ''
    const read = (piece: Buffer) => {
      head += piece.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      socket.off('data', read)
      heads.push(head)
      treat(socket, () => passOn(socket, port))
    }
    socket.on('data', read)
  })
  return { port: proxy.port, heads, resolveProxy: async () => `PROXY 127.0.0.1:${proxy.port}` }
}

/** Connects to the service, and cuts as soon as this many bytes have gone there. */
export function cutAfter(port: number, bytes: number): Treatment {
  return socket => {
    socket.write(established)
    const onward = connect(port, '127.0.0.1')
    onward.on('error', () => socket.destroy())
    onward.on('data', piece => socket.write(piece))
    let passed = 0
    socket.on('data', piece => {
      passed += piece.length
      if (passed > bytes) {
        socket.resetAndDestroy()
        onward.destroy()
      } else onward.write(piece)
    })
  }
}
