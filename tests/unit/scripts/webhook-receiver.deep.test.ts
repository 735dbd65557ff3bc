import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { ShopConnection } from '../../../electron/main/shop/connection'
import { shopFailure } from '../../../electron/main/shop/failure'
import { askHello } from '../../../electron/main/shop/hello'
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
  const login2 = await shop.addTill(`Listener ${randomUUID()}`)
  const listening = await shop.connect(login2)
  const heard: string[] = []
  await hear(listening, heard)
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
  const callWith = (query: string, init: RequestInit = {}) =>
    fetch(`${receiver.address}/hook?token=x&${query}`, { method: 'POST', body: '{}', ...init })
  const call = (payment: string, init: RequestInit = {}) =>
    callWith(`payment=${payment}&mac=${shop.macOf(decodeURIComponent(payment))}`, init)
  await until(() => queue.isOfTill({ payment: '', mac: '' }) !== null)
  const hints = () => hintsOf(listening)
  return { receiver, queue, heard, said, call, callWith, sell, hints }
}

/** Hears on its own channel that there are hints, and asks for them. */
async function hear(of: ShopConnection, heard: string[]): Promise<void> {
  const { channel } = await askHello(of)
  if (channel === null) throw new Error('It has no channel')
  await of.listen(channel, said => {
    expect(said).toBe('')
    hintsOf(of).then(
      hints => heard.push(...hints.filter(hint => !heard.includes(hint))),
      // One test kills the server, perhaps just after a notification.
      error => {
        if (shopFailure(error) !== 'unreachable') throw error
      },
    )
  })
}

async function hintsOf(of: ShopConnection): Promise<string[]> {
  const [row] = await of.query('SELECT hints FROM kaunta.beat(now(), false)')
  return z
    .array(z.object({ payment: z.string() }))
    .parse(row?.hints)
    .map(({ payment }) => payment)
}

const until = (what: () => boolean) => vi.waitUntil(what, { timeout: 15_000, interval: 5 })

describe('the webhook receiver', () => {
  it('keeps a hint for the till whose payment it is, and notifies that one', async () => {
    const [one, other] = [await receiving(), await receiving()]
    const payment = await one.sell()
    expect((await one.call(payment)).status).toBe(204)
    await until(() => one.heard.includes(payment))
    expect([await one.hints(), await other.hints()]).toEqual([[payment], []])
    expect(other.heard).toEqual([])
  })

  it('serves several shops of an account', async () => {
    const login = await shop.addTill('Branch', 'branch')
    const branch = await shop.connect(login)
    const heard: string[] = []
    await hear(branch, heard)
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
    const payment = await sell()
    const webhook = `${receiver.address}/hook?till=t&payment=${payment}&mac=${shop.macOf(payment)}`
    await createMobile(service, 'one', { webhook_url: webhook })
    await until(() => heard.includes(payment))
  })

  it('passes on a payment that is shipped only a moment later', async () => {
    const { call, heard, queue, sell } = await receiving()
    const later = randomUUID()
    expect((await call(later)).status).toBe(204)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect([queue.waiting(), heard]).toEqual([1, []])
    await sell(later)
    await until(() => heard.includes(later))
  })

  it('answers a payment that no till has, notifies no till, and keeps nothing of it', async () => {
    const { call, heard, hints, queue, sell } = await receiving()
    const unknown = randomUUID()
    expect((await call(unknown)).status).toBe(204)
    await until(() => queue.waiting() === 1)
    // A payment of this till comes behind it, with the next try of the unknown one.
    const payment = await sell()
    await call(payment)
    await until(() => heard.includes(payment))
    expect(heard).toEqual([payment])
    expect(await hints()).toEqual([payment])
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
    await until(() => queue.isOfTill({ payment: '', mac: '' }) !== null)
    for (const payment of sales) queue.add(payment)
    for (let number = 0; number < 400; number += 1) queue.add(randomUUID())
    await until(() => queue.waiting() === 400)
    // After the key the first goes at once, and the 401 that came meanwhile together: a question and a notification each.
    expect(asked).toHaveLength(5)
  })

  it('gives back what it could not pass on', async () => {
    const { call, queue, heard, sell, said } = await receiving()
    const sales = [await sell(), await sell(), await sell()]
    await server().kill()
    for (const payment of sales) expect((await call(payment)).status).toBe(204)
    await until(() => said.length > 0)
    expect(queue.waiting()).toBe(3)
    await server().start()
    await until(() => queue.waiting() === 0)
    // Its own connection ended with the server: it reads them with its next beat.
    expect(heard).toEqual([])
    const count = 'SELECT count(*) AS n FROM kaunta.hint WHERE payment = ANY ($1)'
    expect(await shop.ask(count, [sales])).toEqual([{ n: '3' }])
  })

  it.each(['', "1' OR '1'='1", '../../etc/passwd'])(
    'refuses what is no payment: “%s”',
    async payment => {
      const { call, queue } = await receiving()
      expect((await call(encodeURIComponent(payment))).status).toBe(404)
      expect(queue.waiting()).toBe(0)
    },
  )

  it('refuses what no till of the shop made, before its queue and its rate, and takes a real one between', async () => {
    const { call, callWith, queue, heard, sell } = await receiving({ burst: 1, perSecond: 0 })
    const payment = await sell()
    const another = shop.macOf(randomUUID())
    for (const query of [
      `payment=${payment}`,
      `payment=${payment}&mac=`,
      `payment=${payment}&mac=${another}`,
    ])
      expect((await callWith(query)).status).toBe(403)
    // Of three hundred at once some are sent so slowly on a busy computer that they are ended unread.
    for (let batch = 0; batch < 30; batch++) {
      const strangers = Array.from({ length: 10 }, () =>
        callWith(`payment=${randomUUID()}&mac=${another}`),
      )
      const statuses = (await Promise.all(strangers)).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([403]))
    }
    expect(queue.waiting()).toBe(0)
    expect((await call(payment)).status).toBe(204)
    await until(() => heard.includes(payment))
  })

  it('has its callbacks sent again while the database has not said the key', async () => {
    const login = await shop.addReader('receiver', 'duka')
    let answers = () => {}
    const isThere = new Promise<void>(resolve => {
      answers = resolve
    })
    const queue = new HintQueue({
      connect: () => isThere.then(() => shop.connect(login)),
      now: () => performance.now(),
      note: () => undefined,
    })
    const receiver = await startReceiver({ host: '127.0.0.1', port: 0, queue })
    onTestFinished(async () => {
      await receiver.stop()
      await queue.stop()
    })
    const payment = randomUUID()
    const address = `${receiver.address}/hook?payment=${payment}&mac=${shop.macOf(payment)}`
    const statusNow = async () => (await fetch(address, { method: 'POST', body: '{}' })).status
    expect(await statusNow()).toBe(503)
    answers()
    await vi.waitUntil(async () => (await statusNow()) === 204, 15_000)
  })

  it('refuses other methods and bodies that are too long', async () => {
    const { call } = await receiving()
    const payment = randomUUID()
    for (const method of ['GET', 'DELETE'])
      expect((await call(payment, { method, body: null })).status).toBe(405)
    const status = await call(payment, { body: 'x'.repeat(70_000) }).then(
      answer => answer.status,
      () => 413, // the connection may end before all was sent
    )
    expect(status).toBe(413)
  })

  it('takes only so many callbacks at once, and what is none costs nothing of them', async () => {
    const { call } = await receiving({ burst: 10, perSecond: 0 })
    for (let time = 0; time < 20; time += 1) {
      expect((await call('no payment')).status).toBe(404)
      expect((await call(randomUUID(), { method: 'PUT' })).status).toBe(405)
    }
    const answers = await Promise.all(Array.from({ length: 30 }, () => call(randomUUID())))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 204)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(20)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5')
  })

  it('ends half a request within two seconds', async () => {
    const { receiver } = await receiving()
    for (const half of [
      'POST /hook?payment=',
      `POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`,
    ]) {
      const socket = connect(Number(new URL(receiver.address).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(half)
      const began = performance.now()
      socket.resume()
      await new Promise(resolve => socket.once('close', resolve))
      expect(performance.now() - began).toBeLessThan(2_500)
    }
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
    const payment = randomUUID()
    expect((await call(payment)).status).toBe(204)
    await until(() => said.length > 0)
    for (let number = 0; number < 999; number += 1) queue.add(randomUUID())
    expect(queue.waiting()).toBe(1_000)
    expect((await call(randomUUID())).status).toBe(503)
    expect((await call(payment)).status).toBe(204)
    await server().start()
    await until(() => queue.waiting() < 1_000)
    expect(heard).toEqual([])
  })
})
