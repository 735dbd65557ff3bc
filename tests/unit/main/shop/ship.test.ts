import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { digestAfter, encodeBatch, largestLink } from '../../../../electron/main/shop/batch'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { shopFailure } from '../../../../electron/main/shop/failure'
import { askHello } from '../../../../electron/main/shop/hello'
import type { Entry } from '../../../../shared/sale/entry'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { link, paidLink, shipped } from '../../../support/shop/session'
import { newShopDatabase, type TestTill } from '../../../support/shop/shop-database'

const { server, shop, newTill, connected } = shopForTests()
let till: TestTill
let connection: ShopConnection

beforeEach(async () => {
  till = await newTill()
  connection = await connected(till)
})

const stored = async () => {
  const text = 'SELECT sequence FROM kaunta.event WHERE till = $1 ORDER BY sequence'
  return (await connection.query(text, [till.till])).map(({ sequence }) => Number(sequence))
}
/** What the function answers to a batch that no app would make. */
const send = async (batch: unknown) =>
  (await connection.query('SELECT answer, next FROM kaunta.ship($1)', [JSON.stringify(batch)]))[0]
const start = Buffer.alloc(0)
const firstItem = () => JSON.parse(encodeBatch([link(1)], start).json)[0]
const linkPlace = (sequence: number) => {
  const { value, bodies, personal } = link(sequence)
  return { sequence, first: sequence, value, bodies, personal, request: null }
}
const cashBack = (number: number): Entry => ({
  ...{ number, period: 1, at: 1_790_000_000_000, currency: 'TZS', value: 15_000 },
  person: { id: '0192f000-0000-4000-8000-00000000000a', name: 'Asha' },
  ...{ direction: 'out', way: 'cash', why: 'goods', worth: 15_000 },
})
const links = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => link(from + place))

describe('a batch', () => {
  it('is stored in order, with the digests that this app makes', async () => {
    expect(await shipped(connection, links(1, 3))).toEqual({ answer: 'taken', next: '4' })
    expect(await shipped(connection, links(4, 5))).toEqual({ answer: 'taken', next: '6' })
    expect(await stored()).toEqual([1, 2, 3, 4, 5])
    const digest = links(1, 5).reduce(digestAfter, start)
    const { shipped: head } = await askHello(connection)
    expect(head).toEqual({ sequence: 5, link: link(5).value, digest })
  })

  it('is stored once, however often it is sent', async () => {
    for (let time = 0; time < 3; time += 1)
      expect(await shipped(connection, links(1, 4), start)).toEqual({ answer: 'taken', next: '5' })
    expect(await shipped(connection, links(1, 6), start)).toEqual({ answer: 'taken', next: '7' })
    expect(await stored()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('reads no stored row again, however many there are, but those that it repeats', async () => {
    const own = await newShopDatabase(server())
    /** Ships on a connection of its own: the server counts what it read when that ends. */
    const rowsReadFor = async (batches: (of: ShopConnection) => Promise<void>, login: TestTill) => {
      const of = await own.connect(login)
      await batches(of)
      await of.close()
      const left = () => own.ask('SELECT FROM pg_stat_activity WHERE usename = $1', [login.role])
      while ((await left()).length > 0) await delay(20)
      const [row] = await own.ask(
        `SELECT sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer AS n
         FROM pg_stat_all_tables WHERE schemaname = 'kaunta' AND relname LIKE 'event%'`,
      )
      return Number(row?.n)
    }
    const catchUp = async (of: ShopConnection) => {
      for (let first = 1; first < 1_000; first += 250) await shipped(of, links(first, first + 249))
    }
    const seller = await own.addTill('Catches up')
    expect(await rowsReadFor(catchUp, seller)).toBe(0)
    const prior = links(1, 990).reduce(digestAfter, start)
    const repeat = async (of: ShopConnection) => {
      await shipped(of, links(991, 1_010), prior)
    }
    expect(await rowsReadFor(repeat, seller)).toBe(10)
  })

  it.each([
    ['that begins after a gap', 2, links(4, 5), undefined, { answer: 'gap', next: '3' }],
    ['with a hole in it', 0, [link(1), link(3)], undefined, { answer: 'forked', next: '3' }],
    [
      'with another content under a stored number, of a ledger that was forked,',
      3,
      [link(1), link(2, 'another'), link(3), link(4)],
      start,
      { answer: 'forked', next: '2' },
    ],
    [
      'that does not follow on the stored digest',
      3,
      [link(4)],
      Buffer.from('another'),
      { answer: 'forked', next: '4' },
    ],
  ])('%s stores nothing, and the number is named', async (_what, before, batch, prior, answer) => {
    await shipped(connection, links(1, before))
    expect(await shipped(connection, batch, prior)).toEqual(answer)
    expect(await stored()).toEqual(links(1, before).map(({ sequence }) => sequence))
  })

  it('that says otherwise than its digest stores nothing', async () => {
    expect(await send([{ ...firstItem(), subject: 'another' }])).toMatchObject({ answer: 'forked' })
    expect(await stored()).toEqual([])
  })

  it('of none, or of too many, changes nothing', async () => {
    expect(await shipped(connection, [])).toEqual({ answer: 'taken', next: '1' })
    const error = await shipped(connection, links(1, 2_001)).catch((thrown: unknown) => thrown)
    expect(shopFailure(error)).toBe('server-trouble')
    expect(await stored()).toEqual([])
  })

  it('with a link that is too large stores nothing, and names it; without its content it is taken', async () => {
    await shipped(connection, [link(1)])
    const { digest: prior } = (await askHello(connection)).shipped
    const [item] = JSON.parse(encodeBatch([link(2)], prior).json)
    const sendWith = (bodies: Buffer[]) => {
      const digest = digestAfter(prior, { ...link(2), bodies }).toString('base64')
      return send([{ ...item, bodies: bodies.map(body => body.toString('base64')), digest }])
    }
    const large = Buffer.alloc(largestLink.bodies + 8_192)
    expect(await sendWith([large])).toEqual({ answer: 'too-large', next: '2' })
    expect(await stored()).toEqual([1])
    expect(await sendWith([])).toEqual({ answer: 'taken', next: '3' })
  })

  it.each([
    ['subject', 65],
    ['link', 64],
    ['personal.phoneReversed', 33],
    ['personal.name', 1_025],
    ['personal.request', 65_536],
    ['payment.reference', 2_049],
    ['payment.channel', 65],
    ['payment.currency', 65],
    ['payment.status', 65],
    ['payment.exception', 65],
    ['payment.resolution', 65],
    ['payment.blocks', 600],
    ['payment.state', 65_536],
    ['sale', 65_537],
  ])('with a %s of %d bytes stores nothing, and names the link', async (field, bytes) => {
    const [group = '', name = ''] = field.split('.')
    const isBytes = ['link', 'request', 'state'].includes(name || group)
    const text = isBytes ? Buffer.alloc(bytes).toString('base64') : 'x'.repeat(bytes)
    const long = name === 'blocks' ? [text] : text
    const item = firstItem()
    const of = { ...link(1), ...(group === 'link' && { value: Buffer.alloc(bytes) }) }
    const digest = digestAfter(start, group === 'subject' ? { ...of, subject: text } : of)
    const said = name === '' ? { [group]: long } : { [group]: { ...item[group], [name]: long } }
    const answer = await send([{ ...item, ...said, digest: digest.toString('base64') }])
    expect(answer).toEqual({ answer: 'too-large', next: '1' })
    expect(await stored()).toEqual([])
  })

  it('brings the money of its payments, stored once however many links bring it', async () => {
    const paid = paidLink(1, 'R-1')
    const later = { ...paid, ...linkPlace(2), entries: [...paid.entries, cashBack(2)] }
    await shipped(connection, [paid])
    await shipped(connection, [later, { ...later, ...linkPlace(3) }])
    const text = 'SELECT * FROM kaunta.entry WHERE till = $1 ORDER BY number'
    const rows = await connection.query(text, [till.till])
    expect(
      rows.map(({ shop: _shop, till: _till, epoch: _epoch, arrived: _arrived, ...row }) => row),
    ).toEqual(
      later.entries.map(entry => ({
        ...{ late: null, received: null, why: null, worth: null, undoes: null },
        ...Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'person')),
        ...{ number: String(entry.number), period: '1', value: '15000' },
        ...('worth' in entry && { worth: '15000' }),
        ...{ payment: paid.subject, at: new Date(entry.at) },
        ...{ person: entry.person?.id ?? null, person_name: entry.person?.name ?? null },
      })),
    )
  })

  it('of a machine that was replaced brings no money: it counts as unknown', async () => {
    await shop.replaceTill(till.till)
    await shipped(connection, [paidLink(1, 'R-2')])
    expect(await shop.ask('SELECT FROM kaunta.entry WHERE till = $1', [till.till])).toEqual([])
  })

  it('with an amount that is none is refused', async () => {
    const item = firstItem()
    const refused = send([{ ...item, payment: { ...item.payment, amount: -1 } }])
    await expect(refused).rejects.toMatchObject({ code: '23514' })
    expect(await stored()).toEqual([])
  })

  it('of more bytes than any till sends is refused before it is read', async () => {
    const refused = connection.query('SELECT * FROM kaunta.ship($1)', [
      `[${' '.repeat(60_000_000)}]`,
    ])
    // Read, it would be an empty batch, which is taken.
    await expect(refused).rejects.toMatchObject({ code: '54000' })
    expect(await stored()).toEqual([])
  })

  it('sent by two connections at once is stored once', async () => {
    const other = await connected(till)
    const answers = await Promise.all(
      [connection, other, connection, other].map(of => shipped(of, links(1, 50), start)),
    )
    expect(answers).toEqual(Array(4).fill({ answer: 'taken', next: '51' }))
    expect(await stored()).toHaveLength(50)
  })
})

describe('the payment that others see', () => {
  it('holds nothing of the customer, who is in the months that are dropped', async () => {
    await shipped(connection, [link(1)])
    const [payment] = await connection.query('SELECT * FROM kaunta.payment WHERE till = $1', [
      till.till,
    ])
    expect(payment).toMatchObject({
      amount: '15000',
      currency: 'TZS',
      status: 'waitingToSend',
      shop: 'duka',
    })
    const everything = JSON.stringify(payment) + String(payment?.state)
    expect(everything).not.toMatch(/Asha|Mushi|754001212/)
    const [personal] = await connection.query('SELECT * FROM kaunta.personal WHERE till = $1', [
      till.till,
    ])
    expect(personal).toMatchObject({ name: 'Asha Mushi', phone_reversed: '212100457552' })
  })
})

it('a till that was replaced and its replacement each have their own numbers from there on', async () => {
  await shipped(connection, links(1, 2))
  const replacement = await connected(await shop.replaceTill(till.till))
  await replacement.query('SELECT kaunta.adopt($1, 2)', [Buffer.from('own link')])
  expect((await askHello(replacement)).shipped.link).toEqual(Buffer.from('own link'))
  expect(await shipped(replacement, [link(3, 'new machine')])).toEqual({
    answer: 'taken',
    next: '4',
  })
  expect(await shipped(connection, [link(3, 'old machine')])).toEqual({
    answer: 'taken',
    next: '4',
  })
  await expect(replacement.query("SELECT kaunta.adopt('\\x01', 3)")).rejects.toMatchObject({
    code: '42501',
  })
})
