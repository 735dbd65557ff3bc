import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Callback, HintQueue } from './hint-queue'

/** How many callbacks are taken: so many at once, and so many a second. */
export interface RateLimit {
  burst: number
  perSecond: number
}

interface ReceiverOptions {
  host: string
  port: number
  queue: Pick<HintQueue, 'add' | 'isOfTill'>
  rate?: RateLimit | undefined
}

/** Read to the end, so that the sender gets the answer, and never looked at: §6 shows no payload. */
const longestBody = 64 * 1024
const longestRequest = 1_000
const usualRate: RateLimit = { burst: 1_000, perSecond: 500 }
const paymentId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Takes callbacks (§6) for addresses that a till of the shop made. It believes nothing else in them. Plain HTTP: the shop's own HTTPS server is in front of it. The address is as `http://127.0.0.1:8443`.
 */
export async function startReceiver(
  options: ReceiverOptions,
): Promise<{ address: string; stop(): Promise<void> }> {
  const { host, port, queue, rate = usualRate } = options
  const take = createRateLimit(rate)
  const server = createServer(
    // The shop's HTTPS server in front sends whole requests: half of one only holds a place.
    {
      requestTimeout: longestRequest,
      headersTimeout: longestRequest,
      connectionsCheckingInterval: 250,
    },
    (request, response) => {
      answer(request, queue, () => take(performance.now())).then(
        status => reply(response, status),
        () => response.destroy(),
      )
    },
  )
  server.maxConnections = 200
  server.listen(port, host)
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The status to answer with. Anything but a 2xx makes the service send again (field facts). */
async function answer(
  request: IncomingMessage,
  queue: ReceiverOptions['queue'],
  /** False where it is too many a second. */
  isInRate: () => boolean,
): Promise<number> {
  if (request.method !== 'POST') return 405
  const callback = callbackOf(request.url ?? '')
  if (callback === null) return 404
  const isOfTill = queue.isOfTill(callback)
  if (isOfTill === null) return 503
  if (!isOfTill) return 403
  if (!(await readToEnd(request))) return 413
  // What is no callback costs nothing of the rate.
  if (!isInRate()) return 429
  return queue.add(callback.payment) ? 204 : 503
}

/** The till put it into the query of its webhook address (service/secure-url.ts). */
function callbackOf(path: string): Callback | null {
  const url = `http://receiver${path}`
  if (!URL.canParse(url)) return null
  const { searchParams } = new URL(url)
  const [payment, mac] = [searchParams.get('payment') ?? '', searchParams.get('mac') ?? '']
  return paymentId.test(payment) ? { payment, mac } : null
}

/** False where it is too long. */
async function readToEnd(request: IncomingMessage): Promise<boolean> {
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > longestBody) return false
  }
  return true
}

function reply(response: ServerResponse, status: number): void {
  const wait = status === 429 || status === 503 ? { 'retry-after': '5' } : {}
  response.writeHead(status, { ...wait, 'content-length': '0', connection: 'close' }).end()
}

/** Takes one from a bucket that fills again with time; false where it is empty. `now` in ms. */
function createRateLimit({ burst, perSecond }: RateLimit): (now: number) => boolean {
  let left = burst
  let last: number | null = null
  return now => {
    if (last !== null) left = Math.min(burst, left + ((now - last) / 1_000) * perSecond)
    last = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
