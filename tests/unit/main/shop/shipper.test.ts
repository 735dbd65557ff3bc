import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../electron/main/platform/clock'
import { systemRandom } from '../../../../electron/main/platform/random'
import { largestLink } from '../../../../electron/main/shop/batch'
import { ShippedPosition } from '../../../../electron/main/shop/shipped-position'
import { Shipper } from '../../../../electron/main/shop/shipper'
import { NotConnected } from '../../../../electron/main/shop/warm-connection'
import { fillLedger } from '../../../support/filled-ledger'
import { withMethods } from '../../../support/parts'
import { morning } from '../../../support/payments/clock'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/payments'
import { shopForTests } from '../../../support/shop/postgres-for-tests'
import { sessionOn } from '../../../support/shop/session'
import { keepCopy, newShopDatabase, type TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const { server, shop, newTill } = shopForTests()
const newFolder = temporaryFolders()
let till: TestTill

beforeEach(async () => {
  till = await newTill()
})

function sell({ ledger }: OpenedLedger, sales: number): void {
  for (let payment = 0; payment < sales; payment += 1) {
    const { id } = ledger.record(systemRandom.paymentId(morning), recorded(), { body: '{}' })
    // Each is a link of its own.
    for (const event of ['attempt-started', 'accepted'] as const) ledger.append(id, samples[event])
  }
}

/** A ledger with so many sales, and a session that ships it. */
function shipping(sales: number) {
  const opened = ledgerIn(newFolder())
  sell(opened, sales)
  return { opened, ...sessionOn(shop, till, opened.ledger.links) }
}

const stored = async () =>
  (await shop.ask('SELECT FROM kaunta.event WHERE till = $1', [till.till])).length

describe('a ledger', () => {
  it('is shipped with what came before, and with what comes then', async () => {
    const { opened, session, shipped } = shipping(3)
    await shipped()
    expect(await stored()).toBe(9)
    sell(opened, 1)
    session.wake()
    expect(session.state().waiting).toBe(3)
    await shipped()
    expect(await stored()).toBe(12)
  })

  it('is shipped in many batches, each link once', async () => {
    await shipping(120).shipped()
    const rows = await shop.ask(
      'SELECT count(*) AS rows, min(sequence) AS first, max(sequence) AS last FROM kaunta.event WHERE till = $1',
      [till.till],
    )
    expect(rows).toEqual([{ rows: '360', first: '1', last: '360' }])
    const sales = await shop.ask('SELECT DISTINCT status FROM kaunta.payment WHERE till = $1', [
      till.till,
    ])
    expect(sales).toEqual([{ status: 'waitingForCustomer' }])
  })

  it('goes on after the server was killed and started again', async () => {
    const { opened, session, until, shipped } = shipping(5)
    await shipped()
    await server().kill()
    sell(opened, 5)
    session.wake()
    await until(() => session.state().fault === 'unreachable' && session.state().waiting === 15)
    await server().start()
    await until(() => session.state().fault === null && session.state().waiting === 0)
    expect(await stored()).toBe(30)
  })

  it('is shipped again from where a database that was put back ends', async () => {
    const { lost, until, shipped } = shipping(4)
    await shipped()
    expect(lost).toEqual([])
    await shop.ask('DELETE FROM kaunta.event WHERE till = $1 AND sequence > 5', [till.till])
    await shop.ask(
      `UPDATE kaunta.head SET sequence = 5, link = event.link, digest = event.digest
       FROM kaunta.event WHERE head.till = $1 AND event.till = $1 AND event.sequence = 5`,
      [till.till],
    )
    // Nothing is sold meanwhile: the next beat notices.
    await until(() => lost.length > 0)
    await until(async () => (await stored()) === 12)
    expect(lost).toEqual([7])
  })

  it('is shipped again, customers included, to a whole database that was put back from last week', async () => {
    const own = await newShopDatabase(server())
    const { ledger } = ledgerIn(newFolder())
    const { session, until } = sessionOn(own, await own.addTill('Counter 1'), ledger.links)
    const rows = async (table: string) => (await own.ask(`SELECT FROM kaunta.${table}`)).length
    const shippedLast = async () =>
      Number(
        (await own.ask('SELECT extract(epoch FROM max(arrived)) AS at FROM kaunta.event'))[0]?.at,
      )
    const sellAndShip = async (sales: number) => {
      fillLedger(ledger, sales)
      session.wake()
      await until(async () => (await rows('event')) === ledger.links.last())
    }
    await sellAndShip(20)
    // Last week's copy is a real one, of every table.
    const putBack = await keepCopy(server(), own.address.database)
    await sellAndShip(30)
    const [events, personal, before] = [
      await rows('event'),
      await rows('personal'),
      await shippedLast(),
    ]
    await putBack()
    session.wake()
    // By itself it may have begun before this asks.
    await until(async () => (await rows('event')) === events)
    expect(await shippedLast()).toBeGreaterThan(before)
    expect(await rows('personal')).toBe(personal)
    await until(() => session.state().fault === null && session.state().waiting === 0)
  })

  it('goes on behind an entry that is larger than the database takes, which goes without its content', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened, 2)
    const { links } = opened.ledger
    const large = Buffer.alloc(largestLink.bodies + 1)
    const read: typeof links.read = page =>
      links.read(page).map(link => (link.sequence === 2 ? { ...link, bodies: [large] } : link))
    const { tooLarge, shipped } = sessionOn(shop, till, withMethods(links, { read }))
    await shipped()
    expect(tooLarge).toEqual([2])
    const rows = await shop.ask(
      'SELECT cardinality(bodies) AS bodies FROM kaunta.event WHERE till = $1 ORDER BY sequence',
      [till.till],
    )
    expect(rows.map(({ bodies }) => bodies)).toEqual([1, 0, 1, 1, 1, 1])
  })

  it('is not shipped to a shop of another kind', async () => {
    // The next tests have the same shop; this session has stopped by then.
    onTestFinished(async () => void (await shop.ask("UPDATE kaunta.shop SET mode = 'practice'")))
    await shop.ask("UPDATE kaunta.shop SET mode = 'production'")
    const { session, until } = shipping(1)
    await until(() => session.state().fault === 'other-mode')
    expect(await stored()).toBe(0)
  })

  it('waits where the password is wrong, and says which of them is', async () => {
    till = { ...till, password: 'another' }
    const { session, until } = shipping(1)
    await until(() => session.state().fault !== null)
    expect(session.state().fault).toBe('wrong-password')
  })
})

describe('a shipper without a connection', () => {
  const notConnected = () => Promise.reject(new NotConnected())

  function unconnected(changes: Partial<ConstructorParameters<typeof Shipper>[0]>) {
    const shipper = new Shipper({
      links: ledgerIn(newFolder()).ledger.links,
      mode: 'practice',
      use: notConnected,
      batches: { use: notConnected },
      clock: systemClock,
      behindMs: () => 0,
      random: systemRandom,
      changed: () => undefined,
      lost: () => undefined,
      tooLarge: () => undefined,
      ...changes,
    })
    onTestFinished(() => shipper.stop())
    return shipper
  }

  it('waits for the next one and not for a time, and keeps the reason that it was told', async () => {
    const pauses: number[] = []
    let tries = 0
    const shipper = unconnected({
      use() {
        tries += 1
        return notConnected()
      },
      clock: {
        ...systemClock,
        after(pause) {
          pauses.push(pause)
          return () => undefined
        },
      },
    })
    shipper.disconnected(Object.assign(new Error(), { code: '28P01' }))
    for (let commits = 1; commits <= 2; commits += 1) {
      shipper.wake()
      await shipper.settled()
    }
    expect([tries, pauses]).toEqual([2, []])
    expect(shipper.state().fault).toBe('wrong-password')
  })

  it('counts what waits from where the last run left the database, and with each commit', async () => {
    const opened = ledgerIn(newFolder())
    sell(opened, 2)
    const told: number[] = []
    const shipper = unconnected({
      links: opened.ledger.links,
      position: { last: () => 4, reached: () => undefined, flush: () => undefined },
      changed: ({ waiting }) => told.push(waiting),
    })
    expect(shipper.state().waiting).toBe(2)
    sell(opened, 1)
    shipper.wake()
    expect(shipper.state().waiting).toBe(5)
    await shipper.settled()
    expect(told).toEqual([5])
  })
})

describe('how far a ledger was shipped', () => {
  function positionIn(role: string, document: object | null = null) {
    const writes: object[] = []
    const failures: unknown[] = []
    const till = { now: 0, isFull: false }
    const position = new ShippedPosition({
      store: {
        read: () => document,
        write(written) {
          if (till.isFull) throw new Error('disk full')
          writes.push(written)
        },
      },
      role,
      clock: { monotonic: () => till.now },
      failed: error => failures.push(error),
    })
    return { position, writes, failures, till }
  }

  it('is written at most once a minute while it grows, and at the end', () => {
    const { position, writes, till } = positionIn('till-1')
    position.reached(5)
    position.reached(6)
    till.now = 59_000
    position.reached(7)
    expect(writes).toEqual([{ role: 'till-1', sequence: 5 }])
    till.now = 60_000
    position.reached(8)
    position.reached(9)
    position.flush()
    position.flush()
    expect(writes.slice(1)).toEqual([
      { role: 'till-1', sequence: 8 },
      { role: 'till-1', sequence: 9 },
    ])
  })

  it('is written at once where it falls: a loss is reported once', () => {
    const { position, writes } = positionIn('till-1', { role: 'till-1', sequence: 90 })
    expect(position.last()).toBe(90)
    position.reached(91)
    position.reached(20)
    expect(writes.at(-1)).toEqual({ role: 'till-1', sequence: 20 })
  })

  it.each([null, { role: 'till-2', sequence: 90 }, { role: 'till-1', sequence: -1 }, {}])(
    'is not known from %o',
    document => expect(positionIn('till-1', document).position.last()).toBe(0),
  )

  it('holds up nothing where it cannot be written, and is written later', () => {
    const { position, writes, failures, till } = positionIn('till-1')
    till.isFull = true
    position.reached(5)
    expect(failures).toHaveLength(1)
    till.isFull = false
    position.flush()
    expect(writes).toEqual([{ role: 'till-1', sequence: 5 }])
  })
})
