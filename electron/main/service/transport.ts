import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import { trustOf } from '../platform/tls-trust'
import {
  callTimedOut,
  clientClosed,
  codedError,
  codeOf,
  type Exchange,
  largestResponse,
  proxyTimedOut,
  proxyUnsupported,
  readBody,
  type Timeouts,
  tooLate,
} from './exchange'
import { openTunnel, type ResolveProxy, routesOf } from './proxy-route'
import { isLoopback } from './secure-url'
import type { Sent } from './service-response'

interface SentWatch {
  sent(): Sent
  stop(): void
}

/**
 * Watches whether one attempt's headers are handed to a socket (money rule 4). undici publishes
 * `undici:client:sendHeaders` immediately before it writes a request's first byte; an error code
 * cannot tell (ECONNRESET comes before and after).
 *
 * An attempt is recognised by the identity of its body buffer, which undici carries unchanged from
 * the call to the socket: it holds for requests in flight together, for equal bodies, for a reused
 * connection and for a queue, where an async context would be that of whichever request freed the
 * socket. So `body` must be a buffer made for this attempt and not empty (undici drops empty ones).
 *
 * `no` needs evidence: undici was seen to take this buffer and was not seen to send it. Should a
 * later undici copy the body, every attempt becomes `maybe`, which costs a retry and never a sale.
 */
function watchSending(body: Buffer): SentWatch {
  let taken = false
  let handedOver = false
  const onCreate = (message: unknown) => {
    taken ||= carries(message, body)
  }
  const onSendHeaders = (message: unknown) => {
    handedOver ||= carries(message, body)
  }
  subscribe('undici:request:create', onCreate)
  subscribe('undici:client:sendHeaders', onSendHeaders)
  return {
    sent: () => (taken && !handedOver ? 'no' : 'maybe'),
    stop() {
      unsubscribe('undici:request:create', onCreate)
      unsubscribe('undici:client:sendHeaders', onSendHeaders)
    },
  }
}

function carries(message: unknown, body: Buffer): boolean {
  return (message as { request?: { body?: unknown } } | null)?.request?.body === body
}

interface PoolOptions {
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
function createPool(options: PoolOptions): Pool {
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

/** One POST: every operation of the service is one (§1). The body is sent as these very bytes. */
export interface Post {
  path: string
  headers: Record<string, string>
  body: string
  /**
   * Asked once more when the connection is established, before the first byte. HAZARD: a computer that sleeps
   * while it connects goes on connecting hours later, and would send then.
   */
  mayGo?: (() => boolean) | undefined
}

export interface Transport {
  /** Sends once, at most; never rejects. */
  post(post: Post): Promise<Exchange>
  /** Ends every call in flight (failure CLIENT_CLOSED) and every connection; later posts fail unsent. */
  close(): Promise<void>
}

export interface TransportDeps extends PoolOptions {
  clock: { after(delay: number, action: () => void): () => void }
}

const connected = 'undici:client:connected'

/** The wire: thin, knows HTTP and sockets, and nothing of payments. */
export function createTransport(deps: TransportDeps): Transport {
  const pool = createPool(deps)
  const inFlight = new Set<AbortController>()
  let closed = false

  async function post(message: Post): Promise<Exchange> {
    if (closed) return { kind: 'failure', sent: 'no', code: clientClosed }
    const ending = new AbortController()
    const cancelTimer = deps.clock.after(deps.timeouts.call, () =>
      ending.abort(codedError(callTimedOut)),
    )
    inFlight.add(ending)
    try {
      return await exchange(pool, message, ending)
    } finally {
      inFlight.delete(ending)
      cancelTimer()
    }
  }

  async function close(): Promise<void> {
    closed = true
    // A pool ends only the connections that it still lists; undici strikes one off whose connecting
    // failed, even while it tries again. No call may go out once this has returned.
    for (const ending of inFlight) ending.abort(codedError(clientClosed))
    await pool.destroy()
  }

  return { post, close }
}

async function exchange(
  pool: Dispatcher,
  message: Post,
  ending: AbortController,
): Promise<Exchange> {
  const { path, headers, mayGo } = message
  const { signal } = ending
  const body = Buffer.from(message.body)
  const watch = watchSending(body)
  const askAgain = () => {
    if (mayGo?.() === false && watch.sent() === 'no') ending.abort(codedError(tooLate))
  }
  // Published before anything is written on that connection; another call's costs one question more.
  subscribe(connected, askAgain)
  try {
    const request = pool.request({ method: 'POST', path, headers, body, signal })
    const response = await orAborted(request, signal)
    const { statusCode: status, headers: answered } = response
    return { kind: 'response', status, headers: answered, body: await readBody(response.body) }
  } catch (error) {
    return { kind: 'failure', sent: watch.sent(), code: codeOf(error) }
  } finally {
    unsubscribe(connected, askAgain)
    watch.stop()
  }
}

/**
 * undici heeds an abort only once it has a connection; until then this does. The request cannot
 * leave afterwards: undici asks the signal again, in the same step, before it writes the headers.
 */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
