import { describe, expect, it } from 'vitest'
import { needsResolving } from '../../../../../shared/payment/actions'
import type { Sale } from '../../../../../shared/payment/sale'
import { statusOf } from '../../../../../shared/payment/status'
import { closeDay } from '../../../../support/day-sales'
import { accepted, read } from '../../../../support/payments/answers'
import { morning } from '../../../../support/payments/clock'
import {
  engineOn,
  type OneTillEngine,
  openEngine,
  testEngineSettings,
} from '../../../../support/payments/engine'
import { mobileDraft, saleAfter, samples, unrecognised } from '../../../../support/payments/sales'
import { succeeded } from '../../../../support/results'

/** A counter with one sale that the service took and that then ran out of time. */
async function openExpired() {
  const { ledger, client, clock, engine } = openEngine()
  client.creates = [accepted()]
  client.date = clock.wall
  client.otherwise.read = read('pending')
  const sold = succeeded(engine.request(mobileDraft()))
  await clock.pass(200_000)
  const { id } = sold
  const sale = () => ledger.find(id) as Sale
  expect(sale().phase).toBe('expired')
  return { ledger, client, clock, engine, id, sale }
}

describe('paid after it was settled in cash (money rule 9)', () => {
  it('is paid twice, and a to-do again', async () => {
    const { engine, client, id, sale } = await openExpired()
    expect(engine.resolve(id, 'took notes', 'paid-in-cash').ok).toBe(true)
    expect(needsResolving(sale())).toBe(false)
    client.otherwise.read = read('paid')
    await engine.checkNow(id)
    expect(sale()).toMatchObject({ outcome: 'paid', late: true, paidTwice: 'cash' })
    expect(needsResolving(sale())).toBe(true)
  })

  it.each(['other', 'not-paid', 'seen-in-dashboard'] as const)(
    'is late, and not twice, where it was resolved as %s',
    async how => {
      const { engine, client, id, sale } = await openExpired()
      engine.resolve(id, 'customer left', how)
      expect(statusOf(sale())).toBe('expired')
      client.otherwise.read = read('paid')
      await engine.checkNow(id)
      expect(sale()).toMatchObject({ outcome: 'paid', late: true, paidTwice: null })
      expect(needsResolving(sale())).toBe(true)
    },
  )
})

describe('paid, and cash was taken for the sale that replaced it', () => {
  it('is paid twice, with the other sale named, and no goods go before a person has looked', async () => {
    const { engine, client, clock, id, sale } = await openExpired()
    client.creates = [accepted({ reference: 'R-2', expiresAt: clock.wall() + 600_000 })]
    client.otherwise.read = read('pending', { reference: 'R-2' })
    const again = succeeded(engine.request(mobileDraft({ replaces: id })))
    await clock.pass(5_000)
    expect(engine.takeCash(again.id, 'notes')).toMatchObject({ ok: true })
    client.otherwise.read = read('paid')
    await engine.checkNow(id)
    expect(sale()).toMatchObject({ outcome: 'paid', late: true, paidTwice: again.id })
    expect(engine.handOver(id)).toMatchObject({ code: 'action-not-possible' })
  })

  it.each([
    ['taken', (engine: OneTillEngine, id: string) => engine.takeCash(id, 'notes')],
    [
      'named when it is resolved',
      (engine: OneTillEngine, id: string) => engine.resolve(id, 'took notes', 'paid-in-cash'),
    ],
    [
      'seen in the dashboard',
      (engine: OneTillEngine, id: string) =>
        engine.resolve(id, 'listed as paid', 'seen-in-dashboard'),
    ],
  ] as const)('is paid twice too where the money was %s after that', async (_how, settle) => {
    const { engine, client, clock, id, sale } = await openExpired()
    client.creates = [accepted({ reference: 'R-2', expiresAt: clock.wall() + 100_000 })]
    client.otherwise.read = read('pending', { reference: 'R-2' })
    const again = succeeded(engine.request(mobileDraft({ replaces: id })))
    await clock.pass(200_000)
    client.otherwise.read = read('paid')
    await engine.checkNow(id)
    expect(sale()).toMatchObject({ outcome: 'paid', late: true, paidTwice: null })
    expect(settle(engine, again.id)).toMatchObject({ ok: true })
    expect(sale()).toMatchObject({ paidTwice: again.id })
    expect(needsResolving(sale())).toBe(true)
  })
})

describe('paid, and so was one that replaced it over others in between', () => {
  const word = 'processed_ok'

  /** Requests, and has the service say this of it. */
  async function sell(
    opened: Awaited<ReturnType<typeof openExpired>>,
    replaces: string,
    said: string,
    phone = mobileDraft().phone,
  ) {
    const { engine, client, clock } = opened
    // The prompt of a word without a meaning may still be there (money rule 10).
    await clock.pass(testEngineSettings.promptLifetimeMs)
    const reference = `R-${replaces}-${said}-${clock.monotonic()}`
    client.creates = [accepted({ reference, expiresAt: clock.wall() + 600_000 })]
    client.otherwise.read = read(said, { reference })
    const sold = succeeded(engine.request(mobileDraft({ replaces, phone })))
    await clock.pass(5_000)
    return sold.id
  }

  it('is paid twice over a failed one between them', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, 'failed')
    const third = await sell(opened, second, 'paid')
    opened.client.otherwise.read = read('paid')
    await opened.engine.checkNow(opened.id)
    expect(opened.sale()).toMatchObject({ outcome: 'paid', paidTwice: third })
  })

  it('is paid twice where both replaced one that never was', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, 'paid')
    const third = await sell(opened, opened.id, 'paid')
    expect(opened.ledger.find(third)).toMatchObject({ outcome: 'paid', paidTwice: second })
  })

  it('is paid twice where a meaning says so of both', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, word)
    const third = await sell(opened, second, word, '0754001299')
    expect(opened.engine.classifyStatus(second, 'paid').ok).toBe(true)
    const both = [second, third].map(id => opened.ledger.find(id))
    expect(both).toMatchObject([
      { outcome: 'paid', paidTwice: null },
      { outcome: 'paid', paidTwice: second },
    ])
    expect(needsResolving(both[1] as Sale)).toBe(true)
  })

  it('is said of one that was resolved in cash before its word was explained', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, word)
    expect(opened.engine.resolve(second, 'took notes', 'paid-in-cash').ok).toBe(true)
    const other = await sell(opened, second, word)
    expect(opened.engine.classifyStatus(other, 'paid').ok).toBe(true)
    expect(opened.ledger.find(second)).toMatchObject({ outcome: 'paid', resolution: null })
    expect(opened.ledger.find(second)?.paidTwice).not.toBeNull()
  })
})

describe('failed, charged again, and then the first is paid after all', () => {
  /** The first failed, the second one was paid in its place. */
  async function failedThenCharged() {
    const opened = await openExpired()
    const { engine, client, clock } = opened
    client.creates = [accepted({ reference: 'R-2', expiresAt: clock.wall() + 600_000 })]
    client.otherwise.read = read('declined', { reference: 'R-2' })
    const second = succeeded(engine.request(mobileDraft({ replaces: opened.id })))
    await clock.pass(5_000)
    client.creates = [accepted({ reference: 'R-3', expiresAt: clock.wall() + 600_000 })]
    client.otherwise.read = read('paid', { reference: 'R-3' })
    const third = engine.request(mobileDraft({ replaces: second.id }))
    if (!third.ok) throw new Error(third.message)
    await clock.pass(5_000)
    client.calls.length = 0
    client.otherwise.read = ({ text }) =>
      read(text === 'R-1' ? 'pending' : 'paid', { reference: text })
    const failed = () => opened.ledger.find(second.id) as Sale
    expect(failed()).toMatchObject({ outcome: 'failed' })
    return { ...opened, failed, third: third.value.id }
  }

  it.each(['check all', 'the next start', 'a read by hand'])(
    'is paid twice, and a to-do: %s finds it (money rule 9)',
    async when => {
      const { engine, client, clock, ledger, failed, third } = await failedThenCharged()
      if (when === 'check all') engine.checkAll()
      else if (when === 'a read by hand') await engine.checkNow(failed().id)
      else {
        await engine.stop()
        engineOn({ ledger, client, clock }).engine.start()
      }
      await clock.pass(5_000)
      expect(failed()).toMatchObject({
        outcome: 'failed',
        contradiction: 'paid',
        contradictedByPaid: true,
        paidTwice: third,
      })
      expect(needsResolving(failed())).toBe(true)
    },
  )

  it('is asked about no more once it is known, and the expired one before it is', async () => {
    const { engine, client, clock } = await failedThenCharged()
    engine.checkAll()
    await clock.pass(5_000)
    const references = () => client.calls.map(({ text }) => text).sort((a, b) => (a < b ? -1 : 1))
    expect(references()).toEqual(['R-1', 'R-2'])
    client.calls.length = 0
    void engine.checkClosed()
    await clock.pass(5_000)
    expect(references()).toEqual(['R-1'])
  })

  it('is found from the other side, where the second is paid after that', async () => {
    const opened = await openExpired()
    const { engine, client, clock, ledger, id } = opened
    client.otherwise.read = read('declined')
    await clock.pass(2_000)
    await engine.checkNow(id)
    client.creates = [accepted({ reference: 'R-2', expiresAt: clock.wall() + 600_000 })]
    client.otherwise.read = read('pending', { reference: 'R-2' })
    const second = succeeded(engine.request(mobileDraft({ replaces: id })))
    await clock.pass(3_000)
    client.otherwise.read = ({ text }) => read('paid', { reference: text })
    await engine.checkNow(id)
    expect(ledger.find(id)).toMatchObject({ contradictedByPaid: true, paidTwice: null })
    await clock.pass(20_000)
    expect(ledger.find(second.id)).toMatchObject({ outcome: 'paid', paidTwice: id })
  })
})

describe('the sales that may still turn out paid', () => {
  it('are the last accepted ones without money, newest first, for three periods of the shop', async () => {
    const { ledger, id } = await openExpired()
    const ids = () => ledger.mayStillBePaid(10).map(sale => sale.id)
    expect(ids()).toEqual([id])
    ledger.append(id, { type: 'resolved', at: morning, reason: '', how: 'not-paid', person: null })
    expect(ids()).toEqual([id])
    expect(ledger.mayStillBePaid(0)).toEqual([])
    for (const _ of [1, 2]) closeDay(ledger)
    expect(ids()).toEqual([id])
    closeDay(ledger)
    expect(ids()).toEqual([])
  })
})

describe('a word that turns out to mean paid', () => {
  it('is late where the till had given up before it came', () => {
    const meaning = samples['status-classified']
    const start = [samples['attempt-started'], samples.accepted] as const
    expect(saleAfter(...start, unrecognised, meaning).late).toBe(false)
    const late = saleAfter(...start, samples.expired, unrecognised, samples.resolved, meaning)
    expect(late).toMatchObject({ outcome: 'paid', late: true, resolution: null })
    expect(saleAfter(...start, samples['stopped-waiting'], unrecognised, meaning).late).toBe(true)
  })
})
