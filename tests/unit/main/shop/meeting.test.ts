import { beforeAll, describe, expect, it } from 'vitest'
import { longestCall } from '../../../../electron/main/service'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { askHello } from '../../../../electron/main/shop/hello'
import { readShopDay } from '../../../../electron/main/shop/shop-day'
import { freshnessLimitsSchema, promptLifetimeMsSchema } from '../../../../shared/settings/timeouts'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import {
  acceptedLink,
  beat,
  handOver,
  link,
  paidLink,
  shipped,
} from '../../../support/shop/session'

const { shop, connected } = shopForTests()
let first: ShopConnection
let second: ShopConnection

beforeAll(async () => {
  first = await shop.connect(await shop.addTill('Counter 1'))
  second = await shop.connect(await shop.addTill('Counter 2'))
  return () => Promise.all([first.close(), second.close()])
})

const phone = (number: number) => Buffer.from(`hash of ${number}`)
const lease = async (
  of: ShopConnection,
  number: number,
  sale: string,
  ms: number | null = 60_000,
) => {
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
    const left = async (ms: number | null) =>
      Number((await lease(first, 7, `sale-${ms}`, ms))?.left_ms)
    for (const asked of [longest, longest + 1_000, 86_400_000, 2_147_483_647, null]) {
      expect(await left(asked)).toBeLessThanOrEqual(longest)
      expect(await left(asked)).toBeGreaterThan(longest - 5_000)
    }
  })

  it("does not name another shop's till", async () => {
    await shop.addShop('elsewhere')
    const elsewhere = await connected(await shop.addTill('Kiosk', 'elsewhere'))
    await lease(first, 6, 'sale-1')
    expect(await lease(elsewhere, 6, 'sale-2')).toMatchObject({ granted: false, holder: '' })
  })

  it('has one winner of twenty that ask at once', async () => {
    const tills = await Promise.all(
      Array.from({ length: 20 }, async (_, number) =>
        connected(await shop.addTill(`Race ${number}`)),
      ),
    )
    for (let race = 0; race < 25; race += 1) {
      const answers = await Promise.all(
        tills.map((till, number) => lease(till, 1_000 + race, `race-${race}-${number}`)),
      )
      expect(answers.filter(answer => answer?.granted)).toHaveLength(1)
      expect(new Set(answers.map(answer => answer?.holder)).size).toBe(1)
    }
  })
})

/** A new till, which has shipped a payment of this reference. */
async function tillWith(name: string, reference: string, handedOver: string | null = null) {
  const login = await shop.addTill(name)
  const connection = await connected(login)
  const paid = acceptedLink(1, reference, { handedOver })
  expect(await shipped(connection, [paid])).toMatchObject({ answer: 'taken' })
  return { ...login, connection, sale: paid.subject }
}

describe('a machine that was replaced', () => {
  it('ships a claim on a reference, and the till whose payment it is hands over all the same', async () => {
    const stolen = await tillWith('Planter', 'R-11')
    const honest = await tillWith('Honest', 'R-12')
    await shop.replaceTill(stolen.till)
    const planted = acceptedLink(2, 'R-12', { handedOver: 'Thief' })
    expect(await shipped(stolen.connection, [planted])).toMatchObject({ answer: 'taken' })
    const handed = await handOver(honest.connection, 'R-12', honest.sale)
    expect(handed).toMatchObject({ answer: 'granted' })
  })

  it('has no login any more where it was stolen, and its sessions end', async () => {
    const { till, ...login } = await shop.addTill('Gone')
    const session = await shop.connect(login)
    const ended = new Promise<void>(resolve => session.onEnd(resolve))
    const next = await connected(await shop.replaceTill(till, 'stolen'))
    await ended
    await expect(shop.connect(login)).rejects.toMatchObject({ code: '28000' })
    expect(await askHello(next)).toMatchObject({ oldEnded: true })
    const broken = await shop.addTill('Broken')
    const after = await connected(await shop.replaceTill(broken.till))
    expect(await askHello(after)).toMatchObject({ oldEnded: false })
  })
})

describe('a hand-over', () => {
  it('happens once a reference, across tills, and can be repeated by the same sale', async () => {
    const [one, other] = [await tillWith('H 1', 'R-1'), await tillWith('H 2', 'R-1')]
    for (let time = 0; time < 2; time += 1)
      expect(await handOver(one.connection, 'R-1', one.sale)).toMatchObject({ answer: 'granted' })
    const had = { answer: 'handed-over', till_name: 'H 1', person: 'Asha' }
    expect(await handOver(other.connection, 'R-1', other.sale)).toMatchObject(had)
  })

  it('has one winner of ten that claim at once', async () => {
    const tills = await Promise.all(
      Array.from({ length: 10 }, (_, number) => tillWith(`Claim ${number}`, 'R-race')),
    )
    // None of them had it first.
    await shop.ask("UPDATE kaunta.sale SET referenced_at = now() WHERE reference = 'R-race'")
    const answers = await Promise.all(
      tills.map(({ connection, sale }) => handOver(connection, 'R-race', sale)),
    )
    expect(answers.filter(answer => answer?.answer === 'granted')).toHaveLength(1)
  })

  it('is refused for a reference that the till has not shipped, or that another till shipped first', async () => {
    expect(await handOver(first, 'R-made-up', 'sale-1')).toMatchObject({ answer: 'not-shipped' })
    const owner = await tillWith('Owner', 'R-3')
    expect(await handOver(first, 'R-3', owner.sale)).toMatchObject({ answer: 'not-shipped' })
    const copier = await tillWith('Copier', 'R-3')
    const owned = { answer: 'of-other-till', till_name: 'Owner' }
    expect(await handOver(copier.connection, 'R-3', copier.sale)).toMatchObject(owned)
    expect(await handOver(owner.connection, 'R-3', owner.sale)).toMatchObject({ answer: 'granted' })
  })
})

describe('goods that were handed over twice while the database was away', () => {
  it('are both kept, and named on both tills and to the owner', async () => {
    const one = await tillWith('Twice 1', 'R-20', 'Asha')
    expect((await beat(one.connection))?.twice).toEqual([])
    const other = await tillWith('Twice 2', 'R-20', 'Juma')
    const named = { reference: 'R-20', sale: one.sale }
    expect((await beat(one.connection))?.twice).toMatchObject([
      { ...named, till: 'Twice 2', person: 'Juma' },
    ])
    expect((await beat(other.connection))?.twice).toMatchObject([
      { ...named, till: 'Twice 1', person: 'Asha' },
    ])
    const owner = await connected(await shop.addReader('owner', 'duka'))
    const { twice } = await readShopDay(owner, 0)
    expect(twice.filter(({ reference }) => reference === 'R-20')).toMatchObject([
      { here: 'Twice 1', till: 'Twice 2', person: 'Juma' },
      { here: 'Twice 2', till: 'Twice 1', person: 'Asha' },
    ])
  })

  it('are named once, however often both are shipped, and at once by two', async () => {
    const tills = await Promise.all(['Both 1', 'Both 2'].map(name => shop.addTill(name)))
    const connections = await Promise.all(tills.map(connected))
    const paid = acceptedLink(1, 'R-21', { handedOver: 'Asha' })
    await Promise.all(connections.map(of => shipped(of, [paid])))
    const again = acceptedLink(2, 'R-21', { sale: 1, handedOver: 'Asha' })
    await Promise.all(connections.map(of => shipped(of, [again])))
    for (const of of connections) expect((await beat(of))?.twice).toHaveLength(1)
  })
})

it("keeps the count of the tills that use an account's rate limit, and counts once a minute", async () => {
  const share = async (of: ShopConnection, busy = true) => {
    await of.query('SELECT kaunta.phone_key()')
    return Number((await beat(of, busy))?.tills)
  }
  const minuteAgo = () =>
    shop.ask("UPDATE kaunta.account SET counted = counted - interval '61 seconds'")
  await shop.addShop('branch', 'counted')
  await shop.addShop('another-merchant', 'another')
  const tills = await Promise.all(
    ['C 1', 'C 2', 'C 3'].map(async name => connected(await shop.addTill(name, 'branch'))),
  )
  const [one, two, three] = tills as [ShopConnection, ShopConnection, ShopConnection]
  const alone = await connected(await shop.addTill('Alone', 'another-merchant'))
  expect([await share(one), await share(two), await share(three)]).toEqual([1, 1, 1])
  await minuteAgo()
  expect([await share(one), await share(two, false), await share(alone)]).toEqual([3, 3, 1])
  await shop.ask("UPDATE kaunta.active SET seen = seen - interval '3 minutes'")
  await minuteAgo()
  expect(await share(one)).toBe(1)
})

it('hashes phone numbers with one key for each merchant account', async () => {
  const key = async (of: ShopConnection) =>
    (await of.query('SELECT kaunta.phone_key() AS key'))[0]?.key
  await shop.addShop('other-account', 'other account')
  const other = await connected(await shop.addTill('Other', 'other-account'))
  expect(await key(first)).toEqual(await key(second))
  expect(await key(first)).not.toEqual(await key(other))
})

describe('a callback', () => {
  it('becomes a hint for the till whose sale it is, and nothing for others', async () => {
    const till = await shop.addTill('Called')
    const own = await connected(till)
    await shop.addShop('branch-2', 'merchant')
    const elsewhere = await shop.addTill('Called too', 'branch-2')
    const other = await connected(elsewhere)
    const mine = acceptedLink(1, 'R-29', { sale: 6 })
    const theirs = acceptedLink(1, 'R-30', { sale: 7 })
    await shipped(own, [mine])
    await shipped(other, [theirs])
    const receiver = await connected(await shop.addReader('receiver', 'duka', 'branch-2'))
    const rows = await receiver.query('SELECT * FROM kaunta.callback($1)', [
      [mine.subject, theirs.subject, 'another sale'],
    ])
    expect(new Set(rows)).toEqual(
      new Set([
        { sale: mine.subject, till: till.till, shop: 'duka' },
        { sale: theirs.subject, till: elsewhere.till, shop: 'branch-2' },
      ]),
    )
    expect(await beat(own)).toMatchObject({ hints: [mine.subject] })
    expect(await beat(other)).toMatchObject({ hints: [theirs.subject] })
    expect(await beat(second)).toMatchObject({ hints: [] })
  })

  it('is told again until a beat after it, and not later', async () => {
    const own = await connected(await shop.addTill('Told'))
    const { subject } = acceptedLink(1, 'R-31', { sale: 8 })
    await shipped(own, [acceptedLink(1, 'R-31', { sale: 8 })])
    const receiver = await connected(await shop.addReader('receiver', 'duka'))
    await receiver.query('SELECT * FROM kaunta.callback($1)', [[subject]])
    const since = async (moment: Date) =>
      (await own.query('SELECT now, hints FROM kaunta.beat($1, false)', [moment]))[0]
    const { now } = (await since(new Date(0))) as { now: Date }
    const later = (ms: number) => new Date(now.getTime() + ms)
    // Another server's clock may be behind this one, as after a restore: nothing is missed.
    expect(await since(later(3_600_000))).toMatchObject({ hints: [subject] })
    await shop.ask("UPDATE kaunta.hint SET at = at - interval '20 seconds'")
    expect(await since(now)).toMatchObject({ hints: [] })
  })
})

describe('the upkeep', () => {
  const tidy = async () => {
    await shop.ask("UPDATE kaunta.retention SET tidied = '-infinity'")
    return (await first.query('SELECT * FROM kaunta.tidy() AS old')).map(({ old }) => old)
  }
  const months = ['event', 'personal', 'sale']

  /** A till's payment that came three years ago. */
  async function oldTill(name: string, open: boolean) {
    const login = await shop.addTill(name)
    const connection = await connected(login)
    await shipped(connection, [acceptedLink(1, `R-${name}`)])
    for (const table of months) {
      const month = "kaunta.month_of(now() - interval '36 months')"
      await shop.ask(`SELECT kaunta.ensure_month('${table}', ${month})`)
      const [moment, isOpen] =
        table === 'sale' ? ['recorded_at', `, open = ${open}`] : ['arrived', '']
      await shop.ask(
        `UPDATE kaunta.${table} SET ${moment} = now() - interval '36 months' ${isOpen} WHERE till = $1`,
        [login.till],
      )
    }
    return { ...login, connection }
  }

  const rowsOf = (till: string) => {
    const ask = (table: string) => shop.ask(`SELECT FROM kaunta.${table} WHERE till = $1`, [till])
    return Promise.all(months.map(async table => (await ask(table)).length))
  }

  it('drops whole months whose time is over, and keeps what belongs to an open payment', async () => {
    const [closed, open] = [await oldTill('Closed', false), await oldTill('Open', true)]
    for (const { till } of [closed, open]) expect(await rowsOf(till)).toEqual([1, 1, 1])
    const dropped = await tidy()
    expect(dropped.map(name => String(name).replace(/_\d{4}_\d\d$/, ''))).toEqual(months)
    for (const name of dropped)
      expect(await shop.ask(`SELECT to_regclass('kaunta.${name}') AS found`)).toEqual([
        { found: null },
      ])
    expect(await rowsOf(closed.till)).toEqual([0, 0, 0])
    expect(await rowsOf(open.till)).toEqual([1, 1, 1])
    expect(await tidy()).toEqual([])
  })

  it('lets no number be stored twice: not in another month, and not after its month was dropped', async () => {
    const { till, connection } = await oldTill('Again', false)
    const again = () => shipped(connection, [acceptedLink(1, 'R-Again')], Buffer.alloc(0))
    expect(await again()).toEqual({ answer: 'taken', next: '2' })
    await tidy()
    expect(await again()).toEqual({ answer: 'taken', next: '2' })
    expect((await rowsOf(till))[0]).toBe(0)
    expect(await shipped(connection, [link(2)])).toEqual({ answer: 'taken', next: '3' })
  })

  it('is done once a day, by whichever till comes first', async () => {
    await tidy()
    await shop.ask("UPDATE kaunta.retention SET tidied = now() - interval '19 hours'")
    await oldTill('Daily', false)
    expect(await second.query('SELECT * FROM kaunta.tidy()')).toEqual([])
    expect(await tidy()).toHaveLength(3)
  })

  it('finds the sales of a wrong clock a place, and moves them once their month is there', async () => {
    const till = await shop.addTill('Ahead')
    const connection = await connected(till)
    const recordedAt = Date.now() + 200 * 86_400_000
    const ahead = (sequence: number) => {
      const paid = paidLink(sequence, 'R-ahead', { sale: 1 })
      return { ...paid, payment: { ...paid.payment, recordedAt } }
    }
    await shipped(connection, [ahead(1)])
    const place = async () => {
      const text = 'SELECT tableoid::regclass::text AS place FROM kaunta.sale WHERE till = $1'
      return String((await shop.ask(text, [till.till]))[0]?.place)
    }
    expect(await place()).toBe('kaunta.sale_other')
    await shop.ask(
      "SELECT kaunta.ensure_month('sale', kaunta.month_of(recorded_at)) FROM kaunta.sale WHERE till = $1",
      [till.till],
    )
    expect(await place()).toMatch(/^kaunta\.sale_\d{4}_\d\d$/)
    await shipped(connection, [ahead(2)])
    expect((await rowsOf(till.till))[2]).toBe(1)
  })
})
