import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A merchant's end of §6: keeps notifications and answers them with one status after the other. */
export interface Shop {
  url: string
  received: { method: string; contentType: string; body: unknown }[]
}

async function takeDown(request: IncomingMessage): Promise<Shop['received'][number]> {
  const { method = '', headers } = request
  const contentType = headers['content-type'] ?? ''
  return { method, contentType, body: JSON.parse(await text(request)) }
}

/** Opens a shop that answers with `statuses` in order, and with the last of them from then on. */
export async function openShop(statuses: readonly [number, ...number[]] = [200]): Promise<Shop> {
  const received: Shop['received'] = []
  const server = createServer(async (request, response) => {
    received.push(await takeDown(request))
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received }
}
