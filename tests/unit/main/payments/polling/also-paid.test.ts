import { describe, expect, it } from 'vitest'
import { needsResolving } from '../../../../../shared/payment/actions'
import type { Payment } from '../../../../../shared/payment/payment'
import { statusOf } from '../../../../../shared/payment/status'
import { closeDay } from '../../../../support/day-payments'
import { accepted, read } from '../../../../support/payments/answers'
import { morning } from '../../../../support/payments/clock'
import {
  engineOn,
  type OneTillEngine,
  openEngine,
  testEngineSettings,
} from '../../../../support/payments/engine'
import {
  mobileDraft,
  paymentAfter,
  samples,
  unrecognised,
} from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'

/** A counter with one payment that the service took and that then ran out of time. */
async function openExpired() {
  const opened = openEngine()
  const { ledger, client, clock, engine } = opened
  client.creates = [accepted()]
  client.date = clock.wall
  client.otherwise.read = read('pending')
  const { id } = succeeded(engine.presses.request(mobileDraft()))
  await clock.pass(200_000)
  const payment = () => ledger.find(id) as Payment
  expect(payment().phase).toBe('expired')
  /** Charges again in the place of a payment, and has the service say this of it. */
  async function replace(
    replaces: string,
    said: string,
    { reference = 'R-2', lasts = 600_000, phone = mobileDraft().phone } = {},
  ) {
    client.creates = [accepted({ reference, expiresAt: clock.wall() + lasts })]
    client.otherwise.read = read(said, { reference })
    const again = succeeded(engine.presses.request(mobileDraft({ replaces, phone })))
    await clock.pass(5_000)
    return again.id
  }
  return { ...opened, id, payment, replace }
}

describe('paid after it was settled in cash (money rule 9)', () => {
  it('is paid twice, and a to-do again', async () => {
    const { engine, client, id, payment } = await openExpired()
    expect(engine.sales.resolve(id, 'took notes', 'paid-in-cash').ok).toBe(true)
    expect(needsResolving(payment())).toBe(false)
    client.otherwise.read = read('paid')
    await engine.actions.checkNow(id)
    expect(payment()).toMatchObject({ outcome: 'paid', late: true, alsoPaid: null })
    expect(needsResolving(payment())).toBe(true)
  })

  it.each([
    ['late', 'other'],
    ['late', 'not-paid'],
    ['plainly paid', 'seen-in-dashboard'],
  ] as const)('is %s, and not twice, where it was resolved as %s', async (ends, how) => {
    const { engine, client, id, payment } = await openExpired()
    engine.sales.resolve(id, 'customer left', how)
    expect(statusOf(payment())).toBe('expired')
    client.otherwise.read = read('paid')
    await engine.actions.checkNow(id)
    const late = ends === 'late'
    expect(payment()).toMatchObject({ outcome: 'paid', late, alsoPaid: null })
    expect(needsResolving(payment())).toBe(late)
  })
})

describe('paid, and cash was taken for the payment that replaced it', () => {
  it('is late, a to-do, and names the other payment', async () => {
    const { engine, client, id, payment, replace } = await openExpired()
    const again = await replace(id, 'pending')
    expect(engine.sales.takeCash(again, 'notes')).toMatchObject({ ok: true })
    client.otherwise.read = read('paid')
    await engine.actions.checkNow(id)
    expect(payment()).toMatchObject({ outcome: 'paid', late: true, alsoPaid: again })
    expect(needsResolving(payment())).toBe(true)
  })

  async function openPaidAfterAll() {
    const opened = await openExpired()
    const again = await opened.replace(opened.id, 'pending', { lasts: 100_000 })
    await opened.clock.pass(200_000)
    opened.client.otherwise.read = read('paid')
    await opened.engine.actions.checkNow(opened.id)
    expect(opened.payment()).toMatchObject({ outcome: 'paid', late: true, alsoPaid: null })
    return { ...opened, again }
  }

  it('is paid twice too where the money was seen in the dashboard after that', async () => {
    const { engine, payment, again } = await openPaidAfterAll()
    expect(engine.sales.resolve(again, 'listed', 'seen-in-dashboard')).toMatchObject({ ok: true })
    expect(payment()).toMatchObject({ alsoPaid: again })
    expect(needsResolving(payment())).toBe(true)
  })

  it.each<[string, (engine: OneTillEngine, id: string) => unknown]>([
    ['taken', (engine, id) => engine.sales.takeCash(id, 'notes')],
    ['said', (engine, id) => engine.sales.resolve(id, 'notes', 'paid-in-cash')],
  ])('and no cash can be %s after that: the sale lacks nothing', async (_how, settle) => {
    const { engine, payment, again } = await openPaidAfterAll()
    expect(settle(engine, again)).toMatchObject({ ok: false, code: 'action-not-possible' })
    expect(payment()).toMatchObject({ alsoPaid: null })
  })
})

describe('paid, and so was one that replaced it over others in between', () => {
  const word = 'processed_ok'

  async function sell(
    opened: Awaited<ReturnType<typeof openExpired>>,
    replaces: string,
    said: string,
    phone = mobileDraft().phone,
  ) {
    // The prompt of a word without a meaning may still be there (money rule 10).
    await opened.clock.pass(testEngineSettings.promptLifetimeMs)
    const reference = `R-${replaces}-${said}-${opened.clock.monotonic()}`
    return opened.replace(replaces, said, { reference, phone })
  }

  it('is paid twice over a failed one between them', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, 'failed')
    const third = await sell(opened, second, 'paid')
    opened.client.otherwise.read = read('paid')
    await opened.engine.actions.checkNow(opened.id)
    expect(opened.payment()).toMatchObject({ outcome: 'paid', alsoPaid: third })
  })

  it('is paid twice where both replaced one that never was', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, 'paid')
    const third = await sell(opened, opened.id, 'paid')
    expect(opened.ledger.find(third)).toMatchObject({ outcome: 'paid', alsoPaid: second })
  })

  it('is paid twice where a meaning says so of both', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, word)
    const third = await sell(opened, second, word, '0754001299')
    expect(opened.engine.actions.classifyStatus(second, 'paid').ok).toBe(true)
    expect(opened.ledger.find(second)).toMatchObject({ outcome: 'paid', alsoPaid: null })
    const last = opened.ledger.find(third) as Payment
    expect(last).toMatchObject({ outcome: 'paid', alsoPaid: second })
    expect(needsResolving(last)).toBe(true)
  })

  it('is not where the word means failed', async () => {
    const opened = await openExpired()
    await sell(opened, opened.id, 'paid')
    const other = await sell(opened, opened.id, word)
    expect(opened.engine.actions.classifyStatus(other, 'failed').ok).toBe(true)
    expect(opened.ledger.find(other)).toMatchObject({ outcome: 'failed', alsoPaid: null })
  })

  it('is said of one that was resolved in cash before its word was explained', async () => {
    const opened = await openExpired()
    const second = await sell(opened, opened.id, word)
    expect(opened.engine.sales.resolve(second, 'took notes', 'paid-in-cash').ok).toBe(true)
    const other = await sell(opened, second, word)
    expect(opened.engine.actions.classifyStatus(other, 'paid').ok).toBe(true)
    expect(opened.ledger.find(second)).toMatchObject({ outcome: 'paid', resolution: null })
    expect(opened.ledger.find(second)?.alsoPaid).not.toBeNull()
  })
})

describe('failed, charged again, and then the first is paid after all', () => {
  /** The first failed, the second one was paid in its place. */
  async function failedThenCharged() {
    const opened = await openExpired()
    const { client, replace } = opened
    const second = await replace(opened.id, 'declined')
    const third = await replace(second, 'paid', { reference: 'R-3' })
    client.calls.length = 0
    client.otherwise.read = ({ text }) =>
      read(text === 'R-1' ? 'pending' : 'paid', { reference: text })
    const failed = () => opened.ledger.find(second) as Payment
    expect(failed()).toMatchObject({ outcome: 'failed' })
    return { ...opened, failed, third }
  }

  it.each(['check all', 'the next start', 'a read by hand'])(
    'is paid twice, and a to-do: %s finds it (money rule 9)',
    async when => {
      const { engine, client, clock, ledger, failed, third } = await failedThenCharged()
      if (when === 'check all') engine.openPayments.checkAll()
      else if (when === 'a read by hand') await engine.actions.checkNow(failed().id)
      else {
        await engine.stop()
        engineOn({ ledger, client, clock }).engine.start()
      }
      await clock.pass(5_000)
      expect(failed()).toMatchObject({
        outcome: 'failed',
        contradiction: 'paid',
        contradictedByPaid: true,
        alsoPaid: third,
      })
      expect(needsResolving(failed())).toBe(true)
    },
  )

  it('is asked about no more once it is known, and the expired one before it is', async () => {
    const { engine, client, clock } = await failedThenCharged()
    engine.openPayments.checkAll()
    await clock.pass(5_000)
    const references = () => client.calls.map(({ text }) => text)
    expect(references().toSorted()).toEqual(['R-1', 'R-2'])
    client.calls.length = 0
    void engine.openPayments.checkClosed()
    await clock.pass(5_000)
    expect(references()).toEqual(['R-1'])
  })

  it('is found from the other side, where the second is paid after that', async () => {
    const opened = await openExpired()
    const { engine, client, clock, ledger, id, replace } = opened
    client.otherwise.read = read('declined')
    await clock.pass(2_000)
    await engine.actions.checkNow(id)
    const second = await replace(id, 'pending')
    client.otherwise.read = ({ text }) => read('paid', { reference: text })
    await engine.actions.checkNow(id)
    expect(ledger.find(id)).toMatchObject({ contradictedByPaid: true, alsoPaid: null })
    await clock.pass(20_000)
    expect(ledger.find(second)).toMatchObject({ outcome: 'paid', alsoPaid: id })
  })
})

describe('two payments of one sale', () => {
  const of = (value: number) => ({ money: { currency: 'TZS', value } })

  it.each([
    ['was paid', [['paid', 5_000]]],
    [
      'failed, and was paid after all',
      [
        ['declined', 5_000],
        ['paid', 5_000],
      ],
    ],
    [
      'was paid, and is in doubt now',
      [
        ['declined', 5_000],
        ['paid', 5_000],
        ['paid', 1],
      ],
    ],
  ] as const)('are both due where each is a part of it and the first %s', async (_, answers) => {
    const { engine, client, clock, ledger } = openEngine()
    client.creates = [accepted(of(5_000)), accepted({ reference: 'R-2', ...of(10_000) })]
    const part = mobileDraft({ value: 5_000, total: 15_000 })
    const { id, sale } = succeeded(engine.presses.request(part))
    for (const [word, value] of answers) {
      client.otherwise.read = read(word, of(value))
      await clock.pass(5_000)
      await engine.actions.checkNow(id)
    }
    expect(ledger.sales.view(id)).toMatchObject({ has: 5_000 })
    client.otherwise.read = read('paid', { reference: 'R-2', ...of(10_000) })
    const rest = { value: 10_000, total: 15_000, sale }
    const other = succeeded(engine.presses.request(mobileDraft(rest)))
    await clock.pass(5_000)
    expect(ledger.find(other.id)).toMatchObject({ outcome: 'paid', alsoPaid: null })
  })

  it('are paid twice where what came for the first is about another amount (money rule 12)', async () => {
    const { engine, client, clock, ledger, id, payment, replace } = await openExpired()
    for (const answer of [read('declined'), read('paid', of(1))]) {
      client.otherwise.read = answer
      await clock.pass(5_000)
      await engine.actions.checkNow(id)
    }
    expect(payment()).toMatchObject({ outcome: 'failed', mismatch: { answered: '1' } })
    const second = await replace(id, 'paid')
    expect(ledger.find(second)).toMatchObject({ outcome: 'paid', alsoPaid: id })
  })
})

describe('the payments that may still turn out paid', () => {
  it('are the last accepted ones without money, newest first, for three periods of the shop', async () => {
    const { ledger, id } = await openExpired()
    const ids = () => ledger.mayStillBePaid(10).map(payment => payment.id)
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
    expect(paymentAfter(...start, unrecognised, meaning).late).toBe(false)
    const late = paymentAfter(...start, samples.expired, unrecognised, samples.resolved, meaning)
    expect(late).toMatchObject({ outcome: 'paid', late: true, resolution: null })
    expect(paymentAfter(...start, samples['stopped-waiting'], unrecognised, meaning).late).toBe(
      true,
    )
  })
})
