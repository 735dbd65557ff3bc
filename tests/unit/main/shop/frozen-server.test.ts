import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../electron/main/platform/clock'
import { systemRandom } from '../../../../electron/main/platform/random'
import { connectShop, type ShopConnection } from '../../../../electron/main/shop/connection'
import { WarmConnection } from '../../../../electron/main/shop/warm-connection'

/** "You are in", and "ready for a statement": all that this server ever says. */
const welcome = Buffer.from('520000000800000000' + '5a0000000549', 'hex')

let port = 0
let isGreeting = true
beforeEach(async () => {
  isGreeting = true
  const open = new Set<Socket>()
  // Half open: what is frozen does not close its side either.
  const server = createServer({ allowHalfOpen: true }, socket => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => isGreeting && socket.write(welcome))
    socket.resume()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  return () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
})

const connect = () => connectShop({ host: '127.0.0.1', port, user: 'till', ssl: false })

/** What waits for the server would take for ever. */
const soon = <Value>(work: Promise<Value>) =>
  Promise.race([work.then(() => 'closed'), delay(10_000).then(() => 'still waiting')])

const warm = (connected: (connection: ShopConnection) => Promise<unknown>) =>
  new WarmConnection({
    connect,
    connected: async connection => void (await connected(connection)),
    beat: async () => 60_000,
    lost: () => undefined,
    refused: () => undefined,
    clock: systemClock,
    random: systemRandom,
  })

describe('a database server that is frozen', () => {
  it('does not hold up closing a connection', async () => {
    const connection = await connect()
    expect(await soon(connection.close())).toBe('closed')
  })

  it('does not hold up closing one that waits for an answer', async () => {
    const connection = await connect()
    const asked = connection.query('SELECT 1').catch(() => 'cut')
    expect(await soon(connection.close())).toBe('closed')
    expect(await soon(asked)).toBe('closed')
  })

  it('does not hold up stopping, whatever is being waited for', async () => {
    const idle = warm(async () => undefined)
    const asking = warm(connection => connection.query('SELECT 1'))
    await delay(200)
    isGreeting = false
    const connecting = warm(async () => undefined)
    await delay(200)
    for (const each of [idle, asking, connecting]) expect(await soon(each.stop())).toBe('closed')
  })
})
