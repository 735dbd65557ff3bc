import { beforeAll, describe, expect, it } from 'vitest'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { shopFailure } from '../../../../electron/main/shop/failure'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import {
  acceptedLink,
  beat,
  drawerLink,
  handOver,
  link,
  paidLink,
  shipped,
} from '../../../support/shop/session'
import type { TestTill } from '../../../support/shop/shop-database'

const { shop, connected } = shopForTests()
let own: TestTill
let other: TestTill
let connection: ShopConnection
let replaced: TestTill
/** The connection of the machine that was replaced. */
let old: ShopConnection
const paid = acceptedLink(1, 'R-60', { payment: 60 })

beforeAll(async () => {
  await shop.addShop('elsewhere')
  own = await shop.addTill('Counter 1')
  other = await shop.addTill('Counter 1', 'elsewhere')
  for (const till of [own, other]) {
    const shipping = await shop.connect(till)
    await shipped(shipping, [paidLink(1, `R-${till.role}`), drawerLink(2)])
    await shipping.close()
  }
  connection = await shop.connect(own)
  replaced = await shop.addTill('Replaced')
  old = await shop.connect(replaced)
  await shipped(old, [paid])
  await shop.replaceTill(replaced.till)
  return () => Promise.all([connection.close(), old.close()])
})

const refused = { code: '42501' }
const ofOneShop = ['shop', 'till', 'head', 'event', 'personal', 'payment', 'entry', 'drawer']
const readable = [...ofOneShop, 'handed_over_twice', 'schema_version']

describe("a till's role", () => {
  it.each([...ofOneShop, 'handed_over_twice', 'hint', 'member', 'owned'])(
    'may not change %s',
    async table => {
      for (const statement of [
        `DELETE FROM kaunta.${table}`,
        `TRUNCATE kaunta.${table}`,
        `DROP TABLE kaunta.${table}`,
        `ALTER TABLE kaunta.${table} DISABLE ROW LEVEL SECURITY`,
        `INSERT INTO kaunta.${table} SELECT * FROM kaunta.${table}`,
      ])
        await expect(connection.query(statement), statement).rejects.toMatchObject(refused)
    },
  )

  it.each(ofOneShop)("sees its own shop's rows of %s, and no other's", async table => {
    const rows = await connection.query(`SELECT DISTINCT shop FROM kaunta.${table}`)
    expect(rows).toEqual([{ shop: 'duka' }])
    const both = await shop.ask(`SELECT DISTINCT shop FROM kaunta.${table} ORDER BY shop`)
    expect(both).toEqual([{ shop: 'duka' }, { shop: 'elsewhere' }])
  })

  it.each([
    'SET ROLE kaunta_owner',
    'SET SESSION AUTHORIZATION shop_administrator',
    "COPY kaunta.event TO '/tmp/events'",
    "COPY kaunta.event FROM PROGRAM 'true'",
    'CREATE ROLE mine',
    "SELECT lo_import('/etc/passwd')",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT * FROM kaunta.callback('{R-1}')",
    'SELECT rolpassword FROM pg_authid',
  ])('is refused: %s', async statement => {
    await expect(connection.query(statement)).rejects.toMatchObject(refused)
  })

  it('is who it signed in as, whatever its client sets', async () => {
    await connection.query("SET application_name = 'kaunta_owner'")
    await connection.query(`SELECT set_config('kaunta.till', '${other.till}', false)`)
    const hello = await connection.query('SELECT till FROM kaunta.hello()')
    expect(hello).toEqual([{ till: own.till }])
  })

  it('ships into its own rows alone', async () => {
    expect(await shipped(connection, [link(3)])).toEqual({ answer: 'taken', next: '4' })
    const rows = await shop.ask(
      'SELECT till, max(sequence) AS last FROM kaunta.event WHERE till = ANY ($1) GROUP BY till',
      [[own.till, other.till]],
    )
    expect(new Map(rows.map(({ till, last }) => [till, last]))).toEqual(
      new Map([
        [own.till, '3'],
        [other.till, '2'],
      ]),
    )
  })
})

/** What the roles of the shop database may call there, as the server itself says. */
const callable = [
  ...['adopt', 'beat', 'bytes_in', 'callback', 'hand_over', 'hello', 'lease', 'me', 'my_shops'],
  ...['phone_key', 'receiver_key', 'release', 'ship', 'tidy'],
]

it.each(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'])(
  "a till's role may %s no table that is not named here, no month of one, and no column, replaced or not",
  async right => {
    const columns = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'].includes(right)
      ? 'OR has_any_column_privilege($1, c.oid, $2)'
      : ''
    for (const { role } of [own, replaced]) {
      const rows = await shop.ask(
        `SELECT relname FROM pg_class AS c WHERE relnamespace = 'kaunta'::regnamespace
           AND relkind IN ('r', 'p', 'v', 'm', 'f') AND (has_table_privilege($1, c.oid, $2) ${columns})`,
        [role, right],
      )
      const allowed = right === 'SELECT' ? readable : []
      expect(new Set(rows.map(({ relname }) => relname))).toEqual(new Set(allowed))
    }
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
  it.each([...ofOneShop, 'handed_over_twice'])('reads nothing of %s', async table => {
    expect(await old.query(`SELECT shop FROM kaunta.${table}`)).toEqual([])
  })

  it('takes its place back in no way', async () => {
    for (const statement of [
      `SELECT kaunta.replace_till('${replaced.till}')`,
      'UPDATE kaunta.till SET epoch = 1',
      'UPDATE kaunta.member SET epoch = 2',
      `ALTER ROLE ${replaced.role} CREATEROLE`,
      `GRANT kaunta_owner TO ${replaced.role}`,
    ])
      await expect(old.query(statement), statement).rejects.toMatchObject(refused)
    expect(await old.query('SELECT epoch, selling_epoch FROM kaunta.hello()')).toEqual([
      { epoch: 1, selling_epoch: 2 },
    ])
  })

  it('ships, is marked, claims and leases nothing, and receives nothing', async () => {
    const claim = acceptedLink(2, 'R-60', { payment: 60, handedOver: 'Thief' })
    expect(await shipped(old, [claim])).toEqual({ answer: 'taken', next: '3' })
    for (const statement of [
      `SELECT * FROM kaunta.hand_over('R-60', '${paid.subject}', 'Thief', '{}')`,
      "SELECT * FROM kaunta.lease('\\x01', 'payment', 1000)",
      "SELECT kaunta.release('\\x01', 'payment')",
      "SELECT kaunta.adopt('\\x01', 2)",
      'SELECT kaunta.phone_key()',
    ]) {
      const error = await old.query(statement).catch((thrown: unknown) => thrown)
      expect([statement, shopFailure(error)]).toEqual([statement, 'replaced'])
    }
    expect(await beat(old)).toMatchObject({ hints: [], twice: [] })
    const rows = await shop.ask('SELECT late FROM kaunta.payment WHERE till = $1 ORDER BY late', [
      replaced.till,
    ])
    expect(rows).toEqual([{ late: false }, { late: true }])
  })
})

it('shows an owner the shops that are theirs', async () => {
  const owning = await connected(await shop.addReader('owner', 'duka', 'elsewhere'))
  const rows = await owning.query('SELECT DISTINCT shop FROM kaunta.payment ORDER BY shop')
  expect(rows).toEqual([{ shop: 'duka' }, { shop: 'elsewhere' }])
  await expect(owning.query("SELECT * FROM kaunta.ship('[]')")).rejects.toMatchObject(refused)
})

it('lets a receiver report callbacks, and read nothing', async () => {
  const receiving = await connected(await shop.addReader('receiver', 'duka'))
  for (const table of ['event', 'payment', 'personal', 'till'])
    expect(await receiving.query(`SELECT shop FROM kaunta.${table}`)).toEqual([])
  await expect(receiving.query("SELECT * FROM kaunta.ship('[]')")).rejects.toMatchObject(refused)
  expect(await receiving.query("SELECT * FROM kaunta.callback('{no payment}')")).toEqual([])
  // It knows callbacks by the key that tills in office sign with.
  const signing = (await connection.query('SELECT callback_key AS key FROM kaunta.hello()'))[0]
  expect(await receiving.query('SELECT kaunta.receiver_key() AS key')).toEqual([signing])
  await expect(connection.query('SELECT kaunta.receiver_key()')).rejects.toMatchObject(refused)
  expect(await old.query('SELECT callback_key FROM kaunta.hello()')).toEqual([
    { callback_key: null },
  ])
})

it('refuses a role without a membership everything', async () => {
  await shop.ask("CREATE ROLE stranger LOGIN PASSWORD 'stranger' IN ROLE kaunta_member")
  const stranger = await connected({ role: 'stranger', password: 'stranger' })
  await expect(stranger.query('SELECT * FROM kaunta.hello()')).rejects.toMatchObject(refused)
  expect(await stranger.query('SELECT * FROM kaunta.event')).toEqual([])
})

it("plants no row under another till's name, and none that is another till's claim", async () => {
  const login = await shop.addTill('Rogue')
  const rogue = await connected(login)
  const theirs = acceptedLink(4, 'R-50', { payment: 50 })
  expect(await shipped(connection, [theirs])).toMatchObject({ answer: 'taken' })
  // It reads the reference, as every till of the shop may, and ships it as its own, handed over.
  const copied = await rogue.query("SELECT FROM kaunta.payment WHERE reference = 'R-50'")
  expect(copied).toHaveLength(1)
  await shipped(rogue, [acceptedLink(1, 'R-50', { payment: 50, handedOver: '' })])
  expect(await handOver(rogue, 'R-50', theirs.subject)).toMatchObject({ answer: 'of-other-till' })
  expect(await handOver(connection, 'R-50', theirs.subject)).toMatchObject({ answer: 'granted' })
  expect(await beat(connection)).toMatchObject({ twice: [{ reference: 'R-50', till: 'Rogue' }] })
  const rows = await shop.ask(
    "SELECT till FROM kaunta.payment WHERE reference = 'R-50' AND claimed_at IS NOT NULL",
  )
  expect(new Set(rows.map(({ till }) => till))).toEqual(new Set([own.till, login.till]))
})
