import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { codedError, proxyAuthNeeded, proxyRefused, proxyTimedOut } from './exchange'

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
  if (place === '' || !URL.canParse(address)) return null
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
 *
 * By node:http, not by undici: its CONNECT would be published as a request whose headers are sent, and
 * money rule 4 hangs on those events meaning the sale's own request.
 */
export function openTunnel(
  proxy: Extract<Route, { way: 'proxy' }>,
  target: Place,
  timeout: number,
): Promise<Socket> {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  return new Promise((resolve, reject) => {
    const request = (proxy.secure ? secureRequest : plainRequest)({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority },
      agent: false,
      rejectUnauthorized: true,
    })
    const timer = setTimeout(() => request.destroy(codedError(proxyTimedOut)), timeout)
    const settle = (work: () => void) => {
      clearTimeout(timer)
      work()
    }
    request.once('error', error => settle(() => reject(error)))
    request.once('response', response => {
      response.destroy()
      settle(() => reject(codedError(refusalCode(response.statusCode))))
    })
    request.once('connect', (response, socket, head) => {
      if (response.statusCode === 200 && head.length === 0) return settle(() => resolve(socket))
      socket.destroy()
      settle(() => reject(codedError(refusalCode(response.statusCode))))
    })
    request.end()
  })
}

/** 407: it wants a name and a password, and the till has none to give. */
function refusalCode(status: number | undefined): string {
  return status === 407 ? proxyAuthNeeded : proxyRefused
}
