import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionOptions } from '../../../../electron/main/shop/address'
import { connectShop, type ShopConnection } from '../../../../electron/main/shop/connection'
import type { ShippedLink } from '../../../../electron/main/store/ledger/hash-chain/shipped-links'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { acceptedLink, link, shipped } from '../../../support/shop/session'
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
const tables = [
  ...['shop', 'till', 'head', 'event', 'personal', 'sale', 'handed_over_twice'],
  ...['hint', 'member', 'owned'],
]
const closedTables = [
  'member',
  'owned',
  'hint',
  'oldest_app',
  'push_lease',
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

  it.each(['event', 'personal', 'sale'])(
    'may not read a partition of %s past the policy',
    async table => {
      const parts = await shop.ask(
        'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
        [`kaunta.${table}`],
      )
      expect(parts.length).toBeGreaterThan(0)
      for (const { name } of parts)
        await expect(connection.query(`SELECT * FROM ${name}`)).rejects.toMatchObject(refused)
    },
  )

  it.each([
    'SET ROLE kaunta_owner',
    `SET SESSION AUTHORIZATION shop_administrator`,
    "COPY kaunta.event TO '/tmp/events'",
    "COPY kaunta.event FROM PROGRAM 'true'",
    'CREATE TABLE kaunta.mine (one integer)',
    'CREATE TABLE public.mine (one integer)',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine',
    "SELECT kaunta.ensure_month('event', '2020-01-01')",
    "SELECT kaunta.drop_month('event', 'event_2020_01', now())",
    'SELECT kaunta.follow_sales(NULL, NULL, 0)',
    "SELECT * FROM kaunta.claims_of('merchant', 'R-1')",
    'SELECT kaunta.note_twice(NULL, NULL, NULL)',
    "SELECT kaunta.replace_till('another')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT * FROM kaunta.callback('{R-1}')",
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

/** What the roles of the shop database may do there, as the server itself says. */
const readable = [
  ...['shop', 'till', 'head', 'event', 'personal', 'sale', 'handed_over_twice'],
  'schema_version',
]
const callable = [
  ...['adopt', 'beat', 'bytes_in', 'callback', 'hand_over', 'hello', 'lease', 'me', 'my_shops'],
  ...['phone_key', 'release', 'ship', 'tidy'],
]

it.each(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'])(
  "a till's role may %s no table that is not named here, and no column of one",
  async right => {
    const columns = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'].includes(right)
      ? 'OR has_any_column_privilege($1, c.oid, $2)'
      : ''
    const rows = await shop.ask(
      `SELECT relname FROM pg_class AS c WHERE relnamespace = 'kaunta'::regnamespace
         AND relkind IN ('r', 'p', 'v', 'm', 'f') AND (has_table_privilege($1, c.oid, $2) ${columns})`,
      [own.role, right],
    )
    const allowed = right === 'SELECT' ? readable : []
    expect(new Set(rows.map(({ relname }) => relname))).toEqual(new Set(allowed))
  },
)

it("a till's role may call no function that is not named here, and makes nothing", async () => {
  const rows = await shop.ask(
    `SELECT proname FROM pg_proc AS p WHERE pronamespace = 'kaunta'::regnamespace
       AND has_function_privilege($1, p.oid, 'EXECUTE') ORDER BY proname`,
    [own.role],
  )
  expect(rows.map(({ proname }) => proname)).toEqual(callable)
  const [makes] = await shop.ask(
    `SELECT has_schema_privilege($1, 'kaunta', 'CREATE') AS here, has_schema_privilege($1, 'public', 'CREATE') AS there,
       has_database_privilege($1, current_database(), 'CREATE') AS schemas,
       has_database_privilege($1, current_database(), 'TEMPORARY') AS temporary`,
    [own.role],
  )
  expect(makes).toEqual({ here: false, there: false, schemas: false, temporary: false })
  const policies = await shop.ask(
    `SELECT relname FROM pg_class WHERE relnamespace = 'kaunta'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relrowsecurity AND relname = ANY ($1)`,
    [readable],
  )
  expect(policies).toEqual([{ relname: 'schema_version' }])
})

describe('the role of a till that was replaced', () => {
  let old: ShopConnection
  let till: TestTill
  let paid: ShippedLink

  beforeAll(async () => {
    till = await shop.addTill('Replaced')
    old = await shop.connect(till)
    paid = acceptedLink(1, 'R-60', { sale: 60 })
    await shipped(old, [paid])
    await shop.replaceTill(till.till)
  })
  afterAll(() => old.close())

  it.each([...new Set([...tables, ...closedTables])])(
    'reads nothing of %s and changes nothing',
    async table => {
      const read = await old.query(`SELECT * FROM kaunta.${table}`).catch((error: unknown) => {
        expect(error).toMatchObject(refused)
        return []
      })
      expect(read).toEqual([])
      for (const statement of [
        `DELETE FROM kaunta.${table}`,
        `TRUNCATE kaunta.${table}`,
        `INSERT INTO kaunta.${table} SELECT * FROM kaunta.${table}`,
        `SELECT * FROM kaunta.${table} FOR UPDATE`,
      ])
        await expect(old.query(statement), statement).rejects.toMatchObject(refused)
    },
  )

  it('takes its place back in no way', async () => {
    for (const statement of [
      `SELECT kaunta.replace_till('${till.till}')`,
      `UPDATE kaunta.till SET epoch = 1`,
      `UPDATE kaunta.member SET epoch = 2`,
      `ALTER ROLE ${till.role} CREATEROLE`,
      `GRANT kaunta_owner TO ${till.role}`,
    ])
      await expect(old.query(statement), statement).rejects.toMatchObject(refused)
    expect(await old.query('SELECT epoch, selling_epoch FROM kaunta.hello()')).toEqual([
      { epoch: 1, selling_epoch: 2 },
    ])
  })

  it('ships, is marked, and claims nothing', async () => {
    const claim = { ...acceptedLink(2, 'R-60', { sale: 60, handedOver: 'Thief' }) }
    expect(await shipped(old, [claim])).toEqual({ answer: 'taken', next: '3' })
    for (const statement of [
      `SELECT * FROM kaunta.hand_over('R-60', '${paid.subject}', 'Thief')`,
      "SELECT * FROM kaunta.lease('\\x01', 'sale', 1000)",
      'SELECT kaunta.phone_key()',
    ])
      await expect(old.query(statement), statement).rejects.toMatchObject({ code: 'KA001' })
    const rows = await shop.ask('SELECT late FROM kaunta.sale WHERE till = $1 ORDER BY late', [
      till.till,
    ])
    expect(rows).toEqual([{ late: false }, { late: true }])
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
  expect(await receiving.query("SELECT * FROM kaunta.callback('{no sale}')")).toEqual([])
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

it("plants no row under another till's name, and none that is another till's claim", async () => {
  const rogue = await shop.addTill('Rogue')
  const rogueConnection = await shop.connect(rogue)
  const honest = await shop.connect(own)
  const [paid] = [acceptedLink(3, 'R-50', { sale: 50 })]
  expect(await shipped(honest, [paid])).toMatchObject({ answer: 'taken' })
  // It reads the reference, as every till of the shop may, and ships it as its own, handed over.
  expect(
    await rogueConnection.query("SELECT reference FROM kaunta.sale WHERE reference = 'R-50'"),
  ).toHaveLength(1)
  await shipped(rogueConnection, [acceptedLink(1, 'R-50', { sale: 50, handedOver: '' })])
  const [claim] = await rogueConnection.query(
    "SELECT answer FROM kaunta.hand_over('R-50', $1, '')",
    [paid?.subject],
  )
  expect(claim).toEqual({ answer: 'of-other-till' })
  const rightful = await honest.query("SELECT answer FROM kaunta.hand_over('R-50', $1, '')", [
    paid?.subject,
  ])
  expect(rightful).toEqual([{ answer: 'granted' }])
  const [named] = await honest.query('SELECT twice FROM kaunta.beat(now(), false)')
  expect(named?.twice).toMatchObject([{ reference: 'R-50', till: 'Rogue' }])
  const rows = await shop.ask(
    "SELECT till, claimed_at IS NOT NULL AS claimed FROM kaunta.sale WHERE reference = 'R-50'",
  )
  expect(new Map(rows.map(({ till, claimed }) => [till, claimed]))).toEqual(
    new Map([
      [own.till, true],
      [rogue.till, true],
    ]),
  )
  await Promise.all([rogueConnection.close(), honest.close()])
})
