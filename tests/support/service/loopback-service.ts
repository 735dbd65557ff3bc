import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { openPort } from '../parts'
import { envelope, mobileCreated } from './answers'
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

/** Takes a mobile payment. */
export const created = json(200, envelope(mobileCreated))

/** Answers any text. */
export function page(status: number, type: string, body: string): Reply {
  return response => response.writeHead(status, { 'content-type': type }).end(body)
}

function count(server: Server, certificate: Certificate | undefined): () => number {
  let connections = 0
  server.on(certificate ? 'secureConnection' : 'connection', () => connections++)
  return () => connections
}

/** Opens a server on a free port of loopback; it is gone when the test ends. */
export async function listen(server: TcpServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await openPort(server)
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  return port
}

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
