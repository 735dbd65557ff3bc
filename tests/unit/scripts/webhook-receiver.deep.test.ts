import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ShopConnection } from '../../../electron/main/shop/connection'
import { HintQueue } from '../../../scripts/webhook-receiver/hint-queue'
import { type RateLimit, startReceiver } from '../../../scripts/webhook-receiver/receiver'
import { createMobile, startService } from '../../support/conformance/service'
import { postgresForTests } from '../../support/shop/postgres-for-tests'
import { link, shipped } from '../../support/shop/session'
import { newShopDatabase, type TestShop } from '../../support/shop/shop-database'

const server = postgresForTests()
let shop: TestShop
beforeAll(async () => {
  shop = await newShopDatabase(server())
  await shop.addShop('branch')
})

/** A receiver on the test's database, and what a till that listens hears. */
async function receiving(rate?: RateLimit) {
  const login = await shop.addReader('receiver', 'duka', 'branch')
  const said: string[] = []
  const queue = new HintQueue({
    connect: () => shop.connect(login),
    now: () => performance.now(),
    note: text => said.push(text),
  })
  const receiver = await startReceiver({ host: '127.0.0.1', port: 0, queue, rate })
  const { till: id, ...login2 } = await shop.addTill(`Listener ${randomUUID()}`)
  const listening = await shop.connect(login2)
  const heard: string[] = []
  await hear(listening, 'duka', id, heard)
  /** A payment that this till has shipped. */
  let sales = 0
  const sell = async (subject: string = randomUUID()) => {
    sales += 1
    await shipped(listening, [{ ...link(sales), subject }])
    return subject
  }
  onTestFinished(async () => {
    await receiver.stop()
    await queue.stop()
    await listening.close()
  })
  const call = (sale: string, init: RequestInit = {}) =>
    fetch(`${receiver.address}/hook?token=x&sale=${sale}`, { method: 'POST', body: '{}', ...init })
  const hints = async () =>
    (await listening.query('SELECT hints FROM kaunta.beat(now(), false)'))[0]?.hints
  return { receiver, queue, heard, said, call, sell, hints }
}

/** Hears on the shop's channel what is for this till. */
function hear(of: ShopConnection, shopId: string, till: string, heard: string[]): Promise<void> {
  return of.listen(`kaunta_${shopId}`, payload => {
    const [id, sale = ''] = payload.split(' ')
    if (id === till) heard.push(sale)
  })
}

const until = (what: () => boolean) => vi.waitUntil(what, { timeout: 15_000, interval: 5 })

describe('the webhook receiver', () => {
  it('keeps a hint for the till whose sale it is, and notifies that one', async () => {
    const [one, other] = [await receiving(), await receiving()]
    const sale = await one.sell()
    expect((await one.call(sale)).status).toBe(204)
    await until(() => one.heard.includes(sale))
    expect([await one.hints(), await other.hints()]).toEqual([[sale], []])
    expect(other.heard).toEqual([])
  })

  it('serves several shops of an account', async () => {
    const { till: id, ...login } = await shop.addTill('Branch', 'branch')
    const branch = await shop.connect(login)
    const heard: string[] = []
    await hear(branch, 'branch', id, heard)
    const sold = { ...link(1), subject: randomUUID() }
    await shipped(branch, [sold])
    const { call } = await receiving()
    await call(sold.subject)
    await until(() => heard.includes(sold.subject))
    await branch.close()
  })

  it('takes what the practice service sends', async () => {
    const { receiver, heard, sell } = await receiving()
    const service = await startService({ webhooks: 'loopback-only' })
    const sale = await sell()
    const webhook = `${receiver.address}/hook?till=t&sale=${sale}`
    await createMobile(service, 'one', { webhook_url: webhook })
    await until(() => heard.includes(sale))
  })

  it('passes on a sale that is shipped only a moment later', async () => {
    const { call, heard, queue, sell } = await receiving()
    const later = randomUUID()
    expect((await call(later)).status).toBe(204)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect([queue.waiting(), heard]).toEqual([1, []])
    await sell(later)
    await until(() => heard.includes(later))
  })

  it('answers a sale that no till has, notifies no till, and keeps nothing of it', async () => {
    const { call, heard, hints } = await receiving()
    const unknown = randomUUID()
    expect((await call(unknown)).status).toBe(204)
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(heard).toEqual([])
    expect(await hints()).toEqual([])
  })

  it('passes many on at a time', async () => {
    const { sell } = await receiving()
    const sales = [await sell(), await sell()]
    const login = await shop.addReader('receiver', 'duka', 'branch')
    const asked: string[] = []
    async function connect(): Promise<ShopConnection> {
      const connection = await shop.connect(login)
      const query: ShopConnection['query'] = (text, values) => {
        asked.push(text)
        return connection.query(text, values)
      }
      return { ...connection, query }
    }
    const queue = new HintQueue({ connect, now: () => performance.now(), note: () => undefined })
    onTestFinished(() => queue.stop())
    for (const sale of sales) queue.add(sale)
    for (let number = 0; number < 400; number += 1) queue.add(randomUUID())
    await until(() => queue.waiting() === 400)
    // The first goes at once, and the 401 that came meanwhile together: a question and a notification each.
    expect(asked).toHaveLength(4)
  })

  it('gives back what it could not pass on', async () => {
    const { call, queue, heard, sell, said } = await receiving()
    const sales = [await sell(), await sell(), await sell()]
    await server().kill()
    for (const sale of sales) expect((await call(sale)).status).toBe(204)
    await until(() => said.length > 0)
    expect(queue.waiting()).toBe(3)
    await server().start()
    await until(() => queue.waiting() === 0)
    // Its own connection ended with the server: it reads them with its next beat.
    expect(heard).toEqual([])
    const count = 'SELECT count(*) AS n FROM kaunta.hint WHERE sale = ANY ($1)'
    expect(await shop.ask(count, [sales])).toEqual([{ n: '3' }])
  })

  it.each(['', "1' OR '1'='1", '../../etc/passwd'])('refuses what is no sale: “%s”', async sale => {
    const { call, queue } = await receiving()
    expect((await call(encodeURIComponent(sale))).status).toBe(404)
    expect(queue.waiting()).toBe(0)
  })

  it('refuses other methods and bodies that are too long', async () => {
    const { call } = await receiving()
    const sale = randomUUID()
    for (const method of ['GET', 'DELETE'])
      expect((await call(sale, { method, body: null })).status).toBe(405)
    const status = await call(sale, { body: 'x'.repeat(70_000) }).then(
      answer => answer.status,
      () => 413, // the connection may end before all was sent
    )
    expect(status).toBe(413)
  })

  it('takes only so many callbacks at once, and what is none costs nothing of them', async () => {
    const { call } = await receiving({ burst: 10, perSecond: 0 })
    for (let time = 0; time < 20; time += 1) {
      expect((await call('no sale')).status).toBe(404)
      expect((await call(randomUUID(), { method: 'PUT' })).status).toBe(405)
    }
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(randomUUID())))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 204)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(20)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5')
  })

  it('ends a connection that says nothing, and garbage, and goes on', async () => {
    const { receiver, call } = await receiving()
    const { port } = new URL(receiver.address)
    const socket = connect(Number(port), '127.0.0.1')
    const ended = new Promise(resolve => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.resume()
    socket.write('\u0000\u0001 this is no HTTP\r\n\r\n')
    await ended
    expect((await call(randomUUID())).status).toBe(204)
  })

  it('waits for a database that is not there, with a bounded queue', async () => {
    const { call, heard, said, queue } = await receiving()
    await server().kill()
    const sale = randomUUID()
    expect((await call(sale)).status).toBe(204)
    await until(() => said.length > 0)
    for (let number = 0; number < 999; number += 1) queue.add(randomUUID())
    expect(queue.waiting()).toBe(1_000)
    expect((await call(randomUUID())).status).toBe(503)
    expect((await call(sale)).status).toBe(204)
    await server().start()
    await until(() => queue.waiting() < 1_000)
    expect(heard).toEqual([])
  })
})
