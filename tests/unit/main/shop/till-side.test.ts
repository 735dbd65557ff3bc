import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../electron/main/clock'
import { systemRandom } from '../../../../electron/main/random'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { createHints } from '../../../../electron/main/shop/meeting/hints'
import {
  findOtherTillsSales,
  readOtherTillsHistory,
} from '../../../../electron/main/shop/meeting/other-tills'
import {
  createPushLeases,
  type LeaseAnswer,
  leaseLimit,
  type PushLeases,
} from '../../../../electron/main/shop/meeting/push-lease'
import {
  createWarmConnection,
  NotConnected,
  type WarmConnection,
} from '../../../../electron/main/shop/meeting/warm-connection'
import { encodeBatch } from '../../../../electron/main/shop/shipping/batch'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/sales'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { newShopDatabase, type TestShop, type TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()
let shop: TestShop
let tills = 0
let mine: TestTill
let other: TestTill

beforeAll(async () => {
  shop = await newShopDatabase(server())
})
beforeEach(async () => {
  tills += 1
  mine = await shop.addTill(`Mine ${tills}`)
  other = await shop.addTill(`Other ${tills}`)
})

async function until(what: () => unknown): Promise<void> {
  const end = Date.now() + 15_000
  while (!what()) {
    if (Date.now() > end) throw new Error('Not reached')
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

function warmOf(
  till: TestTill,
  connected: (connection: ShopConnection) => Promise<void> = async () => undefined,
): WarmConnection {
  const warm = createWarmConnection({
    connect: () => shop.connect(till),
    connected,
    changed: () => undefined,
    clock: { after: (delay, action) => systemClock.after(delay / 50, action) },
    random: systemRandom,
  })
  onTestFinished(() => warm.stop())
  return warm
}

describe('the warm connection', () => {
  it('refuses at once while there is none, and comes back after the server does', async () => {
    const warm = warmOf(mine)
    await expect(warm.use(async () => 1)).rejects.toThrow(NotConnected)
    await until(() => warm.fault() === null)
    expect(await warm.use(connection => connection.query('SELECT 1 AS one'))).toEqual([{ one: 1 }])
    await server().kill()
    await until(() => warm.fault() === 'unreachable')
    await expect(warm.use(async () => 1)).rejects.toThrow(NotConnected)
    await server().start()
    await until(() => warm.fault() === null)
    expect(await warm.use(connection => connection.query('SELECT 2 AS two'))).toEqual([{ two: 2 }])
  })

  it('keeps the connection after an error that the server named', async () => {
    const warm = warmOf(mine)
    await until(() => warm.fault() === null)
    await expect(warm.use(connection => connection.query('SELECT 1 / 0'))).rejects.toMatchObject({
      code: '22012',
    })
    expect(warm.fault()).toBeNull()
  })
})

describe('a lease asked for by a till', () => {
  let numbers = 0
  const wanted = () => ({
    msisdn: `2557540${String(1_000 + numbers++)}`,
    saleId: randomUUID(),
    forMs: 60_000,
  })
  const never = () => {
    throw new Error('Nothing was late')
  }

  async function leasesOf(till: TestTill): Promise<PushLeases> {
    const warm = warmOf(till)
    await until(() => warm.fault() === null)
    return createPushLeases({ warm, clock: systemClock })
  }

  it('is granted to one, and names it to the other, until it is released', async () => {
    const [first, second] = [await leasesOf(mine), await leasesOf(other)]
    const asked = wanted()
    const others = { ...asked, saleId: randomUUID() }
    expect(await first.ask(asked, never)).toEqual({ state: 'granted' })
    expect(await second.ask(others, never)).toMatchObject({ state: 'held', till: `Mine ${tills}` })
    expect(await second.ask({ ...others, msisdn: '255754999999' }, never)).toEqual({
      state: 'granted',
    })
    await first.release(asked)
    expect(await second.ask(others, never)).toEqual({ state: 'granted' })
  })

  it('keeps the phone number out of the database', async () => {
    const leases = await leasesOf(mine)
    const asked = wanted()
    await leases.ask(asked, never)
    const rows = await shop.ask('SELECT * FROM kaunta.push_lease WHERE sale = $1', [asked.saleId])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(asked.msisdn)
    expect(String(rows[0]?.phone)).not.toContain(asked.msisdn)
  })

  it('is not asked for without a connection, and costs no time', async () => {
    const warm = createWarmConnection({
      connect: () => Promise.reject(new Error('no network')),
      connected: async () => undefined,
      changed: () => undefined,
      clock: systemClock,
      random: systemRandom,
    })
    onTestFinished(() => warm.stop())
    const leases = createPushLeases({ warm, clock: systemClock })
    const began = performance.now()
    expect(await leases.ask(wanted(), never)).toEqual({ state: 'not-asked' })
    expect(performance.now() - began).toBeLessThan(leaseLimit)
  })

  it('that is answered too late lets the till sell, and still warns', async () => {
    const [first, second] = [await leasesOf(mine), await leasesOf(other)]
    const asked = wanted()
    await first.ask(asked, never)
    // Its key is known from now on: only the lease itself waits.
    await second.ask({ ...asked, msisdn: '255754009999', saleId: randomUUID() }, never)
    const late: LeaseAnswer[] = []
    await server().asAdministrator(shop.address.database, async client => {
      await client.query('BEGIN')
      await client.query('SELECT * FROM kaunta.push_lease WHERE sale = $1 FOR UPDATE', [
        asked.saleId,
      ])
      const answer = await second.ask({ ...asked, saleId: randomUUID() }, given => late.push(given))
      expect(answer).toEqual({ state: 'not-asked' })
      expect(late).toEqual([])
      await client.query('COMMIT')
    })
    await until(() => late.length > 0)
    expect(late).toMatchObject([{ state: 'held', till: `Mine ${tills}` }])
  })
})

describe('hints', () => {
  it('are heard at once, and read after a time without a connection', async () => {
    const opened = await shippedSale(other)
    const receiver = await shop.connect(await shop.addReader('receiver', 'duka'))
    onTestFinished(() => receiver.close())
    const callback = async (sale: string) => {
      await receiver.query('SELECT kaunta.callback($1)', [sale])
      await receiver.query("SELECT pg_notify('kaunta_hint', $1)", [sale])
    }
    await callback(opened.saleId)
    const heard: string[] = []
    const hints = createHints(sale => heard.push(sale))
    const warm = warmOf(other, hints.connected)
    await until(() => heard.length === 1)
    await callback(opened.saleId)
    await until(() => heard.length === 2)
    await warm.use(connection => hints.read(connection))
    await warm.use(connection => hints.read(connection))
    expect(new Set(heard)).toEqual(new Set([opened.saleId]))
    expect(heard).toHaveLength(3)
  })
})

describe("other tills' sales", () => {
  const everything = { lastDigits: '', amount: null, reference: '', saleId: '', limit: 10 }

  it('are found by the end of the phone number, the amount and the reference', async () => {
    const { saleId } = await shippedSale(other)
    const connection = await connected(mine)
    for (const query of [{ lastDigits: '1212' }, { amount: 15_000 }, { reference: 'R-1' }]) {
      const found = await findOtherTillsSales(connection, { ...everything, ...query })
      const [one] = found.filter(({ sale }) => sale.id === saleId)
      expect(one).toMatchObject({
        till: { name: `Other ${tills}` },
        sale: {
          phase: 'pending',
          msisdn: '255754001212',
          customer: { firstName: 'Asha', lastName: 'Mushi' },
        },
      })
    }
    for (const query of [{ lastDigits: '1213' }, { amount: 15_001 }, { reference: 'R-2' }])
      expect(await findOtherTillsSales(connection, { ...everything, ...query })).toEqual([])
  })

  it('do not include its own', async () => {
    const { saleId } = await shippedSale(mine)
    const found = await findOtherTillsSales(await connected(mine), everything)
    expect(found.map(({ sale }) => sale.id)).not.toContain(saleId)
  })

  it('have their history, word for word', async () => {
    const { saleId, opened } = await shippedSale(other)
    const history = await readOtherTillsHistory(await connected(mine), { till: other.till, saleId })
    expect(history).toEqual(opened.ledger.history(saleId))
  })

  it('keep no name once the customer months were dropped', async () => {
    const { saleId } = await shippedSale(other)
    await shop.ask('DELETE FROM kaunta.personal WHERE till = $1', [other.till])
    const connection = await connected(mine)
    const found = await findOtherTillsSales(connection, { ...everything, reference: 'R-1' })
    const [one] = found.filter(({ sale }) => sale.id === saleId)
    expect(one?.sale).toMatchObject({ msisdn: '', customer: { firstName: '' } })
    const [begin] = await readOtherTillsHistory(connection, { till: other.till, saleId })
    expect(begin).toMatchObject({ type: 'recorded', msisdn: '', note: '' })
  })
})

async function connected(till: TestTill): Promise<ShopConnection> {
  const connection = await shop.connect(till)
  onTestFinished(() => connection.close())
  return connection
}

/** A pending sale in a ledger of its own, shipped as this till. */
async function shippedSale(till: TestTill): Promise<{ saleId: string; opened: OpenedLedger }> {
  const opened = ledgerIn(newFolder())
  const saleId = systemRandom.saleId(morning)
  opened.ledger.record(saleId, recorded(), { body: '{"amount":15000}' })
  opened.ledger.append(saleId, samples['attempt-started'])
  opened.ledger.append(saleId, samples.accepted)
  const links = opened.ledger.links.read({ after: 0, mostLinks: 10, mostBytes: 1_000_000 })
  const { json } = encodeBatch(links, Buffer.alloc(0))
  await (await connected(till)).query('SELECT * FROM kaunta.ship($1::jsonb)', [json])
  return { saleId, opened }
}
