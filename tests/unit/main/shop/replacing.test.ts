import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { encodeBatch } from '../../../../electron/main/shop/batch'
import { askHello } from '../../../../electron/main/shop/hello'
import type { Login } from '../../../../electron/main/shop/members'
import { searchOtherTills } from '../../../../electron/main/shop/other-tills'
import { readShopDay } from '../../../../electron/main/shop/shop-day'
import type { ShippedLink } from '../../../../electron/main/store/ledger/hash-chain/shipped-links'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import {
  acceptedLink,
  beat,
  everything,
  handOver,
  paidLink,
  shipped,
} from '../../../support/shop/session'
import type { TestTill } from '../../../support/shop/shop-database'

const { server, shop, newTill, connected } = shopForTests()

/** A till's role at psql, with transactions as it likes them. */
const atPsql = <T>(login: Login, work: (client: Client) => Promise<T>): Promise<T> =>
  server().connectedAs(login, shop.address.database, work)

const ship = (client: Client, links: readonly ShippedLink[], prior: Buffer = Buffer.alloc(0)) =>
  client.query('SELECT answer FROM kaunta.ship($1)', [encodeBatch(links, prior).json])

/** Waits until a statement waits for another transaction. */
async function blocked(part: string): Promise<void> {
  const waiting = () =>
    shop.ask(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND pid <> pg_backend_pid()",
      [`%${part}%`],
    )
  const end = Date.now() + 15_000
  while ((await waiting()).length === 0) {
    if (Date.now() > end) throw new Error(`${part} waits for nothing`)
    await delay(10)
  }
}

const lateOf = async ({ till }: TestTill) => {
  const text = 'SELECT sequence, late FROM kaunta.payment WHERE till = $1 ORDER BY sequence'
  return (await shop.ask(text, [till])).map(({ sequence, late }) => [Number(sequence), late])
}

describe('a till that is replaced while it ships', () => {
  it.each([
    ['its first batch', []],
    ['a later batch', [acceptedLink(1, 'R-1')]],
  ])('is replaced behind %s: the new machine has it, and none is late', async (_what, before) => {
    const till = await newTill()
    const next = await atPsql(till, async client => {
      if (before.length > 0) await ship(client, before)
      const { rows } = await client.query('SELECT digest FROM kaunta.hello()')
      await client.query('BEGIN')
      await ship(client, [acceptedLink(before.length + 1, 'R-2')], rows[0]?.digest)
      const replacing = shop.replaceTill(till.till)
      await blocked('replace_till')
      await client.query('COMMIT')
      return replacing
    })
    const { shipped: head } = await askHello(await connected(next))
    expect(head.sequence).toBe(before.length + 1)
    expect((await lateOf(till)).map(([, late]) => late)).toEqual(Array(head.sequence).fill(false))
  })

  it('ships late what it began to ship before the new machine was there', async () => {
    const till = await newTill()
    const connection = await connected(till)
    await shipped(connection, [acceptedLink(1, 'R-3')])
    await server().asAdministrator(shop.address.database, async client => {
      await client.query('BEGIN')
      await client.query('SELECT kaunta.replace_till($1)', [till.till])
      const shipping = shipped(connection, [acceptedLink(2, 'R-4')])
      await blocked('kaunta.ship')
      await client.query('COMMIT')
      expect(await shipping).toEqual({ answer: 'taken', next: '3' })
    })
    expect(await lateOf(till)).toEqual([
      [1, false],
      [2, true],
    ])
  })

  it('cannot hold up its replacement where it was stolen, and what it had not committed is gone', async () => {
    const till = await newTill()
    await shipped(await connected(till), [acceptedLink(1, 'R-5')])
    const thief = await shop.connect(till)
    const ended = new Promise<void>(resolve => thief.onEnd(resolve))
    const { digest } = (await askHello(thief)).shipped
    await thief.query('SET idle_in_transaction_session_timeout = 0')
    await thief.query('BEGIN')
    const { json } = encodeBatch([acceptedLink(2, 'R-6')], digest)
    await thief.query('SELECT kaunta.ship($1)', [json])
    const next = await connected(await shop.replaceTill(till.till, 'stolen'))
    await ended
    expect((await askHello(next)).shipped.sequence).toBe(1)
    expect(await lateOf(till)).toEqual([[1, false]])
  })
})

it.each(['REPEATABLE READ', 'SERIALIZABLE'])(
  'a till is asked nothing in a %s transaction, which would not see that it was replaced',
  async level => {
    const till = await newTill()
    const paid = acceptedLink(1, `R-${level}`)
    await shipped(await connected(till), [paid])
    await atPsql(till, async client => {
      for (const statement of [
        "SELECT * FROM kaunta.ship('[]')",
        "SELECT * FROM kaunta.lease('\\x01', 'payment', 1000)",
        "SELECT kaunta.release('\\x01', 'payment')",
        'SELECT kaunta.phone_key()',
        "SELECT kaunta.adopt('\\x01', 2)",
        `SELECT * FROM kaunta.hand_over('R-${level}', '${paid.subject}', '', '{}')`,
        'SELECT * FROM kaunta.beat(now(), true)',
        'SELECT * FROM kaunta.hello()',
      ]) {
        await client.query(`BEGIN ISOLATION LEVEL ${level}`)
        await client.query('SELECT count(*) FROM kaunta.till')
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '25000' })
        await client.query('ROLLBACK')
      }
    })
  },
)

it("a till's role asks in read committed transactions, whatever the server's own default is", async () => {
  await shop.ask(
    `ALTER DATABASE ${shop.address.database} SET default_transaction_isolation = 'serializable'`,
  )
  const connection = await connected(await newTill())
  await shop.ask(`ALTER DATABASE ${shop.address.database} RESET default_transaction_isolation`)
  expect(await connection.query('SHOW transaction_isolation')).toEqual([
    { transaction_isolation: 'read committed' },
  ])
  expect(await shipped(connection, [])).toEqual({ answer: 'taken', next: '1' })
})

describe('what a machine says after it was replaced', () => {
  it('changes nothing of what it said before: the new machine claims, and the owner counts', async () => {
    const till = await newTill('Replaced')
    const old = await connected(till)
    const paid = paidLink(1, 'R-20')
    await shipped(old, [paid])
    const next = await connected(await shop.replaceTill(till.till))
    const payment = {
      ...paid.payment,
      reference: 'R-other',
      phase: 'unknown' as const,
      outcome: null,
    }
    await shipped(old, [{ ...paidLink(2, 'R-other', { payment: 1 }), payment: payment }])
    const owner = await connected(await shop.addReader('owner', 'duka'))
    const blocksOf = async () =>
      (await readShopDay(owner, everything)).currencies[0]?.tills.find(({ id }) => id === till.till)
        ?.blocks
    expect(await blocksOf()).toMatchObject({
      confirmed: { sales: 1, amount: 15_000 },
      unknown: { sales: 0 },
    })
    const other = await connected(await newTill())
    const found = await searchOtherTills(other, {
      text: 'R-20',
      limit: 5,
      place: { country: 'TZ', currency: 'TZS' },
    })
    expect(found).toMatchObject([{ till: { id: till.till }, isReplaced: false }])
    // Nor does a later one of the same id hide it.
    const later = { ...payment, reference: 'R-20', recordedAt: Date.now() }
    await shipped(old, [{ ...paidLink(3, 'R-20', { payment: 1 }), payment: later }])
    expect(
      await searchOtherTills(other, {
        text: 'R-20',
        limit: 5,
        place: { country: 'TZ', currency: 'TZS' },
      }),
    ).toMatchObject([{ payment: { outcome: 'paid' }, isReplaced: false }])
    expect(await handOver(next, 'R-20', paid.subject)).toMatchObject({ answer: 'granted' })
  })

  it('takes no hand-over back that it claimed before', async () => {
    const till = await newTill('Claimed')
    const old = await connected(till)
    const paid = paidLink(1, 'R-21')
    await shipped(old, [paid])
    expect(await handOver(old, 'R-21', paid.subject)).toMatchObject({ answer: 'granted' })
    const next = await connected(await shop.replaceTill(till.till))
    await shipped(old, [acceptedLink(2, 'R-none', { payment: 1 })])
    const known = { answer: 'handed-over', till_name: expect.stringMatching(/^Claimed/) }
    expect(await handOver(next, 'R-21', paid.subject)).toMatchObject({ ...known, person: 'Asha' })
  })

  it('handed the goods of a sale over, by whichever of its payments the new machine asks', async () => {
    const till = await newTill('Of two payments')
    const old = await connected(till)
    const [first, second] = [acceptedLink(1, 'R-71'), acceptedLink(2, 'R-72', { payment: 2 })]
    await shipped(old, [first, second])
    const ofSale = ['R-72', 'R-71']
    const granted = { answer: 'granted' }
    expect(await handOver(old, 'R-71', first.subject, ofSale)).toMatchObject(granted)
    // Its own ledger says whether they went: a power cut may have ended that press.
    expect(await handOver(old, 'R-72', second.subject, ofSale)).toMatchObject(granted)
    const another = await newTill('Of one payment')
    const one = await connected(another)
    const [its, other] = [acceptedLink(1, 'R-73'), acceptedLink(2, 'R-74', { payment: 2 })]
    await shipped(one, [its, other])
    expect(await handOver(one, 'R-73', its.subject)).toMatchObject(granted)
    const next = await connected(await shop.replaceTill(another.till))
    expect(await handOver(next, 'R-74', other.subject, ['R-73', 'R-74'])).toMatchObject({
      ...{ answer: 'handed-over', person: 'Asha' },
    })
    expect(await handOver(next, 'R-74', other.subject)).toMatchObject(granted)
  })

  it('of a payment that the new machine does not have is found, and said to be that', async () => {
    const till = await newTill('Broken')
    const old = await connected(till)
    await shop.replaceTill(till.till)
    await shipped(old, [paidLink(1, 'R-22')])
    const other = await connected(await newTill())
    expect(
      await searchOtherTills(other, {
        text: 'R-22',
        limit: 5,
        place: { country: 'TZ', currency: 'TZS' },
      }),
    ).toMatchObject([{ till: { id: till.till }, isReplaced: true }])
  })

  it('of goods that it handed over is named, also where it had shipped no reference before', async () => {
    const till = await newTill('Twice')
    const old = await connected(till)
    const begun = paidLink(1, 'R-23')
    await shipped(old, [{ ...begun, payment: { ...begun.payment, reference: null } }])
    const next = await connected(await shop.replaceTill(till.till))
    await shipped(next, [{ ...paidLink(2, 'R-23', { payment: 1 }), sequence: 2 }])
    expect(await handOver(next, 'R-23', begun.subject)).toMatchObject({ answer: 'granted' })
    await shipped(old, [paidLink(2, 'R-23', { payment: 1, handedOver: 'Juma' })])
    const named = { reference: 'R-23', till: expect.stringMatching(/^Twice/), person: 'Juma' }
    expect((await beat(next))?.twice).toMatchObject([named])
  })
})

it('a machine that was replaced does no upkeep', async () => {
  const till = await newTill()
  const [old, next] = [await connected(till), await connected(await shop.replaceTill(till.till))]
  await shop.ask("UPDATE kaunta.retention SET tidied = '-infinity'")
  const tidied = async () =>
    (await shop.ask("SELECT tidied > '-infinity' AS done FROM kaunta.retention"))[0]?.done
  await old.query('SELECT * FROM kaunta.tidy()')
  expect(await tidied()).toBe(false)
  await next.query('SELECT * FROM kaunta.tidy()')
  expect(await tidied()).toBe(true)
})

it('a new machine owns a reference since the machine before it shipped it', async () => {
  const till = await newTill('Owner')
  const paid = paidLink(1, 'R-30')
  await shipped(await connected(till), [paid])
  // Another till copies the reference, and then the owner's new machine ships it once more.
  await shipped(await connected(await newTill('Copier')), [paidLink(1, 'R-30')])
  const next = await connected(await shop.replaceTill(till.till))
  await shipped(next, [{ ...paidLink(2, 'R-30', { payment: 1 }), sequence: 2 }])
  expect(await handOver(next, 'R-30', paid.subject)).toMatchObject({ answer: 'granted' })
})
