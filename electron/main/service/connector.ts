import type { Socket } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { codedError, proxyTimedOut, proxyUnsupported } from './failure'
import { type ResolveProxy, routesOf } from './proxy-route'
import { isLoopback } from './secure-url'
import { openTunnel } from './tunnel'

interface ConnectorOptions {
  /** Name, TCP and TLS together, ms; once more for the tunnel where a proxy is in between. */
  timeout: number
  certificateAuthorities: readonly string[]
  resolveProxy: ResolveProxy | undefined
}

/** The well-known authorities and these: TLS takes a list in place of its own, never beside it. */
export function trustedWith(added: readonly string[]): string[] {
  return [...rootCertificates, ...added]
}

/**
 * Makes each connection to the service: TLS verified against the well-known authorities and the added
 * ones, directly or through the system's proxy. The system is asked anew for every connection, so a
 * changed setting holds from the next one on; what is spoken inside the tunnel is verified as without.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { timeout, certificateAuthorities, resolveProxy } = options
  const connect = buildConnector({
    timeout,
    allowH2: false,
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch verification off.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(certificateAuthorities.length > 0 && {
      // Made once: parsing them all for every connection would cost each some milliseconds.
      secureContext: createSecureContext({
        minVersion: 'TLSv1.2',
        ca: trustedWith(certificateAuthorities),
      }),
    }),
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
