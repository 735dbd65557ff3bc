import { beforeAll, describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../electron/main/platform/random'
import { longestCall } from '../../../../electron/main/service'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { askHello } from '../../../../electron/main/shop/hello'
import { endLogins } from '../../../../electron/main/shop/replace-till'
import { readShopDay } from '../../../../electron/main/shop/shop-day'
import { restoreLogins } from '../../../../scripts/shop-database/members'
import { freshnessLimitsSchema, promptLifetimeMsSchema } from '../../../../shared/settings/timeouts'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import {
  acceptedLink,
  beat,
  everything,
  handOver,
  link,
  paidLink,
  shipped,
} from '../../../support/shop/session'
import { newShopDatabase } from '../../../support/shop/shop-database'

const { server, shop, connected } = shopForTests()
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
  payment: string,
  ms: number | null = 60_000,
) => {
  const [row] = await of.query('SELECT * FROM kaunta.lease($1, $2, $3)', [
    phone(number),
    payment,
    ms,
  ])
  return row
}
const release = (of: ShopConnection, number: number, payment: string) =>
  of.query('SELECT kaunta.release($1, $2)', [phone(number), payment])

describe('the lease of a phone number', () => {
  it("is one till's, and names it to the others", async () => {
    expect(await lease(first, 1, 'payment-1')).toMatchObject({ granted: true, holder: 'Counter 1' })
    expect(await lease(second, 1, 'payment-2')).toMatchObject({
      granted: false,
      holder: 'Counter 1',
    })
  })

  it('is granted again to the payment that has it: the answer may have been lost', async () => {
    expect(await lease(first, 2, 'payment-1', 1_000)).toMatchObject({ granted: true })
    const again = await lease(first, 2, 'payment-1', 90_000)
    expect(again).toMatchObject({ granted: true })
    expect(Number(again?.left_ms)).toBeGreaterThan(60_000)
  })

  it('goes to the next payment of the same till, which judges its own prompts itself', async () => {
    await lease(first, 3, 'payment-1')
    expect(await lease(first, 3, 'payment-2')).toMatchObject({ granted: true })
    // The earlier payment has it no more.
    await release(first, 3, 'payment-1')
    expect(await lease(second, 3, 'payment-3')).toMatchObject({
      granted: false,
      holder: 'Counter 1',
    })
  })

  it('is free once its payment released it, and not when another did', async () => {
    await lease(first, 4, 'payment-1')
    await release(second, 4, 'payment-1')
    await release(first, 4, 'payment-2')
    expect(await lease(second, 4, 'payment-2')).toMatchObject({ granted: false })
    await release(first, 4, 'payment-1')
    expect(await lease(second, 4, 'payment-2')).toMatchObject({
      granted: true,
      holder: 'Counter 2',
    })
  })

  it('runs out by the clock of the database', async () => {
    await lease(first, 5, 'payment-1', 0)
    expect(await lease(second, 5, 'payment-2')).toMatchObject({ granted: true })
  })

  it('is held no longer than the settings of a till can ask for', async () => {
    const longest =
      (freshnessLimitsSchema.shape.aloneMs.maxValue ?? 0) +
      longestCall +
      (promptLifetimeMsSchema.maxValue ?? 0)
    const left = async (ms: number | null) =>
      Number((await lease(first, 7, `payment-${ms}`, ms))?.left_ms)
    for (const asked of [longest, longest + 1_000, 86_400_000, 2_147_483_647, null]) {
      expect(await left(asked)).toBeLessThanOrEqual(longest)
      expect(await left(asked)).toBeGreaterThan(longest - 5_000)
    }
  })

  it("does not name another shop's till", async () => {
    await shop.addShop('elsewhere')
    const elsewhere = await connected(await shop.addTill('Kiosk', 'elsewhere'))
    await lease(first, 6, 'payment-1')
    expect(await lease(elsewhere, 6, 'payment-2')).toMatchObject({ granted: false, holder: '' })
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
  return { ...login, connection, payment: paid.subject }
}

describe('a machine that was replaced', () => {
  it('ships a claim on a reference, and the till whose payment it is hands over all the same', async () => {
    const stolen = await tillWith('Planter', 'R-11')
    const honest = await tillWith('Honest', 'R-12')
    await shop.replaceTill(stolen.till)
    const planted = acceptedLink(2, 'R-12', { handedOver: 'Thief' })
    expect(await shipped(stolen.connection, [planted])).toMatchObject({ answer: 'taken' })
    const handed = await handOver(honest.connection, 'R-12', honest.payment)
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

  it('has none either where it was stolen after it was replaced as broken, and the present computer may go on', async () => {
    const { till, ...thief } = await shop.addTill('Twice')
    const honest = await shop.replaceTill(till)
    await server().asAdministrator(shop.address.database, client =>
      endLogins({ client, random: systemRandom }, till, 1),
    )
    await expect(shop.connect(thief)).rejects.toMatchObject({ code: '28000' })
    expect(await askHello(await connected(honest))).toMatchObject({ replaced: false })
    const { till: both, ...first } = await shop.addTill('Both')
    const second = await shop.replaceTill(both)
    const third = await shop.replaceTill(both, 'stolen')
    for (const gone of [first, second])
      await expect(shop.connect(gone)).rejects.toMatchObject({ code: '28000' })
    expect(await askHello(await connected(third))).toMatchObject({ replaced: false })
  })

  it('is made again from a copy by its name alone, whatever the copy says', async () => {
    const name = 'x" SUPERUSER LOGIN --'
    const verifier = "x' SUPERUSER --"
    const shops = await newShopDatabase(server())
    await shops.ask(
      "INSERT INTO kaunta.member (role, kind, shop, verifier) VALUES ($1, 'owner', 'duka', $2)",
      [name, verifier],
    )
    await server().asAdministrator(shops.address.database, async client => {
      expect(await restoreLogins({ client, random: systemRandom })).toEqual([name])
      const made = await client.query('SELECT rolsuper FROM pg_roles WHERE rolname = $1', [name])
      expect(made.rows).toEqual([{ rolsuper: false }])
      await client.query(`DROP ROLE ${client.escapeIdentifier(name)}`)
    })
  })

  it('of an owner is not made where a shop was mistyped', async () => {
    const roles = async () =>
      (await shop.ask("SELECT FROM pg_roles WHERE rolname LIKE 'kaunta_owner_%'")).length
    const before = await roles()
    await expect(shop.addReader('owner', 'duka', 'no such shop')).rejects.toMatchObject({
      code: '23503',
    })
    expect(await roles()).toBe(before)
  })
})

describe('a hand-over', () => {
  it('happens once a reference, across tills, and can be repeated by the same payment', async () => {
    const [one, other] = [await tillWith('H 1', 'R-1'), await tillWith('H 2', 'R-1')]
    for (let time = 0; time < 2; time += 1)
      expect(await handOver(one.connection, 'R-1', one.payment)).toMatchObject({
        answer: 'granted',
      })
    const had = { answer: 'handed-over', till_name: 'H 1', person: 'Asha' }
    expect(await handOver(other.connection, 'R-1', other.payment)).toMatchObject(had)
  })

  it('has one winner of ten that claim at once', async () => {
    const tills = await Promise.all(
      Array.from({ length: 10 }, (_, number) => tillWith(`Claim ${number}`, 'R-race')),
    )
    // None of them had it first.
    await shop.ask("UPDATE kaunta.payment SET referenced_at = now() WHERE reference = 'R-race'")
    const answers = await Promise.all(
      tills.map(({ connection, payment }) => handOver(connection, 'R-race', payment)),
    )
    expect(answers.filter(answer => answer?.answer === 'granted')).toHaveLength(1)
  })

  it('is refused for a reference that the till has not shipped, or that another till shipped first', async () => {
    expect(await handOver(first, 'R-made-up', 'payment-1')).toMatchObject({ answer: 'not-shipped' })
    const owner = await tillWith('Owner', 'R-3')
    expect(await handOver(first, 'R-3', owner.payment)).toMatchObject({ answer: 'not-shipped' })
    const copier = await tillWith('Copier', 'R-3')
    const owned = { answer: 'of-other-till', till_name: 'Owner' }
    expect(await handOver(copier.connection, 'R-3', copier.payment)).toMatchObject(owned)
    expect(await handOver(owner.connection, 'R-3', owner.payment)).toMatchObject({
      answer: 'granted',
    })
  })
})

describe('goods that were handed over twice while the database was away', () => {
  it('are both kept, and named on both tills and to the owner', async () => {
    const one = await tillWith('Twice 1', 'R-20', 'Asha')
    expect((await beat(one.connection))?.twice).toEqual([])
    const other = await tillWith('Twice 2', 'R-20', 'Juma')
    const named = { reference: 'R-20', payment: one.payment }
    expect((await beat(one.connection))?.twice).toMatchObject([
      { ...named, till: 'Twice 2', person: 'Juma' },
    ])
    expect((await beat(other.connection))?.twice).toMatchObject([
      { ...named, till: 'Twice 1', person: 'Asha' },
    ])
    const owner = await connected(await shop.addReader('owner', 'duka'))
    const { twice } = await readShopDay(owner, everything)
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
    const again = acceptedLink(2, 'R-21', { payment: 1, handedOver: 'Asha' })
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
  it('becomes a hint for the till whose payment it is, and nothing for others', async () => {
    const till = await shop.addTill('Called')
    const own = await connected(till)
    await shop.addShop('branch-2', 'merchant')
    const elsewhere = await shop.addTill('Called too', 'branch-2')
    const other = await connected(elsewhere)
    const mine = acceptedLink(1, 'R-29', { payment: 6 })
    const theirs = acceptedLink(1, 'R-30', { payment: 7 })
    await shipped(own, [mine])
    await shipped(other, [theirs])
    const receiver = await connected(await shop.addReader('receiver', 'duka', 'branch-2'))
    const rows = await receiver.query('SELECT * FROM kaunta.callback($1)', [
      [mine.subject, theirs.subject, 'another payment'],
    ])
    const channelOf = async (of: ShopConnection) => (await askHello(of)).channel
    expect(new Set(rows)).toEqual(
      new Set([
        { payment: mine.subject, channel: await channelOf(own) },
        { payment: theirs.subject, channel: await channelOf(other) },
      ]),
    )
    expect(await beat(own)).toMatchObject({ hints: [{ payment: mine.subject }] })
    expect(await beat(other)).toMatchObject({ hints: [{ payment: theirs.subject }] })
    expect(await beat(second)).toMatchObject({ hints: [] })
  })

  it('is repeated until one heartbeat after it, and not later', async () => {
    const own = await connected(await shop.addTill('Told'))
    const { subject } = acceptedLink(1, 'R-31', { payment: 8 })
    await shipped(own, [acceptedLink(1, 'R-31', { payment: 8 })])
    const receiver = await connected(await shop.addReader('receiver', 'duka'))
    await receiver.query('SELECT * FROM kaunta.callback($1)', [[subject]])
    const since = async (moment: Date) =>
      (await own.query('SELECT now, hints FROM kaunta.beat($1, false)', [moment]))[0]
    const { now } = (await since(new Date(0))) as { now: Date }
    const later = (ms: number) => new Date(now.getTime() + ms)
    // Another server's clock may be behind this one, as after a restore: nothing is missed.
    expect(await since(later(3_600_000))).toMatchObject({ hints: [{ payment: subject }] })
    await shop.ask("UPDATE kaunta.hint SET at = at - interval '20 seconds'")
    expect(await since(now)).toMatchObject({ hints: [] })
  })
})

describe('the upkeep', () => {
  /** Returns how many rows were deleted. */
  const tidy = async (of = first) => {
    let all = 0
    for (;;) {
      const deleted = Number((await of.query('SELECT kaunta.tidy() AS deleted'))[0]?.deleted)
      if (deleted === 0) return all
      all += deleted
    }
  }
  const again = async () => {
    await shop.ask("UPDATE kaunta.retention SET tidied = '-infinity'")
    return tidy()
  }
  const tables = ['event', 'personal', 'payment', 'entry']

  /** A till's payment that came three years ago. */
  async function oldTill(name: string, open: boolean) {
    const login = await shop.addTill(name)
    const connection = await connected(login)
    await shipped(connection, [paidLink(1, `R-${name}`)])
    for (const table of tables)
      await shop.ask(
        `UPDATE kaunta.${table} SET arrived = now() - interval '36 months' WHERE till = $1`,
        [login.till],
      )
    await shop.ask('UPDATE kaunta.payment SET open = $2 WHERE till = $1', [login.till, open])
    return { ...login, connection }
  }

  const rowsOf = (till: string) => {
    const ask = (table: string) => shop.ask(`SELECT FROM kaunta.${table} WHERE till = $1`, [till])
    return Promise.all(tables.map(async table => (await ask(table)).length))
  }

  it('deletes what is too old, and keeps what belongs to an open payment', async () => {
    const [closed, open] = [await oldTill('Closed', false), await oldTill('Open', true)]
    for (const { till } of [closed, open]) expect(await rowsOf(till)).toEqual([1, 1, 1, 1])
    expect(await again()).toBe(4)
    expect(await rowsOf(closed.till)).toEqual([0, 0, 0, 0])
    expect(await rowsOf(open.till)).toEqual([1, 1, 1, 1])
    expect(await again()).toBe(0)
  })

  it('deletes what is known of customers after the shortest time of the tills of their shop', async () => {
    await shop.addShop('short')
    const monthsAgo = async (months: number, of: string) => {
      const till = await shop.addTill(`${months} months`, of)
      const connection = await connected(till)
      await shipped(connection, [paidLink(1, `R-${of}-${months}`)])
      for (const table of tables)
        await shop.ask(
          `UPDATE kaunta.${table} SET arrived = now() - $2 * interval '1 month' WHERE till = $1`,
          [till.till, months],
        )
      await shop.ask('UPDATE kaunta.payment SET open = false WHERE till = $1', [till.till])
      return { ...till, connection }
    }
    const [recent, older] = [await monthsAgo(5, 'short'), await monthsAgo(7, 'short')]
    const elsewhere = await monthsAgo(8, 'duka')
    const keeps = (months: number | null) =>
      recent.connection.query('SELECT FROM kaunta.beat(now(), false, false, $1)', [{ months }])
    for (const months of [null, 12]) {
      await keeps(months)
      await again()
      expect(await rowsOf(older.till)).toEqual([1, 1, 1, 1])
    }
    await keeps(6)
    await again()
    // The payment, its money and its links without the customer stay as long as the shop database keeps them.
    expect(await rowsOf(older.till)).toEqual([1, 0, 1, 1])
    expect(await rowsOf(recent.till)).toEqual([1, 1, 1, 1])
    expect(await rowsOf(elsewhere.till)).toEqual([1, 1, 1, 1])
  })

  it('deletes what an old machine left open and the next one finished', async () => {
    const { till, connection } = await oldTill('Finished', true)
    await connected(await shop.replaceTill(till)).then(next =>
      shipped(next, [{ ...paidLink(2, 'R-Finished', { payment: 1 }), sequence: 2 }]),
    )
    await shop.ask(
      `UPDATE kaunta.payment SET open = false, arrived = now() - interval '36 months' WHERE till = $1 AND epoch = 2`,
      [till],
    )
    await again()
    expect((await rowsOf(till))[2]).toBe(0)
    await connection.close()
  })

  it('lets no number be stored twice, not after it was deleted either', async () => {
    const { till, connection } = await oldTill('Again', false)
    const repeated = () => shipped(connection, [paidLink(1, 'R-Again')], Buffer.alloc(0))
    expect(await repeated()).toEqual({ answer: 'taken', next: '2' })
    await again()
    expect(await repeated()).toEqual({ answer: 'taken', next: '2' })
    expect((await rowsOf(till))[0]).toBe(0)
    expect(await shipped(connection, [link(2)])).toEqual({ answer: 'taken', next: '3' })
  })

  it('is done once a day, by whichever till comes first', async () => {
    await again()
    await shop.ask("UPDATE kaunta.retention SET tidied = now() - interval '19 hours'")
    await oldTill('Daily', false)
    expect(await tidy(second)).toBe(0)
    expect(await again()).toBe(4)
  })

  it('deletes small batches, passes over rows in use, and waits for no lock', async () => {
    const many = await shop.addTill('Many')
    await shipped(await connected(many), [paidLink(1, 'R-Many')])
    await shop.ask(
      `INSERT INTO kaunta.personal SELECT now() - interval '36 months', till, epoch, n, shop, payment || n, phone_reversed,
         name, bodies, request FROM kaunta.personal, generate_series(2, 1302) AS n WHERE till = $1`,
      [many.till],
    )
    const left = () => shop.ask('SELECT FROM kaunta.personal WHERE till = $1', [many.till])
    await shop.ask("UPDATE kaunta.retention SET tidied = '-infinity'")
    await server().asAdministrator(shop.address.database, async client => {
      await client.query('BEGIN')
      await client.query(
        'SELECT FROM kaunta.personal WHERE till = $1 AND sequence = 2 FOR UPDATE',
        [many.till],
      )
      expect(await first.query('SELECT kaunta.tidy() AS deleted')).toEqual([{ deleted: 500 }])
      await tidy()
      expect(await left()).toHaveLength(2)
      await client.query('COMMIT')
      // As a change of the table does.
      await client.query('BEGIN; LOCK TABLE kaunta.personal')
      await shop.ask("UPDATE kaunta.retention SET tidied = '-infinity'")
      await expect(tidy()).rejects.toMatchObject({ code: '55P03' })
      await client.query('COMMIT')
    })
    await again()
    expect(await left()).toHaveLength(1)
  })

  it('and everything else goes on while the whole database is being copied', async () => {
    const till = await connected(await shop.addTill('Copying'))
    await oldTill('Copied', false)
    await server().asAdministrator(shop.address.database, async client => {
      // What pg_dump holds until it is done.
      await client.query('BEGIN')
      for (const table of [...tables, 'head', 'till', 'push_lease', 'hint'])
        await client.query(`LOCK TABLE kaunta.${table} IN ACCESS SHARE MODE`)
      expect(await again()).toBe(4)
      expect(await lease(till, 90, 'payment-1')).toMatchObject({ granted: true })
      expect(await shipped(till, [paidLink(1, 'R-Copying')])).toMatchObject({ answer: 'taken' })
      await client.query('COMMIT')
    })
  })
})
