import { once } from 'node:events'
import { createServer } from 'node:http'
import { test as base } from './test'

/** A web server that is no payment service: it answers everything with a page. */
export interface WebPage {
  address: string
  /** How many requests reached it. */
  visits(): number
  stop(): Promise<void>
}

const page = '<!doctype html><title>Welcome</title><h1>Nothing to pay here</h1>'

/** Starts it on any free port. */
export async function serveWebPage(): Promise<WebPage> {
  let visits = 0
  const server = createServer((_request, response) => {
    visits += 1
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return {
    address: `http://127.0.0.1:${address.port}`,
    visits: () => visits,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** `outside` is a page that is not the till's. */
export const test = base.extend<{ outside: WebPage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs from this pattern
  outside: async ({}, use) => {
    const page = await serveWebPage()
    await use(page)
    await page.stop()
  },
})
