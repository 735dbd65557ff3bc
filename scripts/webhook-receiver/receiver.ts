import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HintQueue } from './hint-queue'

/** How many callbacks are taken: so many at once, and so many a second. */
export interface RateLimit {
  burst: number
  perSecond: number
}

interface ReceiverOptions {
  host: string
  port: number
  queue: Pick<HintQueue, 'add'>
  rate?: RateLimit | undefined
}

/** Read to the end, so that the sender gets the answer, and never looked at: §6 shows no payload. */
const longestBody = 64 * 1024
const usualRate: RateLimit = { burst: 1_000, perSecond: 500 }
const paymentId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Takes callbacks (§6). It believes nothing in them but which sale to look at, and no more than that it exists. Plain
 * HTTP: the shop's own HTTPS server is in front of it. The address is as `http://127.0.0.1:8443`.
 */
export async function startReceiver(
  options: ReceiverOptions,
): Promise<{ address: string; stop(): Promise<void> }> {
  const { host, port, queue, rate = usualRate } = options
  const take = createRateLimit(rate)
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000 },
    (request, response) => {
      answer(request, sale => (take(performance.now()) ? queue.add(sale) : null)).then(
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
  /** Null where it is too many a second; false where too many wait. */
  add: (sale: string) => boolean | null,
): Promise<number> {
  if (request.method !== 'POST') return 405
  const sale = saleOf(request.url ?? '')
  if (sale === null) return 404
  if (!(await readToEnd(request))) return 413
  // What is no callback costs nothing of the rate.
  const added = add(sale)
  if (added === null) return 429
  return added ? 204 : 503
}

/** The till put its sale into the query of its webhook address (service/webhook-url.ts). */
function saleOf(path: string): string | null {
  const url = `http://receiver${path}`
  const sale = URL.canParse(url) ? new URL(url).searchParams.get('sale') : null
  return sale !== null && paymentId.test(sale) ? sale : null
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
