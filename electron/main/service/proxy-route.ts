import { request } from 'node:http'
import { codedError, openSocket, type Socket, withinTime } from '../platform/open-socket'
import { trustOf } from '../platform/tls-trust'
import { proxyAuthNeeded, proxyRefused, proxyTimedOut } from './exchange'

/**
 * Asks the operating system's settings which way leads to an address: Chromium's words, such as
 * `DIRECT` or `PROXY proxy.shop:8080; DIRECT` (a proxy script may answer several, the first preferred).
 */
export type ResolveProxy = (url: string) => Promise<string>

/** How a connection is made. */
export type Route =
  | { way: 'direct' }
  /** By HTTP CONNECT through this proxy; `secure`: itself spoken to over TLS. */
  | { way: 'proxy'; host: string; port: number; secure: boolean }

const defaultPorts = { PROXY: 80, HTTPS: 443 } as const

/** A proxy script may name more than anybody waits for. */
const mostRoutes = 5

/**
 * The ways of a list that this till can take, the first preferred. HAZARD: none, where all proxies are of
 * another kind (SOCKS): that does not mean "directly", which a shop's network may forbid or watch.
 */
export function routesOf(answer: string): Route[] {
  const entries = answer
    .split(';')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
  if (entries.length === 0) return [{ way: 'direct' }]
  return entries.flatMap(entry => routeOf(entry) ?? []).slice(0, mostRoutes)
}

function routeOf(entry: string): Route | null {
  const [word = '', place = ''] = entry.split(/\s+/)
  const kind = word.toUpperCase()
  if (kind === 'DIRECT') return { way: 'direct' }
  if (kind !== 'PROXY' && kind !== 'HTTPS') return null
  const address = `http://${place}`
  if (!URL.canParse(address)) return null
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  // The parser drops port 80 as http's own.
  return { way: 'proxy', host, port: Number(port || portIn(place, kind)), secure: kind === 'HTTPS' }
}

function portIn(place: string, kind: keyof typeof defaultPorts): number {
  return place.endsWith(':80') ? 80 : defaultPorts[kind]
}

interface Place {
  host: string
  port: number
}

/**
 * Opens a tunnel through a proxy (HTTP CONNECT): a socket on which the service itself is spoken to, over
 * TLS, so that the proxy sees its name and nothing else. No key goes to the proxy. Rejects with a code.
 */
export function openTunnel(
  { host, port, secure }: Extract<Route, { way: 'proxy' }>,
  target: Place,
  { limit, signal }: { limit: number; signal?: AbortSignal },
): Promise<Socket> {
  const tls = secure ? { context: trustOf([]) } : undefined
  return withinTime({ limit, signal, code: proxyTimedOut }, async ended =>
    through(await openSocket({ host, port, tls, limit, signal: ended }), target, ended),
  )
}

/**
 * By node:http, not by undici: its CONNECT would be published as a request whose headers are sent, and
 * money rule 4 hangs on those events meaning the payment's own request.
 */
function through(proxy: Socket, { host, port }: Place, signal: AbortSignal): Promise<Socket> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => proxy,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority },
      signal,
    })
    asked.once('error', reject)
    asked.once('response', response => {
      response.destroy()
      reject(codedError(refusalCode(response.statusCode)))
    })
    asked.once('connect', (response, socket, head) => {
      if (response.statusCode === 200 && head.length === 0) return resolve(proxy)
      socket.destroy()
      reject(codedError(refusalCode(response.statusCode)))
    })
    asked.end()
  })
}

/** 407: it wants a name and a password, and the till has none to give. */
function refusalCode(status: number | undefined): string {
  return status === 407 ? proxyAuthNeeded : proxyRefused
}
