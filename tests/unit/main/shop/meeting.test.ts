import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestCall } from '../../../../electron/main/service'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { freshnessLimitsSchema, promptLifetimeMsSchema } from '../../../../shared/settings/timeouts'
import { link, shipped } from '../../../support/shop/links'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { newShopDatabase, type TestShop } from '../../../support/shop/shop-database'

const server = postgresForTests()
let shop: TestShop
let first: ShopConnection
let second: ShopConnection

beforeAll(async () => {
  shop = await newShopDatabase(server())
  first = await shop.connect(await shop.addTill('Counter 1'))
  second = await shop.connect(await shop.addTill('Counter 2'))
})
afterAll(async () => {
  await first.close()
  await second.close()
})

const phone = (number: number) => Buffer.from(`hash of ${number}`)
const lease = async (of: ShopConnection, number: number, sale: string, ms = 60_000) => {
  const [row] = await of.query('SELECT * FROM kaunta.lease($1, $2, $3)', [phone(number), sale, ms])
  return row
}
const release = (of: ShopConnection, number: number, sale: string) =>
  of.query('SELECT kaunta.release($1, $2)', [phone(number), sale])

describe('the lease of a phone number', () => {
  it("is one till's, and names it to the others", async () => {
    expect(await lease(first, 1, 'sale-1')).toMatchObject({ granted: true, holder: 'Counter 1' })
    expect(await lease(second, 1, 'sale-2')).toMatchObject({ granted: false, holder: 'Counter 1' })
  })

  it('is granted again to the sale that has it: the answer may have been lost', async () => {
    expect(await lease(first, 2, 'sale-1', 1_000)).toMatchObject({ granted: true })
    const again = await lease(first, 2, 'sale-1', 90_000)
    expect(again).toMatchObject({ granted: true })
    expect(Number(again?.left_ms)).toBeGreaterThan(60_000)
  })

  it('goes to the next sale of the same till, which judges its own prompts itself', async () => {
    await lease(first, 3, 'sale-1')
    expect(await lease(first, 3, 'sale-2')).toMatchObject({ granted: true })
    // The earlier sale has it no more.
    await release(first, 3, 'sale-1')
    expect(await lease(second, 3, 'sale-3')).toMatchObject({ granted: false, holder: 'Counter 1' })
  })

  it('is free once its sale released it, and not when another did', async () => {
    await lease(first, 4, 'sale-1')
    await release(second, 4, 'sale-1')
    await release(first, 4, 'sale-2')
    expect(await lease(second, 4, 'sale-2')).toMatchObject({ granted: false })
    await release(first, 4, 'sale-1')
    expect(await lease(second, 4, 'sale-2')).toMatchObject({ granted: true, holder: 'Counter 2' })
  })

  it('runs out by the clock of the database', async () => {
    await lease(first, 5, 'sale-1', 0)
    expect(await lease(second, 5, 'sale-2')).toMatchObject({ granted: true })
  })

  it('is held no longer than the settings of a till can ask for', async () => {
    const longest =
      (freshnessLimitsSchema.shape.aloneMs.maxValue ?? 0) +
      longestCall +
      (promptLifetimeMsSchema.maxValue ?? 0)
    const left = async (sale: string, ms: number | null) => {
      const [row] = await first.query('SELECT * FROM kaunta.lease($1, $2, $3)', [
        phone(7),
        sale,
        ms,
      ])
      return Number(row?.left_ms)
    }
    for (const asked of [longest, longest + 1_000, 86_400_000, 2_147_483_647, null]) {
      expect(await left(`sale-${asked}`, asked)).toBeLessThanOrEqual(longest)
      expect(await left(`sale-${asked}`, asked)).toBeGreaterThan(longest - 5_000)
    }
  })

  it("does not name another shop's till", async () => {
    await shop.addShop('elsewhere')
    const elsewhere = await shop.connect(await shop.addTill('Kiosk', 'elsewhere'))
    await lease(first, 6, 'sale-1')
    expect(await lease(elsewhere, 6, 'sale-2')).toMatchObject({ granted: false, holder: '' })
    await elsewhere.close()
  })

  it('has one winner of twenty that ask at once', async () => {
    const tills = await Promise.all(
      Array.from({ length: 20 }, async (_, number) =>
        shop.connect(await shop.addTill(`Race ${number}`)),
      ),
    )
    for (let race = 0; race < 25; race += 1) {
      const answers = await Promise.all(
        tills.map((till, number) => lease(till, 1_000 + race, `race-${race}-${number}`)),
      )
      expect(answers.filter(answer => answer?.granted)).toHaveLength(1)
      expect(new Set(answers.map(answer => answer?.holder)).size).toBe(1)
    }
    await Promise.all(tills.map(till => till.close()))
  })
})

const handOver = async (of: ShopConnection, reference: string, sale: string) => {
  const values = [reference, sale, 'Asha']
  const [row] = await of.query('SELECT * FROM kaunta.hand_over($1, $2, $3)', values)
  return row
}

describe('a machine that was replaced', () => {
  it('claims no hand-over and no phone, gives no lease of the new one back, and ships on', async () => {
    const { till, ...login } = await shop.addTill('Stolen')
    const stolen = await shop.connect(login)
    const next = await shop.connect(await shop.replaceTill(till))
    await lease(next, 8, 'sale-1')
    const replaced = { code: 'KA001' }
    await expect(handOver(stolen, 'R-9', 'sale-9')).rejects.toMatchObject(replaced)
    await expect(lease(stolen, 9, 'sale-9')).rejects.toMatchObject(replaced)
    await expect(release(stolen, 8, 'sale-1')).rejects.toMatchObject(replaced)
    expect(await shipped(stolen, [link(1)])).toEqual({ answer: 'taken', next: '2' })
    expect(await handOver(second, 'R-9', 'sale-2')).toMatchObject({ mine: true })
    expect(await lease(second, 8, 'sale-2')).toMatchObject({ granted: false, holder: 'Stolen' })
    await Promise.all([stolen.close(), next.close()])
  })
})

describe('a hand-over', () => {
  it('happens once a reference, across tills, and can be repeated by the same sale', async () => {
    expect(await handOver(first, 'R-1', 'sale-1')).toMatchObject({ mine: true })
    expect(await handOver(first, 'R-1', 'sale-1')).toMatchObject({ mine: true })
    expect(await handOver(second, 'R-1', 'sale-2')).toMatchObject({
      mine: false,
      till_name: 'Counter 1',
      person: 'Asha',
    })
    expect(await handOver(first, 'R-1', 'sale-3')).toMatchObject({ mine: false })
  })

  it('of a lost till is known to the machine in its place, which may not know it from the ledger', async () => {
    const { till, ...login } = await shop.addTill('Lost')
    const lost = await shop.connect(login)
    expect(await handOver(lost, 'R-2', 'sale-1')).toMatchObject({ mine: true })
    await lost.close()
    const next = await shop.connect(await shop.replaceTill(till))
    expect(await handOver(next, 'R-2', 'sale-1')).toMatchObject({
      mine: false,
      till_name: 'Lost',
      person: 'Asha',
    })
    await next.close()
  })
})

it("counts the tills that share an account's rate limit", async () => {
  const share = async (of: ShopConnection) =>
    Number((await of.query('SELECT kaunta.share() AS tills'))[0]?.tills)
  await shop.addShop('branch')
  await shop.addShop('another-merchant', 'another')
  const branch = await shop.connect(await shop.addTill('Branch', 'branch'))
  const alone = await shop.connect(await shop.addTill('Alone', 'another-merchant'))
  expect([await share(first), await share(second), await share(branch)]).toEqual([1, 2, 3])
  expect([await share(first), await share(alone)]).toEqual([3, 1])
  await shop.ask("UPDATE kaunta.active SET seen = seen - interval '3 minutes'")
  expect(await share(first)).toBe(1)
  await Promise.all([branch.close(), alone.close()])
})

it('hashes phone numbers with one key for each merchant account', async () => {
  const key = async (of: ShopConnection) =>
    (await of.query('SELECT kaunta.phone_key() AS key'))[0]?.key
  await shop.addShop('other-account', 'other account')
  const other = await shop.connect(await shop.addTill('Other', 'other-account'))
  expect(await key(first)).toEqual(await key(second))
  expect(await key(first)).not.toEqual(await key(other))
  await other.close()
})

describe('a callback', () => {
  it('becomes a hint for the till whose sale it is, and nothing for others', async () => {
    const { subject } = link(1)
    await shipped(first, [link(1)])
    const receiver = await shop.connect(await shop.addReader('receiver', 'duka'))
    const callback = async (sale: string) =>
      (await receiver.query('SELECT kaunta.callback($1) AS known', [sale]))[0]?.known
    expect([await callback(subject), await callback('another sale')]).toEqual([true, false])
    const [before] = await first.query('SELECT sale, number FROM kaunta.hint')
    await callback(subject)
    const after = await first.query('SELECT sale, number FROM kaunta.hint')
    expect(after).toHaveLength(1)
    expect(Number(after[0]?.number)).toBeGreaterThan(Number(before?.number))
    expect(await second.query('SELECT * FROM kaunta.hint')).toEqual([])
    await receiver.close()
  })
})

describe('the upkeep', () => {
  it("drops the partition of customers' data whose month is over", async () => {
    await shop.ask("SET ROLE kaunta_owner; SELECT kaunta.ensure_month('2020-05-17')")
    await shop.ask(
      `INSERT INTO kaunta.personal (arrived, till, epoch, sequence, shop, sale, phone_reversed, name, bodies)
       VALUES ('2020-05-17', 'old', 1, 1, 'duka', 'sale', '121', 'Asha', '{}')`,
    )
    expect(await first.query('SELECT * FROM kaunta.keep_house()')).toEqual([
      { keep_house: 'personal_2020_05' },
    ])
    expect(await first.query('SELECT * FROM kaunta.keep_house()')).toEqual([])
    expect(await shop.ask("SELECT to_regclass('kaunta.personal_2020_05') AS found")).toEqual([
      { found: null },
    ])
  })

  it('keeps the month that may still hold data within the time', async () => {
    const oldest = await shop.ask(
      "SELECT kaunta.month_of(clock_timestamp() - interval '24 months')::text AS month",
    )
    await shop.ask(
      `SET ROLE kaunta_owner; SELECT kaunta.ensure_month('${String(oldest[0]?.month)}')`,
    )
    expect(await first.query('SELECT * FROM kaunta.keep_house()')).toEqual([])
  })
})
