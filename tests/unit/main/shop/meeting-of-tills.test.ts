import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { shopDayCsv, writeShopDay } from '../../../../electron/main/outputs/exports/day-files'
import { ExportFolder } from '../../../../electron/main/outputs/exports/new-file'
import { Meeting } from '../../../../electron/main/outputs/meeting'
import { systemClock } from '../../../../electron/main/platform/clock'
import { dayOf } from '../../../../electron/main/platform/local-time'
import { systemRandom } from '../../../../electron/main/platform/random'
import type { OtherTills } from '../../../../electron/main/sales/other-tills'
import type { ShopSession } from '../../../../electron/main/shop/shop-session'
import { expectedCash } from '../../../../shared/day/cash-up'
import type { DrawerEntry } from '../../../../shared/day/drawer'
import type { Result } from '../../../../shared/ipc/result'
import type { Person } from '../../../../shared/person'
import { defaultSettings } from '../../../../shared/settings'
import { closeDay, take } from '../../../support/day-payments'
import { noShop } from '../../../support/parts'
import { accepted, read } from '../../../support/payments/answers'
import { createScriptedClient } from '../../../support/payments/client'
import { createVirtualClock, morning } from '../../../support/payments/clock'
import { engineOn } from '../../../support/payments/engine'
import { ledgerIn, type OpenedLedger } from '../../../support/payments/ledger'
import { inCash, mobileDraft, samples } from '../../../support/payments/payments'
import { succeeded } from '../../../support/results'
import { postgresForTests } from '../../../support/shop/postgres-for-tests'
import { hurried, patient, sessionOn } from '../../../support/shop/session'
import { newShopDatabase, type TestShop, type TestTill } from '../../../support/shop/shop-database'
import { temporaryFolders } from '../../../support/temporary-folder'

const server = postgresForTests()
const newFolder = temporaryFolders()
let shop: TestShop
let one: TestTill
let two: TestTill

beforeEach(async () => {
  shop = await newShopDatabase(server())
  one = await shop.addTill('Counter 1')
  two = await shop.addTill('Counter 2')
})

/** A till's session on its own ledger, connected. */
async function meet(till: TestTill, { ledger }: OpenedLedger, clock = patient) {
  const { session, connected } = sessionOn(shop, till, ledger.links, { clock })
  await connected()
  return session
}

const asha = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Asha' }

/** A till that has taken a payment, and seen it paid. */
async function sold(
  reference: string,
  amount = 15_000,
  person: () => Person = () => asha,
  clock = createVirtualClock(),
) {
  const opened = ledgerIn(newFolder())
  const client = createScriptedClient()
  const money = { currency: 'TZS', value: amount }
  client.otherwise.create = accepted({ reference, money })
  client.otherwise.read = read('completed', { reference, money })
  let session: ShopSession | null = null
  const others: OtherTills = {
    isInShop: () => session !== null,
    sharers: () => 1,
    lease: async (wanted, late) => session?.lease(wanted, late) ?? { state: 'not-asked' },
    release: leased => session?.release(leased),
    claim: async wanted => session?.claim(wanted) ?? { state: 'not-asked' },
    silent: () => undefined,
  }
  const { engine } = engineOn({ ledger: opened.ledger, client, clock, person, others })
  const join = (joined: ShopSession) => {
    session = joined
  }
  const { id: paymentId } = succeeded(await engine.presses.request(mobileDraft({ value: amount })))
  await clock.pass(5_000)
  return { opened, engine, paymentId, join, handOver: () => engine.presses.handOver(paymentId) }
}

/** The window's calls on a till in this session's shop, or in none. */
function callsIn(session: ShopSession | null, exportFolder = newFolder()) {
  const settings = { get: () => defaultSettings }
  return new Meeting({
    shop: { ...noShop, session: () => session },
    settings,
    clock: systemClock,
    exportFolder: new ExportFolder(exportFolder),
  })
}

async function shipped(session: ShopSession): Promise<void> {
  session.wake()
  await vi.waitUntil(() => session.state().waiting === 0 && session.state().shippedAt, 15_000)
}

describe('handing over goods in a shop of many tills (money rule 11)', () => {
  it('is refused to a second till, which learns which till did, who and when', async () => {
    const first = await sold('H-1')
    const second = await sold('H-1')
    const mine = await meet(one, first.opened)
    first.join(mine)
    // A reference belongs to the till that ships it first.
    await shipped(mine)
    second.join(await meet(two, second.opened))
    expect(await first.handOver()).toMatchObject({
      ok: true,
      value: { others: 'asked', payment: { handedOverBy: asha } },
    })
    const refused = await second.handOver()
    expect(refused).toMatchObject({
      ok: false,
      code: 'already-handed-over',
      handedOver: { paymentId: second.paymentId, by: 'Asha', till: 'Counter 1' },
    })
    expect(second.opened.ledger.find(second.paymentId)?.handedOverAt).toBeNull()
  })

  it('goes on without a shop database at once, and says which tills were not asked', async () => {
    const alone = await sold('H-3')
    expect(alone.handOver()).toMatchObject({ ok: true, value: { others: 'alone' } })
    const cut = await sold('H-4')
    const session = await meet(one, cut.opened)
    cut.join(session)
    await session.stop()
    expect(await cut.handOver()).toMatchObject({ ok: true, value: { others: 'not-asked' } })
  })

  it('waits 300 ms for a slow database, and then goes on', async () => {
    const { opened, join, handOver } = await sold('H-5')
    join(await meet(one, opened, hurried))
    await server().asAdministrator(shop.address.database, async client => {
      await client.query('BEGIN')
      await client.query('LOCK TABLE kaunta.payment')
      // Against another timer, not against the clock of a computer that may be busy.
      const answer = await Promise.race([handOver(), delay(10_000, 'too late')])
      expect(answer).toMatchObject({ ok: true, value: { others: 'not-asked' } })
      await client.query('COMMIT')
    })
  })

  it('that no other till was asked for is known to them once it is shipped', async () => {
    const first = await sold('H-6')
    await first.handOver()
    const fresh = await shop.addTill('Counter 3')
    await shipped(await meet(fresh, first.opened))
    const second = await sold('H-6')
    second.join(await meet(await shop.addTill('Counter 4'), second.opened))
    expect(await second.handOver()).toMatchObject({
      code: 'already-handed-over',
      handedOver: { till: 'Counter 3', by: 'Asha' },
    })
  })
})

describe("the other tills' payments", () => {
  it('are found within a second of PAID, with their till, age and history', async () => {
    const taken = await sold('F-1')
    const seller = await meet(one, taken.opened)
    const calls = callsIn(await meet(two, ledgerIn(newFolder())))
    await shipped(seller)
    const till = { name: 'Counter 1' }
    for (const text of ['F-1', '15,000', '1212', '0754 001 212', '']) {
      const found = [{ payment: { id: taken.paymentId, outcome: 'paid' }, till }]
      const answer = await calls.find({ text, limit: 5 })
      expect(answer).toMatchObject({ ok: true, value: { state: 'answered', value: found } })
    }
    expect(await calls.find({ text: 'F-2', limit: 5 })).toMatchObject({ value: { value: [] } })
    const of = { till: one.till, paymentId: taken.paymentId }
    const events = taken.opened.ledger.history(taken.paymentId)
    expect(await calls.history(of)).toMatchObject({ value: { value: { found: { till }, events } } })
    const none = await calls.history({ ...of, till: two.till })
    expect(none).toMatchObject({ value: { value: null } })
  })

  it('are said to be away where the database is, and are none on a till alone', async () => {
    const session = await meet(one, ledgerIn(newFolder()))
    await session.stop()
    const away = callsIn(session)
    expect(await away.find({ text: '', limit: 5 })).toEqual({
      ok: true,
      value: { state: 'away', fault: 'unreachable' },
    })
    expect(await away.exportDay({ day: null })).toMatchObject({ value: { state: 'away' } })
    const alone = await callsIn(null).find({ text: '', limit: 5 })
    expect(alone).toMatchObject({ value: { state: 'alone' } })
  })
})

/** What the shop database answered, which it must have done. */
function answered<T>(
  result: Result<{ state: 'answered'; value: T } | { state: 'away' | 'alone' }>,
): T {
  const asked = succeeded(result)
  if (asked.state !== 'answered') throw new Error(`It is ${asked.state}`)
  return asked.value
}

describe('the day of all tills', () => {
  it('has totals for each till and together, and no block in another', async () => {
    const [a, b] = [await sold('D-1'), await sold('D-2', 4_000)]
    succeeded(await b.engine.presses.request(mobileDraft({ value: 700, phone: '0754 009 999' })))
    const session = await meet(one, a.opened)
    await shipped(session)
    await shipped(await meet(two, b.opened))
    const folder = newFolder()
    const calls = callsIn(session, folder)
    const day = answered(await calls.day({ day: dayOf(morning) }))
    expect(day.tills.map(({ name }) => name)).toEqual(['Counter 1', 'Counter 2'])
    expect(day.currencies).toMatchObject([
      {
        currency: 'TZS',
        together: { confirmed: { sales: 2, amount: 19_000 }, unknown: { sales: 1, amount: 700 } },
        tills: [
          { name: 'Counter 1', blocks: { confirmed: { amount: 15_000 }, unknown: { sales: 0 } } },
          { name: 'Counter 2', blocks: { confirmed: { amount: 4_000 }, unknown: { amount: 700 } } },
        ],
      },
    ])
    expect(await calls.day({ day: dayOf(morning + 86_400_000) })).toMatchObject({
      value: { value: { currencies: [] } },
    })
    const lines = shopDayCsv(day, morning).split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain(",'duka,'Counter 1,TZS,confirmed,1,15000,")
    const { file } = answered(await calls.exportDay({ day: dayOf(morning) }))
    expect(readFileSync(file, 'utf8')).toContain('Counter 2,TZS,unknown,1,700')
    const again = await writeShopDay(folder, day, morning)
    expect(basename(again)).toMatch(/^kaunta-all-tills-.*\.csv$/)
  })

  const hour = 3_600_000
  const confirmedOn = async (session: ShopSession, day: string | null) => {
    const { day: answeredFor, currencies } = answered(await callsIn(session).day({ day }))
    return { day: answeredFor, amount: currencies[0]?.together.confirmed.amount ?? 0 }
  }
  /** A clock of the computer that differs by so much from the service's, which is at `morning`. */
  const offBy = (ms: number) => ({ ...patient, wall: () => morning + ms })
  const seenAt = (ms: number) => {
    const clock = createVirtualClock()
    clock.setForward(ms)
    return clock
  }

  it.each([
    ['26 hours behind', -26 * hour],
    ['26 hours ahead', 26 * hour],
    ['in 2020', Date.UTC(2020, 0, 1) - morning],
  ])(
    'counts what a till sold whose clock is %s on the day that it was by the service',
    async (_what, ms) => {
      const { opened } = await sold('C-1', 15_000, () => asha, seenAt(ms))
      const { session, connected } = sessionOn(shop, one, opened.ledger.links, {
        ...{ clock: offBy(ms), serviceTime: () => morning },
      })
      await connected()
      await shipped(session)
      const day = dayOf(morning)
      expect(await confirmedOn(session, null)).toEqual({ day, amount: 15_000 })
      for (const other of [-48, -24, 24, 48].map(hours => dayOf(morning + hours * hour)))
        expect(await confirmedOn(session, other)).toEqual({ day: other, amount: 0 })
      const [{ arrived } = {}] = await shop.ask('SELECT arrived FROM kaunta.entry')
      expect(dayOf((arrived as Date).getTime())).toBe(dayOf(Date.now()))
      // It says so with its next beat, and all tills name it.
      await session.use(async () => true)
      await vi.waitUntil(async () => {
        const { tills } = answered(await callsIn(session).day({ day: null }))
        return Math.abs((tills[0]?.behindMs ?? 0) + ms) < 1_000
      }, 15_000)
    },
  )

  it("takes the shop database's time where the service's is not known", async () => {
    const { opened } = await sold('C-2')
    const { session, connected } = sessionOn(shop, one, opened.ledger.links, { clock: offBy(0) })
    await connected()
    await shipped(session)
    expect(await confirmedOn(session, null)).toEqual({ day: dayOf(Date.now()), amount: 15_000 })
  })

  it('counts nothing after it came, whatever its till says', async () => {
    const year = 365 * 24 * hour
    const { opened } = await sold('C-3', 15_000, () => asha, seenAt(10 * year))
    const session = await meet(one, opened)
    await shipped(session)
    expect(await confirmedOn(session, null)).toEqual({ day: dayOf(Date.now()), amount: 15_000 })
    const other = callsIn(await meet(two, ledgerIn(newFolder())))
    const [found] = answered(await other.find({ text: 'C-3', limit: 1 }))
    expect(found?.payment.recordedAt).toBeLessThanOrEqual(Date.now())
  })

  it('has what was given back apart, by how it went: nothing else is less', async () => {
    const a = await sold('G-1')
    const { ledger } = a.opened
    const back = { person: asha, at: morning, reason: 'broken' }
    ledger.append(a.paymentId, { ...samples['given-back'], ...back })
    const session = await meet(one, a.opened)
    await shipped(session)
    const day = answered(await callsIn(session).day({ day: dayOf(morning) }))
    const sums = { sales: 1, amount: 15_000 }
    expect(day.currencies).toMatchObject([
      {
        together: { confirmed: sums, cash: { sales: 0 } },
        refunds: { cash: sums, service: { sales: 0 } },
        tills: [{ name: 'Counter 1', blocks: { confirmed: sums }, refunds: { cash: sums } }],
      },
    ])
    const [own] = ledger.day.report(morning).currencies
    expect(day.currencies[0]?.refunds).toEqual(own?.refunds)
    expect(day.currencies[0]?.together).toEqual(own?.blocks)
    const csv = shopDayCsv(day, morning)
    expect(csv).toContain(",'Counter 1,TZS,given back cash,1,15000,")
  })

  it('has the hours of a till’s own day, and those of the same tills a week before', async () => {
    const a = await sold('W-1')
    const { ledger } = a.opened
    const cash = ledger.record(systemRandom.paymentId(morning), inCash(), { body: '' })
    ledger.append(cash.id, {
      ...samples['given-back'],
      person: asha,
      at: morning,
      reason: 'broken',
    })
    // To the millisecond: an hour begins here.
    const { session, connected } = sessionOn(shop, one, ledger.links, {
      ...{ clock: offBy(0), serviceTime: () => morning },
    })
    await connected()
    await shipped(session)
    const day = answered(await callsIn(session).day({ day: dayOf(morning) }))
    const [own] = ledger.day.report(morning).currencies
    expect(own?.hours).toMatchObject([
      { money: { mobile: { sales: 1 }, card: { sales: 0 }, cash: { sales: 1 } } },
    ])
    expect(day.currencies).toMatchObject([{ hours: own?.hours, weekBefore: [] }])
    expect(day.currencies[0]?.tills).toMatchObject([
      { blocks: own?.blocks, refunds: own?.refunds, hours: own?.hours },
    ])

    const later = answered(await callsIn(session).day({ day: dayOf(morning + 7 * 24 * hour) }))
    expect(later.currencies).toEqual([])
    const next = await sold('W-2', 4_000, () => asha, seenAt(7 * 24 * hour))
    await shipped(await meet(two, next.opened))
    const both = answered(await callsIn(session).day({ day: dayOf(morning + 7 * 24 * hour) }))
    expect(both.currencies).toMatchObject([
      { hours: [{ money: { mobile: { amount: 4_000 } } }], weekBefore: own?.hours },
    ])
  })

  it('says what each drawer should hold since its last cash-up, as that till does', async () => {
    const opened = ledgerIn(newFolder())
    const { day } = opened.ledger
    const move = (kind: DrawerEntry['kind'], value: number) =>
      day.drawer.add({
        ...{ draftId: randomUUID(), at: morning, kind, value, currency: 'TZS', person: asha },
        reason: kind === 'float' ? '' : 'change',
      })
    const takeCash = (value: number) =>
      take(opened.ledger, 'inCash', { amount: { currency: 'TZS', value } })
    const own = () => day.report(morning).currencies.map(each => expectedCash(each))
    const session = await meet(one, opened)
    const other = callsIn(await meet(two, ledgerIn(newFolder())))
    const drawers = async () => {
      session.wake()
      return answered(await other.day({ day: null })).drawersNow
    }
    const counter = { till: 'Counter 1', shop: 'duka', currency: 'TZS' }

    move('float', 20_000)
    takeCash(6_000)
    const back = takeCash(1_500)
    const given = { value: 1_500, worth: 1_500, way: 'cash' } as const
    opened.ledger.append(back.id, { ...samples['given-back'], ...given, at: morning })
    move('pay-in', 5_000)
    move('pay-out', 3_200)
    expect(own()).toEqual([27_800])
    await expect.poll(drawers).toEqual([{ ...counter, expected: 27_800 }])

    // It comes there together with the cash-up after it.
    move('pay-in', 1_000)
    closeDay(opened.ledger)
    move('float', 9_000)
    takeCash(500)
    expect(own()).toEqual([9_500])
    await expect.poll(drawers).toEqual([{ ...counter, expected: 9_500 }])

    // What a replaced machine says is no one's word for money.
    await shop.replaceTill(one.till)
    move('pay-in', 70_000)
    session.wake()
    const stored = "SELECT count(*) FROM kaunta.event WHERE subject = 'drawer'"
    await expect.poll(() => shop.ask(stored)).toEqual([{ count: '6' }])
    expect(await drawers()).toEqual([{ ...counter, expected: 9_500 }])
  })

  it('has goods that were handed over twice in its spreadsheet, for both tills', async () => {
    const [a, b] = [await sold('=T-1'), await sold('=T-1')]
    await Promise.all([a.handOver(), b.handOver()])
    const session = await meet(one, a.opened)
    await shipped(session)
    await shipped(await meet(two, b.opened))
    // They are of the day on which it was noticed.
    const { file } = answered(await callsIn(session).exportDay({ day: null }))
    const lines = readFileSync(file, 'utf8').trim().split('\r\n')
    const twice = lines.filter(line => line.includes(',handedOverTwice,'))
    expect(twice.map(line => line.split(',').slice(2, -1))).toEqual([
      ["'duka", "'Counter 1", '', 'handedOverTwice', '', '', '', "'=T-1", "'Counter 2", "'Asha"],
      ["'duka", "'Counter 2", '', 'handedOverTwice', '', '', '', "'=T-1", "'Counter 1", "'Asha"],
    ])
    expect(new Set(lines.map(line => line.split(',').length))).toEqual(new Set([13]))
  })
})
