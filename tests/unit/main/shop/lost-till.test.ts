import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { encodeBatch } from '../../../../electron/main/shop/batch'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { askHello } from '../../../../electron/main/shop/hello'
import { rebuildLostTill } from '../../../../electron/main/shop/lost-till'
import type { Login } from '../../../../electron/main/shop/members'
import { LedgerDamaged } from '../../../../electron/main/store/ledger/rows/codec'
import { fillLedger } from '../../../support/filled-ledger'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { eventsTo, recorded, samples } from '../../../support/payments/sales'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { newShopDatabase, type TestShop, type TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()
let shop: TestShop
let tills = 0

beforeAll(async () => {
  shop = await newShopDatabase(server())
})

const newTill = () => {
  tills += 1
  return shop.addTill(`Counter ${tills}`)
}

async function connected(login: Login): Promise<ShopConnection> {
  const connection = await shop.connect(login)
  onTestFinished(() => connection.close())
  return connection
}

/** Ships what a ledger has, as one round of the shipper does; returns how many links. */
async function shipAll(login: Login, { ledger }: OpenedLedger): Promise<number> {
  const connection = await connected(login)
  const { shipped } = await askHello(connection)
  const page = { after: shipped.sequence, mostLinks: 2_000, mostBytes: 10_000_000 }
  const links = ledger.links.read(page)
  const batch = encodeBatch(links, shipped.digest)
  const [row] = await connection.query('SELECT * FROM kaunta.ship($1)', [batch.json])
  expect(row?.answer).toBe('taken')
  return links.length
}

const removal = { at: morning + 86_400_000, months: 24 }

async function takePlace(
  till: TestTill,
): Promise<{ login: Login; opened: OpenedLedger } & Awaited<ReturnType<typeof rebuildLostTill>>> {
  const login = await shop.replaceTill(till.till)
  const connection = await connected(login)
  const opened = ledgerIn(newFolder())
  const hello = await askHello(connection)
  const rebuilt = await rebuildLostTill({ connection, hello, ledger: opened.ledger, removal })
  return { login, opened, ...rebuilt }
}

const scene = {
  at: morning + 3_600_000,
  person: null,
  connection: 'practice',
  shop: { name: 'Duka', till: 'Counter' },
  ledgerCheck: { changes: 0, links: 0, seal: '' },
} as const

describe("a lost till's ledger", () => {
  it('has the same sales, histories and totals on the new machine', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    const sales = fillLedger(old.ledger, 30)
    await shipAll(till, old)
    const { opened, ...rebuilt } = await takePlace(till)
    for (const { id } of sales) {
      const history = opened.ledger.history(id)
      const added = history.slice(old.ledger.history(id).length)
      expect(history.slice(0, history.length - added.length)).toEqual(old.ledger.history(id))
      expect(added.map(({ type }) => type).filter(type => type !== 'restored')).toEqual([])
    }
    const open = new Set(old.ledger.openIds())
    for (const { id } of sales)
      if (!open.has(id)) expect(opened.ledger.find(id)).toEqual(old.ledger.find(id))
    const [here, there] = [opened, old].map(
      ({ ledger }) => ledger.day.report(removal.at).currencies[0],
    )
    expect(here?.blocks.confirmed).toEqual(there?.blocks.confirmed)
    expect(here?.blocks.confirmed.sales).toBeGreaterThan(0)
    expect(rebuilt).toMatchObject({ sales: 30, withoutCustomer: 0 })
    const { body } = old.ledger.request(sales[0]?.id ?? '')
    expect(opened.ledger.request(sales[0]?.id ?? '')).toEqual({ body })
  })

  it('goes on being shipped under the new epoch, and the old machine still ships what it has', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    const [sale] = fillLedger(old.ledger, 3)
    await shipAll(till, old)
    const { login, opened } = await takePlace(till)
    const before = opened.ledger.links.last()
    opened.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    expect(await shipAll(login, opened)).toBeGreaterThan(0)
    expect(opened.ledger.links.last()).toBe(before + 1)
    old.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    expect(await shipAll(till, old)).toBe(1)
    expect(sale).toBeDefined()
  })

  it('is rebuilt a second time when the second machine is lost too', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    fillLedger(old.ledger, 3)
    await shipAll(till, old)
    const second = await takePlace(till)
    const { id } = second.opened.ledger.record(systemRandom.saleId(morning), recorded(), {
      body: '{}',
    })
    await shipAll(second.login, second.opened)
    // Under a number that the second machine has used.
    old.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    await shipAll(till, old)
    const third = await takePlace(till)
    expect(third.opened.ledger.find(id)).not.toBeNull()
    expect(third.sales).toBe(4)
  })

  it('never sends by itself what the lost till may have sent', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    const { id } = old.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    await shipAll(till, old)
    const { opened } = await takePlace(till)
    expect(opened.ledger.find(id)).toMatchObject({ phase: 'unknown', maybeSent: true })
  })

  it('keeps its closed days', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    const { id } = old.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    old.ledger.append(id, ...eventsTo('settled'))
    const closed = old.ledger.day.close({ period: 1, signOffs: [], counted: [] }, scene)
    if (!closed.ok) throw new Error(closed.message)
    await shipAll(till, old)
    const { opened } = await takePlace(till)
    expect(opened.ledger.day.find(1)).toEqual(closed.value)
    expect(opened.ledger.day.lines(1)).toEqual(old.ledger.day.lines(1))
    expect(opened.ledger.day.report(removal.at).period).toBe(2)
  })

  it('says that customers are no longer known where their data was dropped', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    const { id } = old.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    old.ledger.append(id, ...eventsTo('refused'))
    await shipAll(till, old)
    await shop.ask('DELETE FROM kaunta.personal WHERE till = $1', [till.till])
    const { opened, withoutCustomer } = await takePlace(till)
    expect(withoutCustomer).toBe(1)
    expect(opened.ledger.find(id)).toMatchObject({ msisdn: '' })
    expect(opened.ledger.history(id).at(-1)?.type).toBe('customer-removed')
  })

  it('is rebuilt from what is still kept: open payments, and all since the oldest month', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    const sell = () =>
      old.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' }).id
    const [closed, open, recent] = [sell(), sell(), sell()]
    old.ledger.append(closed, ...eventsTo('refused'))
    old.ledger.append(open, samples['attempt-started'])
    old.ledger.append(open, samples.accepted)
    await shipAll(till, old)
    const aged = [till.till, [closed, open]]
    for (const table of ['event', 'personal', 'sale'])
      await shop.ask(
        `SELECT kaunta.ensure_month('${table}', kaunta.month_of(now() - interval '36 months'))`,
      )
    for (const [table, column, name] of [
      ['event', 'arrived', 'subject'],
      ['personal', 'arrived', 'sale'],
      ['sale', 'recorded_at', 'sale'],
    ])
      await shop.ask(
        `UPDATE kaunta.${table} SET ${column} = now() - interval '36 months' WHERE till = $1 AND ${name} = ANY ($2)`,
        aged,
      )
    await shop.ask("UPDATE kaunta.retention SET tidied = '-infinity'")
    await (await connected(till)).query('SELECT kaunta.tidy()')
    const { opened, sales, login } = await takePlace(till)
    expect(sales).toBe(2)
    expect(opened.ledger.find(closed)).toBeNull()
    expect(opened.ledger.find(open)).toMatchObject({ phase: 'pending' })
    expect(opened.ledger.find(recent)).not.toBeNull()
    // It counts its own links from there on.
    expect(await shipAll(login, opened)).toBeGreaterThan(0)
    expect((await takePlace(till)).sales).toBe(2)
  })

  it('is not rebuilt where links are missing that were not dropped', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    fillLedger(old.ledger, 3)
    await shipAll(till, old)
    await shop.ask('DELETE FROM kaunta.event WHERE till = $1 AND sequence = 2', [till.till])
    await expect(takePlace(till)).rejects.toThrow(LedgerDamaged)
  })

  it('is not rebuilt from events that were changed in the database', async () => {
    const till = await newTill()
    const old = ledgerIn(newFolder())
    const { id } = old.ledger.record(systemRandom.saleId(morning), recorded(), { body: '{}' })
    old.ledger.append(id, samples['attempt-started'])
    await shipAll(till, old)
    await shop.ask('UPDATE kaunta.event SET subject = $2 WHERE till = $1 AND sequence = 2', [
      till.till,
      systemRandom.saleId(morning),
    ])
    await expect(takePlace(till)).rejects.toThrow(LedgerDamaged)
  })
})
