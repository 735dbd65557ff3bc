import type { Socket } from 'node:net'
import { buildConnector, Pool } from 'undici'
import { trustOf } from '../platform/tls-trust'
import { largestResponse } from './exchange'
import { codedError, proxyTimedOut, proxyUnsupported } from './failure'
import { openTunnel, type ResolveProxy, routesOf } from './proxy-route'
import { isLoopback } from './secure-url'
import type { Timeouts } from './timeouts'

export interface PoolOptions {
  origin: string
  timeouts: Timeouts
  /** PEM certificates to trust in addition to the well-known authorities. */
  certificateAuthorities?: readonly string[]
  resolveProxy?: ResolveProxy | undefined
}

/**
 * The connections to the service: HTTP/1.1, TLS verified, each for one request alone. HAZARD: a service out
 * of step, such as a proxy that answers twice, leaves an answer on a kept connection, and HTTP/1.1 gives it
 * to the next request: another payment's answer would be taken for this one's (money rule 12). TLS sessions
 * are resumed, so a new connection costs little.
 * No retry and no redirect: both are interceptors in undici, and none is composed in.
 */
export function createPool(options: PoolOptions): Pool {
  const { origin, timeouts, certificateAuthorities = [], resolveProxy } = options
  return new Pool(origin, {
    allowH2: false,
    // 0 is undici's word for no keep-alive.
    pipelining: 0,
    // No limit: with one, requests would queue unseen and unabortable in the pool. The gate is ours.
    connections: null,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: largestResponse,
    connect: createConnector({
      timeout: timeouts.connect,
      isTls: origin.startsWith('https:'),
      certificateAuthorities,
      resolveProxy,
    }),
  })
}

interface ConnectorOptions {
  /** Name, TCP and TLS together, ms; once more for the tunnel where a proxy is in between. */
  timeout: number
  isTls: boolean
  certificateAuthorities: readonly string[]
  resolveProxy: ResolveProxy | undefined
}

/**
 * Makes each connection to the service: TLS verified against the well-known authorities and the added
 * ones, directly or through the system's proxy. The system is asked again for every connection, so a
 * changed setting holds from the next one on; what is spoken inside the tunnel is verified as without.
 */
function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { timeout, isTls, certificateAuthorities, resolveProxy } = options
  const connect = buildConnector({
    timeout,
    allowH2: false,
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch verification off.
    rejectUnauthorized: true,
    ...(isTls && { secureContext: trustOf(certificateAuthorities) }),
  })
  if (resolveProxy === undefined) return connect
  return (target, callback) => {
    if (isLoopback(target.hostname)) return connect(target, callback)
    reach(target, timeout, resolveProxy).then(
      httpSocket => connect({ ...target, ...(httpSocket && { httpSocket }) }, callback),
      (error: Error) => callback(error, null),
    )
  }
}

/**
 * The socket of a tunnel, or null where the way is direct. Nothing of the request has been written then,
 * so the next way of the list may be tried where one fails (money rule 4).
 */
async function reach(
  target: buildConnector.Options,
  timeout: number,
  resolveProxy: ResolveProxy,
): Promise<Socket | null> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const port = Number(target.port || 443)
  let failure: unknown = codedError(proxyUnsupported)
  const asked = resolveProxy(`https://${target.host ?? target.hostname}/`)
  for (const route of routesOf(await within(asked, timeout))) {
    if (route.way === 'direct') return null
    try {
      return await openTunnel(route, { host, port }, timeout)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** A proxy script that hangs must not hold a connection for ever. */
function within<T>(work: Promise<T>, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(codedError(proxyTimedOut)), timeout)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
