import { beforeEach, expect, it } from 'vitest'
import { askHello, helloFault } from '../../../../electron/main/shop/hello'
import { applySchema, schemaVersion } from '../../../../electron/main/shop/schema'
import { fillLedger } from '../../../support/filled-ledger'
import { ledgerIn } from '../../../support/payments/ledger'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { sessionOn } from '../../../support/shop/session'
import {
  newShopDatabase,
  schemaFiles,
  type TestShop,
  type TestTill,
} from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()
let shop: TestShop
let till: TestTill

beforeEach(async () => {
  shop = await newShopDatabase(server())
  till = await shop.addTill('Counter 1')
})

/** A made-up second file: a column more, and a function more. */
const harmless = `SET LOCAL ROLE kaunta_owner;
ALTER TABLE kaunta.sale ADD COLUMN cashier text;
CREATE FUNCTION kaunta.new_question() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;
GRANT EXECUTE ON FUNCTION kaunta.new_question() TO kaunta_member;`

/** One that takes away what the first version uses. */
const breaking = `${harmless} UPDATE kaunta.oldest_app SET version = 2;`

const upgrade = (sql: string) =>
  server().asAdministrator(shop.address.database, client =>
    applySchema(client, [...schemaFiles, { number: 2, name: '0002-later.sql', sql }]),
  )

it('an older till goes on selling and shipping where a newer one brought the database up to date', async () => {
  const { ledger } = ledgerIn(newFolder())
  fillLedger(ledger, 3)
  const session = sessionOn(shop, till, ledger.links)
  await session.shipped()
  expect(await upgrade(harmless)).toEqual(['0002-later.sql'])
  fillLedger(ledger, 3)
  await session.shipped()
  const after = sessionOn(shop, till, ledger.links)
  await after.shipped()
  const [row] = await shop.ask('SELECT count(*) AS n FROM kaunta.event')
  expect(Number(row?.n)).toBe(ledger.links.last())
})

it('an older till says why where it cannot go on, and ships what waits once it is up to date', async () => {
  const { ledger } = ledgerIn(newFolder())
  fillLedger(ledger, 3)
  await upgrade(breaking)
  const session = sessionOn(shop, till, ledger.links)
  await session.until(() => session.session.state().fault === 'newer-schema')
  expect(await session.session.lease(lease, () => undefined)).toEqual({ state: 'not-asked' })
  // As an app that knows the second file would find it.
  await shop.ask('UPDATE kaunta.oldest_app SET version = 1')
  await session.shipped()
})

it('a newer till says that the database is older, until an administrator upgrades it', async () => {
  const connection = await shop.connect(till)
  const hello = await askHello(connection)
  await connection.close()
  expect(helloFault(hello, 'practice')).toBeNull()
  expect(helloFault({ ...hello, schema: schemaVersion - 1 }, 'practice')).toBe('older-schema')
})

const lease = { msisdn: '255754001212', draftId: 'one', forMs: 1_000 }
