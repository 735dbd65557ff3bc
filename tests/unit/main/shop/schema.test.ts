import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { askHello, helloFault } from '../../../../electron/main/shop/hello'
import { addShop, addTill } from '../../../../electron/main/shop/members'
import { endLogins, replaceTill } from '../../../../electron/main/shop/replace-till'
import { applySchema, schemaState, schemaVersion } from '../../../../electron/main/shop/schema'
import { readSchemaFiles } from '../../../../scripts/shop-database/schema-files'
import { fillLedger } from '../../../support/filled-ledger'
import { ledgerIn } from '../../../support/payments/ledger'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { startPostgres } from '../../../support/shop/postgres-server'
import { sessionOn } from '../../../support/shop/session'
import { addressOf, newShopDatabase, schemaFiles } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()

const newFolder = temporaryFolders()
const names = schemaFiles.map(({ name }) => name)

it('is applied once, and says what a database is', async () => {
  const { database } = addressOf(await server().newDatabase())
  await server().asAdministrator(database, async client => {
    expect(await schemaState(client, schemaFiles)).toBe('missing')
    expect(await applySchema(client, schemaFiles)).toEqual(names)
    expect(await schemaState(client, schemaFiles)).toBe('ready')
    expect(await applySchema(client, schemaFiles)).toEqual([])
  })
})

it('is applied once where two administrators do it at the same time', async () => {
  const { database } = addressOf(await server().newDatabase())
  const apply = () => server().asAdministrator(database, client => applySchema(client, schemaFiles))
  const applied = await Promise.all([apply(), apply()])
  expect(applied.flat()).toEqual(names)
})

it('is brought up to date by the next file, and is newer for an app without it', async () => {
  const { database } = addressOf(await server().newDatabase())
  const folder = newFolder()
  cpSync('resources/shop-database', folder, { recursive: true })
  const number = String(schemaFiles.length + 1).padStart(4, '0')
  const next = 'SET LOCAL ROLE kaunta_owner; ALTER TABLE kaunta.shop ADD COLUMN address text'
  writeFileSync(join(folder, `${number}-address.sql`), next)
  const later = readSchemaFiles(folder)
  await server().asAdministrator(database, async client => {
    await applySchema(client, schemaFiles)
    expect(await schemaState(client, later)).toBe('older')
    expect(await applySchema(client, later)).toEqual([`${number}-address.sql`])
    expect(await schemaState(client, schemaFiles)).toBe('newer')
  })
})

it('leaves nothing behind of a file that fails, and can be repeated', async () => {
  const { database } = addressOf(await server().newDatabase())
  const broken = schemaFiles.map(file => ({ ...file, sql: `${file.sql}; SELECT 1 / 0` }))
  await server().asAdministrator(database, async client => {
    await expect(applySchema(client, broken)).rejects.toMatchObject({ code: '22012' })
    const { rows } = await client.query("SELECT to_regclass('kaunta.event') AS found")
    expect(rows).toEqual([{ found: null }])
    expect(await applySchema(client, schemaFiles)).toEqual(names)
  })
})

it('is applied by an administrator who is no superuser, as on a managed server', async () => {
  // Of its own: roles belong to the whole server, and a superuser made them on the other one.
  const managed = await startPostgres()
  onTestFinished(() => managed.remove())
  const admin = { role: 'plain_admin', password: 'plain' }
  await managed.asAdministrator('postgres', client =>
    client.query("CREATE ROLE plain_admin LOGIN CREATEROLE CREATEDB PASSWORD 'plain'"),
  )
  await managed.connectedAs(admin, 'postgres', client => client.query('CREATE DATABASE shop'))
  await managed.connectedAs(admin, 'shop', async client => {
    expect(await applySchema(client, schemaFiles)).toEqual(names)
    expect(await applySchema(client, schemaFiles)).toEqual([])
    const administration = { client, random: systemRandom }
    await addShop(administration, { id: 'd', name: 'D', mode: 'practice', account: 'd' })
    const { till } = await addTill(administration, 'd', 'Counter 1')
    await endLogins(administration, till)
    expect(await replaceTill(administration, till)).toMatchObject({ epoch: 2 })
  })
})

it('refuses a folder in which a number is missing', () => {
  const folder = newFolder()
  writeFileSync(join(folder, '0002-later.sql'), 'SELECT 1')
  expect(() => readSchemaFiles(folder)).toThrow('0002-later.sql is not number 1')
})

/** A made-up second file: a column more, and a function more. */
const harmless = `SET LOCAL ROLE kaunta_owner;
ALTER TABLE kaunta.payment ADD COLUMN cashier text;
CREATE FUNCTION kaunta.new_question() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;
GRANT EXECUTE ON FUNCTION kaunta.new_question() TO kaunta_member;`

/** One that takes away what the first version uses. */
const breaking = `${harmless} UPDATE kaunta.oldest_app SET version = 2;`

/** A shop with a till, a ledger, and the upgrade by this second file. */
async function shopToUpgrade() {
  const shop = await newShopDatabase(server())
  const till = await shop.addTill('Counter 1')
  const { ledger } = ledgerIn(newFolder())
  fillLedger(ledger, 3)
  const upgrade = (sql: string) =>
    server().asAdministrator(shop.address.database, client =>
      applySchema(client, [...schemaFiles, { number: 2, name: '0002-later.sql', sql }]),
    )
  return { shop, till, ledger, upgrade, start: () => sessionOn(shop, till, ledger.links) }
}

it('an older till goes on selling and shipping where a newer one brought the database up to date', async () => {
  const { shop, ledger, upgrade, start } = await shopToUpgrade()
  const session = start()
  await session.shipped()
  expect(await upgrade(harmless)).toEqual(['0002-later.sql'])
  fillLedger(ledger, 3)
  await session.shipped()
  await start().shipped()
  expect(await shop.ask('SELECT FROM kaunta.event')).toHaveLength(ledger.links.last())
})

it('an older till says why where it cannot go on, and ships what waits once it is up to date', async () => {
  const { shop, upgrade, start } = await shopToUpgrade()
  await upgrade(breaking)
  const session = start()
  await session.until(() => session.session.state().fault === 'newer-schema')
  const lease = { msisdn: '255754001212', draftId: 'one', forMs: 1_000 }
  expect(await session.session.lease(lease, () => undefined)).toEqual({ state: 'not-asked' })
  // As an app that knows the second file would find it.
  await shop.ask('UPDATE kaunta.oldest_app SET version = 1')
  await session.shipped()
})

it('a newer till says that the database is older, until an administrator upgrades it', async () => {
  const { shop, till } = await shopToUpgrade()
  const connection = await shop.connect(till)
  const hello = await askHello(connection)
  await connection.close()
  expect(helloFault(hello, 'practice')).toBeNull()
  expect(helloFault({ ...hello, schema: schemaVersion - 1 }, 'practice')).toBe('older-schema')
})
