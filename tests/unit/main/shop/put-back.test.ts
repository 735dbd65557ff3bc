import { beforeAll, expect, it } from 'vitest'
import { fillLedger } from '../../../support/filled-ledger'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { sessionOn } from '../../../support/shop/session'
import {
  keepCopy,
  newShopDatabase,
  type TestShop,
  type TestTill,
} from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()
let shop: TestShop

beforeAll(async () => {
  shop = await newShopDatabase(server())
})

function ship({ ledger }: OpenedLedger, till: TestTill) {
  return sessionOn(shop, till, ledger.links).session
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await what())) {
    if (Date.now() > end) throw new Error('Not reached')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

it('a whole database that is put back from last week gets everything again, customers included', async () => {
  const till = await shop.addTill('Counter 1')
  const opened = ledgerIn(newFolder())
  fillLedger(opened.ledger, 20)
  const shipper = ship(opened, till)
  const stored = async (table: string) =>
    Number((await shop.ask(`SELECT count(*) AS rows FROM kaunta.${table}`))[0]?.rows)
  const newest = 'SELECT extract(epoch FROM max(arrived)) AS at FROM kaunta.event'
  const shippedLast = async () => Number((await shop.ask(newest))[0]?.at)
  await until(async () => (await stored('event')) === opened.ledger.links.last())
  // Last week's copy is a real one, of every table.
  const putBack = await keepCopy(server(), shop.address.database)
  fillLedger(opened.ledger, 30)
  shipper.wake()
  await until(async () => (await stored('event')) === opened.ledger.links.last())
  const [events, personal] = [await stored('event'), await stored('personal')]
  const before = await shippedLast()
  await putBack()
  shipper.wake()
  // By itself it may have begun before this asks.
  await until(async () => (await stored('event')) === events)
  expect(await shippedLast()).toBeGreaterThan(before)
  expect(await stored('personal')).toBe(personal)
  await until(() => shipper.state().fault === null && shipper.state().waiting === 0)
})
