import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { Certificate } from './certificate'

/** A request as the service saw it. */
export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  rawHeaders: string[]
  body: string
}

export interface ServiceEndpoint {
  /** Base address, without a slash at its end. */
  address: string
  port: number
  /** Whole requests that arrived, in order. */
  seen: Seen[]
  /** Connections that were accepted (for TLS: whose handshake was completed). */
  connections: () => number
  /** Connections that are open now. */
  open: () => Promise<number>
}

export type Reply = (response: ServerResponse, seen: Seen) => void

/** A real HTTP server on loopback that answers every POST as scripted; it is gone when the test ends. */
export async function startHttpService(
  reply: Reply,
  certificate?: Certificate,
): Promise<ServiceEndpoint> {
  const seen: Seen[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers, rawHeaders } = request
    const entry = { method, path, headers, rawHeaders, body }
    seen.push(entry)
    reply(response, entry)
  }
  const server = certificate ? createSecureServer(certificate, handle) : createServer(handle)
  const port = await listen(server)
  const open = promisify(server.getConnections).bind(server)
  return {
    open,
    address: `http${certificate ? 's' : ''}://127.0.0.1:${port}`,
    port,
    seen,
    connections: count(server, certificate),
  }
}

/** A bare TCP server on loopback; `speak` gets each connection. */
export async function startTcpService(
  speak: (socket: Socket, nth: number) => void,
): Promise<{ port: number; connections: () => number }> {
  let nth = 0
  const server = createTcpServer(socket => {
    socket.on('error', () => undefined)
    speak(socket, nth++)
  })
  return { port: await listen(server), connections: () => nth }
}

/** Connects a socket to a service on loopback. */
export function passOn(socket: Socket, port: number): void {
  const onward = connect(port, '127.0.0.1')
  onward.on('error', () => socket.destroy())
  socket.on('close', () => onward.destroy())
  socket.pipe(onward).pipe(socket)
}

/** Answers JSON with a status. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** Answers any text. */
export function page(status: number, type: string, body: string): Reply {
  return response => response.writeHead(status, { 'content-type': type }).end(body)
}

function count(server: Server, certificate: Certificate | undefined): () => number {
  let connections = 0
  server.on(certificate ? 'secureConnection' : 'connection', () => connections++)
  return () => connections
}

async function listen(server: TcpServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
