import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionOptions } from '../../../../electron/main/shop/address'
import { connectShop, type ShopConnection } from '../../../../electron/main/shop/connection'
import { link, shipped } from '../../../support/shop/links'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { newShopDatabase, type TestShop, type TestTill } from '../../../support/shop/shop-database'

const server = postgresForTests()
let shop: TestShop
let own: TestTill
let other: TestTill
let connection: ShopConnection

beforeAll(async () => {
  shop = await newShopDatabase(server())
  await shop.addShop('elsewhere')
  own = await shop.addTill('Counter 1')
  other = await shop.addTill('Counter 1', 'elsewhere')
  for (const till of [own, other]) {
    const shipping = await shop.connect(till)
    await shipped(shipping, [link(1)])
    await shipping.close()
  }
  connection = await shop.connect(own)
})
afterAll(async () => {
  await connection.close()
})

const refused = { code: '42501' }
/** Not even known to be there. */
const tables = ['shop', 'till', 'head', 'event', 'personal', 'sale', 'hint', 'member', 'owned']
const closedTables = [
  'member',
  'owned',
  'push_lease',
  'hand_over',
  'active',
  'account',
  'retention',
]

describe("a till's role", () => {
  it.each(tables)('may not change %s', async table => {
    for (const statement of [
      `DELETE FROM kaunta.${table}`,
      `TRUNCATE kaunta.${table}`,
      `DROP TABLE kaunta.${table}`,
      `ALTER TABLE kaunta.${table} DISABLE ROW LEVEL SECURITY`,
      `INSERT INTO kaunta.${table} SELECT * FROM kaunta.${table}`,
    ])
      await expect(connection.query(statement), statement).rejects.toMatchObject(refused)
  })

  it.each([
    "UPDATE kaunta.shop SET name = ''",
    'UPDATE kaunta.till SET epoch = 9',
    'UPDATE kaunta.head SET sequence = 0',
    "UPDATE kaunta.event SET link = ''",
    "UPDATE kaunta.sale SET status = 'paid'",
    "UPDATE kaunta.personal SET name = ''",
  ])('is refused: %s', async statement => {
    await expect(connection.query(statement)).rejects.toMatchObject(refused)
  })

  it.each(closedTables)('may not read %s', async table => {
    await expect(connection.query(`SELECT * FROM kaunta.${table}`)).rejects.toMatchObject(refused)
  })

  it.each(['shop', 'till', 'head', 'event', 'personal', 'sale'])(
    "sees its own shop's rows of %s, and no other's",
    async table => {
      const rows = await connection.query(`SELECT DISTINCT shop FROM kaunta.${table}`)
      expect(rows).toEqual([{ shop: 'duka' }])
      const both = await shop.ask(`SELECT DISTINCT shop FROM kaunta.${table} ORDER BY shop`)
      expect(both).toEqual([{ shop: 'duka' }, { shop: 'elsewhere' }])
    },
  )

  it.each(['event', 'personal'])('may not read a partition of %s past the policy', async table => {
    const parts = await shop.ask(
      'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
      [`kaunta.${table}`],
    )
    expect(parts.length).toBeGreaterThan(0)
    for (const { name } of parts)
      await expect(connection.query(`SELECT * FROM ${name}`)).rejects.toMatchObject(refused)
  })

  it.each([
    'SET ROLE kaunta_owner',
    `SET SESSION AUTHORIZATION shop_administrator`,
    "COPY kaunta.event TO '/tmp/events'",
    "COPY kaunta.event FROM PROGRAM 'true'",
    'CREATE TABLE kaunta.mine (one integer)',
    'CREATE TABLE public.mine (one integer)',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine',
    "SELECT kaunta.ensure_month('2020-01-01')",
    'SELECT kaunta.follow_sales(NULL, NULL, 0)',
    "SELECT * FROM kaunta.callback('R-1')",
    'SELECT rolpassword FROM pg_authid',
  ])('is refused: %s', async statement => {
    await expect(connection.query(statement)).rejects.toMatchObject(refused)
  })

  it('is who it signed in as, whatever its client sets', async () => {
    const before = await connection.query('SELECT till FROM kaunta.hello()')
    await connection.query("SET application_name = 'kaunta_owner'")
    await connection.query(`SELECT set_config('kaunta.till', '${other.till}', false)`)
    expect(await connection.query('SELECT till FROM kaunta.hello()')).toEqual(before)
    expect(before).toEqual([{ till: own.till }])
  })

  it('ships into its own rows alone', async () => {
    expect(await shipped(connection, [link(2)])).toEqual({ answer: 'taken', next: '3' })
    const rows = await shop.ask(
      'SELECT till, max(sequence) AS last FROM kaunta.event GROUP BY till',
    )
    expect(new Map(rows.map(({ till, last }) => [till, last]))).toEqual(
      new Map([
        [own.till, '2'],
        [other.till, '1'],
      ]),
    )
  })
})

it('shows an owner the shops that are theirs', async () => {
  const owner = await shop.addReader('owner', 'duka', 'elsewhere')
  const owning = await shop.connect(owner)
  const rows = await owning.query('SELECT shop FROM kaunta.sale ORDER BY shop')
  expect([...new Set(rows.map(({ shop: of }) => of))]).toEqual(['duka', 'elsewhere'])
  await expect(owning.query("SELECT * FROM kaunta.ship('[]')")).rejects.toMatchObject(refused)
  await owning.close()
})

it('lets a receiver report callbacks, and read nothing', async () => {
  const receiver = await shop.addReader('receiver', 'duka')
  const receiving = await shop.connect(receiver)
  for (const table of ['event', 'sale', 'personal', 'till'])
    expect(await receiving.query(`SELECT * FROM kaunta.${table}`)).toEqual([])
  await expect(receiving.query("SELECT * FROM kaunta.ship('[]')")).rejects.toMatchObject(refused)
  expect(await receiving.query("SELECT kaunta.callback('no sale') AS known")).toEqual([
    { known: false },
  ])
  await receiving.close()
})

it('refuses a role without a membership everything', async () => {
  await shop.ask("CREATE ROLE stranger LOGIN PASSWORD 'stranger' IN ROLE kaunta_member")
  const address = { ...shop.address, role: 'stranger', password: 'stranger' }
  const stranger = await connectShop(connectionOptions(address, []))
  await expect(stranger.query('SELECT * FROM kaunta.hello()')).rejects.toMatchObject(refused)
  expect(await stranger.query('SELECT * FROM kaunta.event')).toEqual([])
  await stranger.close()
})
