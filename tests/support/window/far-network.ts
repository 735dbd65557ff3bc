import { createServer, request as send } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import type { Certificate } from '../service/certificate'

/** A network in which the service has a name of its own, and only a proxy leads there. */
export interface FarNetwork {
  /** What the system would say. */
  proxyServer: string
  /** The first line of everything that the proxy was asked. */
  asked: string[]
  stop(): Promise<void>
}

/** Puts TLS in front of a service on this computer, and a CONNECT proxy in front of that. */
export async function startFarNetwork(
  service: { address: string },
  certificate: Certificate,
): Promise<FarNetwork> {
  const { port } = new URL(service.address)
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const front = createSecureServer(certificate, (incoming, answering) => {
    const { method, url } = incoming
    // The practice service answers on this computer's own names only.
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}` }
    const onward = send({ port, host: '127.0.0.1', method, path: url, headers })
    onward.on('response', answer => {
      answering.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(answering)
    })
    incoming.pipe(onward)
  })
  const frontPort = await listen(front, sockets)
  const proxy = createServer((incoming, answering) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    answering.writeHead(405).end()
  })
  proxy.on('connect', (incoming, socket: Socket) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    const onward = connect(frontPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  const proxyPort = await listen(proxy, sockets)
  return {
    asked,
    proxyServer: `http://127.0.0.1:${proxyPort}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([front, proxy].map(server => new Promise(done => server.close(done))))
    },
  }
}

async function listen(server: Server, sockets: Set<Socket>): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
