import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setMaxListeners } from 'node:events'
import { type Dispatcher, Pool } from 'undici'
import {
  codedError,
  openSocket,
  type SecureContext,
  type Socket,
  withinTime,
} from '../platform/open-socket'
import { trustOf } from '../platform/tls-trust'
import {
  callTimedOut,
  clientClosed,
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
 * later undici copy the body, every attempt becomes `maybe`, which costs a retry and never a payment.
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
function createPool(options: PoolOptions, closing: AbortSignal): Pool {
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
      limit: timeouts.connect,
      tls: origin.startsWith('https:') ? { context: trustOf(certificateAuthorities) } : undefined,
      resolveProxy,
      closing,
    }),
  })
}

interface ConnectorOptions {
  /** Name, TCP and TLS together, ms; once more for the tunnel where a proxy is in between. */
  limit: number
  /** What the server is verified against; undefined on this computer, where no TLS is spoken. */
  tls: { context: SecureContext } | undefined
  resolveProxy: ResolveProxy | undefined
  /** Ends every connection that is still being made. */
  closing: AbortSignal
}

/** undici's, which gets a place and hands on a socket. */
type Connector = Extract<Pool.Options['connect'], (...given: never[]) => unknown>
type Target = Parameters<Connector>[0]

/**
 * Makes each connection to the service, directly or through the system's proxy. The system is asked again for
 * every connection, so a changed setting holds from the next one on; what is spoken inside the tunnel is verified
 * as without. Nothing of the request has been written when it fails (money rule 4).
 */
function createConnector(options: ConnectorOptions): Connector {
  const connect = async (target: Target) => {
    const { limit, tls, closing: signal } = options
    const port = Number(target.port || (tls ? 443 : 80))
    const wanted = { host: target.hostname, port, tls, limit, signal }
    return openSocket({ ...wanted, over: await tunnelTo(target, port, options) })
  }
  return (target, callback) =>
    void connect(target).then(
      socket => callback(null, socket),
      (error: Error) => callback(error, null),
    )
}

/** The socket of a tunnel, or undefined where the way is direct. The next way of the list is tried where one fails. */
async function tunnelTo(
  { hostname, host = hostname }: Target,
  port: number,
  { limit, resolveProxy, closing: signal }: ConnectorOptions,
): Promise<Socket | undefined> {
  if (resolveProxy === undefined || isLoopback(hostname)) return undefined
  let failure: unknown = codedError(proxyUnsupported)
  // A proxy script that hangs must not hold a connection for ever.
  const answer = await withinTime({ limit, signal, code: proxyTimedOut }, () =>
    resolveProxy(`https://${host}/`),
  )
  for (const route of routesOf(answer)) {
    if (route.way === 'direct') return undefined
    try {
      return await openTunnel(route, { host: hostname, port }, { limit, signal })
    } catch (error) {
      failure = error
    }
  }
  throw failure
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
  const closing = new AbortController()
  // As many as connections are being made.
  setMaxListeners(0, closing.signal)
  const pool = createPool(deps, closing.signal)
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
    const ended = pool.destroy()
    closing.abort(codedError(clientClosed))
    await ended
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
