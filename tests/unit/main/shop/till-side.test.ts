import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Clock, systemClock } from '../../../../electron/main/platform/clock'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { LeaseAnswer } from '../../../../electron/main/sales/other-tills'
import type { ShopConnection } from '../../../../electron/main/shop/connection'
import { askHello } from '../../../../electron/main/shop/hello'
import {
  findOtherTillsPayments,
  readOtherTillsHistory,
} from '../../../../electron/main/shop/other-tills'
import type { ShopSessionDeps } from '../../../../electron/main/shop/shop-session'
import { NotConnected } from '../../../../electron/main/shop/warm-connection'
import { fillLedger } from '../../../support/filled-ledger'
import { morning } from '../../../support/payments/clock'
import { ledgerIn } from '../../../support/payments/ledger'
import { recorded, samples } from '../../../support/payments/payments'
import {
  hasPgBouncer,
  noPgBouncer,
  shopForTests,
  startPgBouncer,
} from '../../../support/shop/postgres-for-tests'
import { hurried, noLinks, patient, sessionOn, shipped } from '../../../support/shop/session'
import type { TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const { server, shop, connected } = shopForTests()
const newFolder = temporaryFolders()
let tills = 0
let mine: TestTill
let other: TestTill

beforeEach(async () => {
  tills += 1
  mine = await shop.addTill(`Mine ${tills}`)
  other = await shop.addTill(`Other ${tills}`)
})

const sessionOf = (till: TestTill, other: Partial<ShopSessionDeps> = {}) =>
  sessionOn(shop, till, noLinks, other)

async function connectedSession(till: TestTill, other: Partial<ShopSessionDeps> = {}) {
  const { session, connected: back } = sessionOf(till, other)
  await back()
  return session
}

describe('the connection', () => {
  it('refuses at once while there is none, and comes back after the server does', async () => {
    const { session, connected: back, until } = sessionOf(mine)
    await expect(session.use(async () => 1)).rejects.toThrow(NotConnected)
    await back()
    expect(await session.use(of => of.query('SELECT 1 AS one'))).toEqual([{ one: 1 }])
    await server().kill()
    await until(() => session.state().fault === 'unreachable')
    await expect(session.use(async () => 1)).rejects.toThrow(NotConnected)
    await server().start()
    await back()
    expect(await session.use(of => of.query('SELECT 2 AS two'))).toEqual([{ two: 2 }])
    await until(() => session.state().fault === null)
  })

  it('stays after an error that the server named', async () => {
    const session = await connectedSession(mine)
    const failing = session.use(of => of.query('SELECT 1 / 0'))
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await session.use(async () => true)).toBe(true)
  })

  it('is one for each till, and asks one thing a minute while nothing happens', async () => {
    const asked: string[] = []
    const pauses: number[] = []
    const { connected: back, until } = sessionOf(mine, {
      connect: async () => recording(await shop.connect(mine), asked),
      clock: noting(pauses),
    })
    await back()
    await until(() => asked.filter(text => text.includes('beat')).length >= 4)
    const [row] = await shop.ask(
      "SELECT count(*) AS n FROM pg_stat_activity WHERE usename = $1 AND backend_type = 'client backend'",
      [mine.role],
    )
    expect(row).toEqual({ n: '1' })
    // Hello, key and LISTEN once, hello once more to ship, the day's upkeep; from then on beats, a minute apart.
    expect(asked.filter(text => !text.includes('beat'))).toHaveLength(5)
    expect(pauses.slice(-2)).toEqual([55_000, 55_000])
  })
})

/** A clock that notes how long each pause is. */
const noting = (pauses: number[]): Clock => ({
  ...patient,
  after(pause, action) {
    pauses.push(pause)
    return patient.after(pause, action)
  },
})

/** A connection that notes what was asked on it. */
function recording(connection: ShopConnection, asked: string[]): ShopConnection {
  return {
    ...connection,
    query(text, ...rest) {
      asked.push(text)
      return connection.query(text, ...rest)
    },
    listen(channel, heard) {
      asked.push(`LISTEN ${channel}`)
      return connection.listen(channel, heard)
    },
  }
}

describe('a lease asked for by a till', () => {
  let numbers = 0
  const wanted = () => ({
    msisdn: `2557540${String(1_000 + numbers++)}`,
    draftId: randomUUID(),
    forMs: 60_000,
  })
  const never = () => {
    throw new Error('Nothing was late')
  }

  it('is granted to one, and names it to the other, until it is released', async () => {
    const [first, second] = [await connectedSession(mine), await connectedSession(other)]
    const asked = wanted()
    const others = { ...asked, draftId: randomUUID() }
    const taken = { state: 'taken', till: `Mine ${tills}` }
    expect(await first.lease(asked, never)).toEqual({ state: 'granted' })
    expect(await second.lease(others, never)).toMatchObject(taken)
    expect(await second.lease(wanted(), never)).toEqual({ state: 'granted' })
    first.release(asked)
    await first.use(of => of.query('SELECT 1'))
    expect(await second.lease(others, never)).toEqual({ state: 'granted' })
  })

  it('is released before anything that this till asks afterwards', async () => {
    const statements: string[] = []
    const session = await connectedSession(mine, {
      connect: async () => recording(await shop.connect(mine), statements),
    })
    const asked = wanted()
    await session.lease(asked, never)
    statements.length = 0
    session.release(asked)
    await session.use(of => of.query('SELECT 1'))
    expect(statements.filter(text => /release|SELECT 1/.test(text))).toEqual([
      'SELECT kaunta.release($1, $2)',
      'SELECT 1',
    ])
  })

  it('is one of all tills also where the database was put back from before the account had its key', async () => {
    const { session, connected: back, until, faults } = sessionOf(mine)
    await back()
    const asked = wanted()
    await session.lease(asked, never)
    await shop.ask('DELETE FROM kaunta.account')
    await shop.ask('DELETE FROM kaunta.push_lease')
    await shop.ask('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
      mine.role,
    ])
    const second = await connectedSession(other)
    const others = { ...asked, draftId: randomUUID() }
    expect(await second.lease(others, never)).toEqual({ state: 'granted' })
    await until(() => faults.includes('unreachable'))
    await back()
    expect(await session.lease(asked, never)).toMatchObject({ state: 'taken' })
  })

  it('keeps the phone number out of the database', async () => {
    const session = await connectedSession(mine)
    const asked = wanted()
    await session.lease(asked, never)
    const rows = await shop.ask('SELECT * FROM kaunta.push_lease WHERE payment = $1', [
      asked.draftId,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(asked.msisdn)
    expect(String(rows[0]?.phone)).not.toContain(asked.msisdn)
  })

  it('is not asked for without a connection, and costs no time', async () => {
    // The cashier of these tests has no limit: an answer that waits for it never comes.
    const { session } = sessionOf(mine, { connect: () => Promise.reject(new Error('no network')) })
    expect(await session.lease(wanted(), never)).toEqual({ state: 'not-asked' })
  })

  it('that is answered too late lets the till sell, and still warns', async () => {
    const [first, second] = [
      await connectedSession(mine),
      await connectedSession(other, { clock: hurried }),
    ]
    const asked = wanted()
    await first.lease(asked, never)
    const late: LeaseAnswer[] = []
    await server().asAdministrator(shop.address.database, async client => {
      await client.query('BEGIN')
      const lock = 'SELECT * FROM kaunta.push_lease WHERE payment = $1 FOR UPDATE'
      await client.query(lock, [asked.draftId])
      const others = { ...asked, draftId: randomUUID() }
      const answer = await second.lease(others, given => late.push(given))
      expect(answer).toEqual({ state: 'not-asked' })
      expect(late).toEqual([])
      await client.query('COMMIT')
    })
    await vi.waitUntil(() => late.length > 0, 15_000)
    expect(late).toMatchObject([{ state: 'taken', till: `Mine ${tills}` }])
  })
})

describe('hints', () => {
  it('are heard at once by the till whose payment it is, and read after a time without a connection', async () => {
    const { paymentId } = await shippedSale(other)
    const receiver = await connected(await shop.addReader('receiver', 'duka'))
    const callback = () =>
      receiver.query("SELECT pg_notify(channel, '') FROM kaunta.callback($1)", [[paymentId]])
    await callback()
    const { heard, connected: back, until } = sessionOf(other)
    const stranger = sessionOf(mine)
    await Promise.all([back(), stranger.connected()])
    await until(() => heard.length >= 1)
    const before = heard.length
    await callback()
    await until(() => heard.length > before)
    expect(new Set(heard)).toEqual(new Set([paymentId]))
    expect(stranger.heard).toEqual([])
  })

  it('are each read once, and of one payment at most one in two seconds', async () => {
    const { paymentId } = await shippedSale(other)
    const receiver = await connected(await shop.addReader('receiver', 'duka'))
    const { heard, connected: back } = sessionOf(other, { clock: systemClock })
    await back()
    const began = performance.now()
    // A login that was told the channel could do no more than this.
    for (let time = 0; time < 30; time += 1) {
      await receiver.query("SELECT pg_notify(channel, '') FROM kaunta.callback($1)", [[paymentId]])
      await delay(50)
    }
    const most = 1 + Math.ceil((performance.now() - began) / 2_000)
    expect(heard.length).toBeGreaterThanOrEqual(1)
    expect(heard.length).toBeLessThanOrEqual(most)
  })

  it('come on a channel that other logins do not learn, and that the next machine does not share', async () => {
    const old = await connected(other)
    const first = (await askHello(old)).channel
    expect(first).toMatch(/^kaunta_[0-9a-f]{32}$/)
    for (const login of [mine, other, await shop.addReader('owner', 'duka')]) {
      const asked = (await connected(login)).query('SELECT channel FROM kaunta.till')
      await expect(asked).rejects.toMatchObject({ code: '42501' })
    }
    const next = await connected(await shop.replaceTill(other.till))
    const second = (await askHello(next)).channel
    expect(second).toMatch(/^kaunta_/)
    expect([second === first, (await askHello(old)).channel]).toEqual([false, null])
  })

  it('are asked for every five seconds where none arrive and a payment waits', async () => {
    const pauses: number[] = []
    let isWaiting = true
    const { connected: back, until } = sessionOf(mine, {
      // Behind a pooler the server's process is another one, and nothing is told.
      connect: async () => ({ ...(await shop.connect(mine)), pid: 1, listen: notThere }),
      isWaiting: () => isWaiting,
      clock: noting(pauses),
    })
    await back()
    await until(() => pauses.filter(pause => pause === 5_000).length >= 3)
    isWaiting = false
    await until(() => pauses.at(-1) === 55_000)
  })
})

const notThere = () => Promise.reject(new Error('Nothing is told here'))

describe("other tills' sales", () => {
  const everything = { lastDigits: '', amount: null, reference: '', paymentId: '', limit: 10 }

  it('are found by the end of the phone number, the amount and the reference, and not its own', async () => {
    const [{ paymentId }, own] = [await shippedSale(other), await shippedSale(mine)]
    const connection = await connected(mine)
    for (const query of [{ lastDigits: '1212' }, { amount: 15_000 }, { reference: 'R-1' }]) {
      const found = await findOtherTillsPayments(connection, { ...everything, ...query })
      const [one] = found.filter(({ payment }) => payment.id === paymentId)
      expect(found.map(({ payment }) => payment.id)).not.toContain(own.paymentId)
      expect(one).toMatchObject({
        till: { name: `Other ${tills}` },
        payment: {
          phase: 'pending',
          msisdn: '255754001212',
          customer: { firstName: 'Asha', lastName: 'Mushi' },
        },
      })
    }
    for (const query of [{ lastDigits: '1213' }, { amount: 15_001 }, { reference: 'R-2' }])
      expect(await findOtherTillsPayments(connection, { ...everything, ...query })).toEqual([])
  })

  it('have their history, word for word', async () => {
    const { paymentId, ledger } = await shippedSale(other)
    const history = await readOtherTillsHistory(await connected(mine), {
      till: other.till,
      paymentId,
    })
    expect(history).toEqual(ledger.history(paymentId))
  })

  it('keep no name once the customer months were dropped', async () => {
    const { paymentId } = await shippedSale(other)
    await shop.ask('DELETE FROM kaunta.personal WHERE till = $1', [other.till])
    const connection = await connected(mine)
    const found = await findOtherTillsPayments(connection, { ...everything, reference: 'R-1' })
    const [one] = found.filter(({ payment }) => payment.id === paymentId)
    expect(one?.payment).toMatchObject({ msisdn: '', customer: { firstName: '' } })
    const [begin] = await readOtherTillsHistory(connection, { till: other.till, paymentId })
    expect(begin).toMatchObject({ type: 'recorded', msisdn: '', note: '' })
  })
})

it('behind PgBouncer in transaction mode a till ships, leases, claims and hears of callbacks by asking', async ({
  skip,
}) => {
  skip(!hasPgBouncer(), noPgBouncer)
  const receiverLogin = await shop.addReader('receiver', 'duka')
  const pooler = await startPgBouncer(server())
  onTestFinished(() => pooler.stop())
  const pooled = { ...shop, address: { ...shop.address, port: pooler.port } }
  const { ledger } = ledgerIn(newFolder())
  const [payment] = fillLedger(ledger, 5)
  const first = sessionOn(pooled, mine, ledger.links, { isWaiting: () => true })
  const second = sessionOn(pooled, other, noLinks)
  await first.shipped()
  await second.connected()
  expect(first.session.state().fault).toBeNull()

  const taken = { state: 'taken', till: `Mine ${tills}` }
  const lease = ({ session }: typeof first, draftId: string) =>
    session.lease({ msisdn: '255754001212', forMs: 60_000, draftId }, () => undefined)
  expect(await lease(first, 'one')).toEqual({ state: 'granted' })
  expect(await lease(second, 'two')).toMatchObject(taken)

  const receiver = await connected(receiverLogin)
  await receiver.query('SELECT * FROM kaunta.callback($1)', [[payment?.id]])
  await first.until(() => first.heard.includes(payment?.id ?? ''))

  // The limits that a pooler refuses from a till are the role's own.
  const limit = await first.session.use(of => of.query('SHOW statement_timeout'))
  expect(limit).toEqual([{ statement_timeout: '20s' }])
})

/** A pending payment in a ledger of its own, shipped as this till. */
async function shippedSale(till: TestTill) {
  const { ledger } = ledgerIn(newFolder())
  const paymentId = systemRandom.paymentId(morning)
  ledger.record(paymentId, recorded(), { body: '{"amount":15000}' })
  ledger.append(paymentId, samples['attempt-started'], samples.accepted)
  const links = ledger.links.read({ after: 0, mostLinks: 10, mostBytes: 1_000_000 })
  await shipped(await connected(till), links)
  return { paymentId, ledger }
}
