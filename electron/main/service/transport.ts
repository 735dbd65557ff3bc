import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Dispatcher } from 'undici'
import { type Exchange, readBody } from './exchange'
import { callTimedOut, clientClosed, codedError, codeOf, tooLate } from './failure'
import { createPool, type PoolOptions } from './pool'
import { watchSending } from './sent-watch'

/** One POST: every operation of the service is one (§1). The body is sent as these very bytes. */
export interface Post {
  path: string
  headers: Record<string, string>
  body: string
  /**
   * Asked once more when the connection stands, before the first byte. HAZARD: a computer that sleeps
   * while it connects wakes up hours later, goes on connecting, and would send then.
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
