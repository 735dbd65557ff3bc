import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { largestLink } from '../../../../electron/main/shop/batch'
import type { ShippingState } from '../../../../electron/main/shop/shipper'
import type { ShopSession } from '../../../../electron/main/shop/shop-session'
import { withMethods } from '../../../support/parts'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/sales'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { sessionOn } from '../../../support/shop/session'
import { newShopDatabase, type TestShop, type TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()
let shop: TestShop
let till: TestTill
let tills = 0

beforeAll(async () => {
  shop = await newShopDatabase(server())
})
beforeEach(async () => {
  tills += 1
  till = await shop.addTill(`Counter ${tills}`)
})

interface Shipping {
  shipper: ShopSession
  lost: number[]
  tooLarge: number[]
  /** Waits until the state is as asked. */
  until: (asked: (state: ShippingState) => unknown) => Promise<ShippingState>
}

function ship(
  opened: OpenedLedger,
  of: Pick<TestTill, 'role' | 'password'> = till,
  links = opened.ledger.links,
): Shipping {
  const { session, lost, tooLarge, until } = sessionOn(shop, of, links)
  return {
    ...{ shipper: session, lost, tooLarge },
    async until(asked) {
      await until(() => asked(session.state()))
      return session.state()
    },
  }
}

const isShipped = (state: ShippingState) => state.waiting === 0 && state.shippedAt !== null

function sell(opened: OpenedLedger, sales = 1): void {
  for (let sale = 0; sale < sales; sale += 1) {
    const { id } = opened.ledger.record(systemRandom.saleId(morning), recorded(), {
      body: '{"amount":15000}',
    })
    opened.ledger.append(id, samples['attempt-started'])
    opened.ledger.append(id, samples.accepted)
  }
}

const stored = async (of: TestTill = till) =>
  Number(
    (await shop.ask('SELECT count(*) AS rows FROM kaunta.event WHERE till = $1', [of.till]))[0]
      ?.rows,
  )

describe('a ledger', () => {
  it('is shipped with what came before, and with what comes then', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened, 3)
    const { shipper, until } = ship(opened)
    await until(isShipped)
    expect(await stored()).toBe(9)
    sell(opened)
    shipper.wake()
    await until(async () => (await stored()) === 12)
    await until(isShipped)
  })

  it('is shipped in many batches, each link once', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened, 120)
    const { until } = ship(opened)
    await until(isShipped)
    const rows = await shop.ask(
      'SELECT count(*) AS rows, min(sequence) AS first, max(sequence) AS last FROM kaunta.event WHERE till = $1',
      [till.till],
    )
    expect(rows).toEqual([{ rows: '360', first: '1', last: '360' }])
    const sales = await shop.ask('SELECT DISTINCT status FROM kaunta.sale WHERE till = $1', [
      till.till,
    ])
    expect(sales).toEqual([{ status: 'waitingForCustomer' }])
  })

  it('goes on after the server was killed and started again', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened, 5)
    const { shipper, until } = ship(opened)
    await until(isShipped)
    await server().kill()
    sell(opened, 5)
    shipper.wake()
    await until(({ fault, waiting }) => fault === 'unreachable' && waiting === 15)
    await server().start()
    await until(state => isShipped(state) && state.fault === null)
    expect(await stored()).toBe(30)
  })

  it('is shipped again from where a database that was put back ends', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened, 4)
    const { lost, until } = ship(opened)
    await until(isShipped)
    expect(lost).toEqual([])
    const [head] = await shop.ask(
      'SELECT link, digest FROM kaunta.event WHERE till = $1 AND sequence = 5',
      [till.till],
    )
    await shop.ask('DELETE FROM kaunta.event WHERE till = $1 AND sequence > 5', [till.till])
    await shop.ask('UPDATE kaunta.head SET sequence = 5, link = $2, digest = $3 WHERE till = $1', [
      till.till,
      head?.link,
      head?.digest,
    ])
    // Nothing is sold meanwhile: the next beat notices.
    await until(() => lost.length > 0)
    await until(isShipped)
    expect(await stored()).toBe(12)
    expect(lost).toEqual([7])
  })

  it('goes on behind an entry that is larger than the database takes, which goes without its content', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened, 2)
    const { links } = opened.ledger
    const large = Buffer.alloc(largestLink.bodies + 1)
    const read: typeof links.read = page =>
      links.read(page).map(link => (link.sequence === 2 ? { ...link, bodies: [large] } : link))
    const { tooLarge, until } = ship(opened, till, withMethods(links, { read }))
    await until(isShipped)
    expect(tooLarge).toEqual([2])
    const rows = await shop.ask(
      'SELECT sequence, cardinality(bodies) AS bodies FROM kaunta.event WHERE till = $1 ORDER BY 1',
      [till.till],
    )
    expect(rows.map(({ bodies }) => bodies)).toEqual([1, 0, 1, 1, 1, 1])
  })

  it('is not shipped to a shop of another kind', async () => {
    await shop.ask("UPDATE kaunta.shop SET mode = 'production'")
    const opened = ledgerIn(newFolder())
    sell(opened)
    const { until } = ship(opened)
    await until(({ fault }) => fault === 'other-mode')
    const shipped = await stored()
    await shop.ask("UPDATE kaunta.shop SET mode = 'practice'")
    expect(shipped).toBe(0)
  })

  it('waits where the password is wrong, and says which of them is', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened)
    const { until } = ship(opened, { ...till, password: 'another' })
    expect((await until(({ fault }) => fault !== null)).fault).toBe('wrong-password')
  })
})
