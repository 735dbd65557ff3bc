import { describe, expect, it } from 'vitest'
import type { ServiceResponse } from '../../../../../electron/main/service'
import { withMethods } from '../../../../support/parts'
import {
  accepted,
  read,
  refused,
  statusRead,
  unintelligible,
  unreachable,
} from '../../../../support/payments/answers'
import { createVirtualClock, morning, settled } from '../../../../support/payments/clock'
import { engineOn, openEngine, testEngineSettings } from '../../../../support/payments/engine'
import { cardDraft, mobileDraft } from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'

const expiresAt = morning + 120_000
const hour = 3_600_000
const day = 24 * hour

/** A counter with one pending payment, on a real ledger, a scripted service and virtual time. */
async function open() {
  const opened = openEngine()
  const { ledger, client, clock, engine } = opened
  client.date = clock.wall
  client.creates.push(accepted({ expiresAt }))
  const { id } = succeeded(engine.presses.request(mobileDraft()))
  await settled()
  return {
    ...opened,
    id,
    payment: () => ledger.find(id),
    reads: () => client.calls.filter(call => call.operation.startsWith('read')),
    types: () => ledger.history(id).map(event => event.type),
  }
}

describe('a pending payment', () => {
  it('is read by the plan; reads that say nothing new leave no trace', async () => {
    const { client, clock, reads, types } = await open()
    client.otherwise.read = read('pending')
    const counts: number[] = []
    for (const gap of [2_000, 5_500, 3_000, 2_964]) {
      await clock.pass(gap - 1)
      counts.push(reads().length)
      await clock.pass(1)
    }
    expect(counts).toEqual([0, 1, 2, 3])
    expect(types()).toEqual(['recorded', 'attempt-started', 'accepted'])
  })

  it('by card is read as one: the mobile endpoint does not know it', async () => {
    const { client, clock, engine } = openEngine()
    client.creates.push(accepted({ expiresAt }))
    client.otherwise.read = read('pending')
    succeeded(engine.presses.request(cardDraft()))
    await clock.pass(10_000)
    const operations = client.calls.map(({ operation }) => operation)
    expect(new Set(operations)).toEqual(new Set(['create-card', 'read-card']))
  })

  it('is read once more when a callback comes while a read is under way', async () => {
    const { client, clock, engine, id, payment, reads } = await open()
    const answer = client.holdRead()
    client.otherwise.read = read('completed')
    await clock.pass(2_000)
    expect(reads()).toHaveLength(1)
    engine.openPayments.readSoon(id)
    engine.openPayments.readSoon(id)
    answer(read('pending'))
    await clock.pass(250)
    expect(reads()).toHaveLength(2)
    expect(payment()?.outcome).toBe('paid')
  })

  it.each([
    ['expired', 'pending', { late: true }],
    ['without a result: its word has no meaning', 'PROCESSING', { late: false }],
  ])('is read once for a callback although it is %s', async (_name, said, after) => {
    const { client, clock, engine, id, payment, reads } = await open()
    client.otherwise.read = read(said)
    await clock.pass(hour)
    expect(payment()?.outcome).not.toBe('paid')
    const before = reads().length
    client.otherwise.read = read('completed')
    engine.openPayments.readSoon(id)
    await clock.pass(hour)
    expect(reads().length - before).toBe(1)
    expect(payment()).toMatchObject({ phase: 'settled', outcome: 'paid', ...after })
    engine.openPayments.readSoon(id)
    await clock.pass(hour)
    expect(reads().length - before).toBe(1)
  })

  it('that answered in two words is read until its end, and no longer', async () => {
    const { client, clock, payment, reads } = await open()
    const { facts } = statusRead('COMPLETED')
    client.otherwise.read = read('COMPLETED', { facts: { ...facts, words: ['PAID', 'FAILED'] } })
    await clock.pass(60_000)
    expect(payment()?.outcome).toBe('unrecognised')
    const before = reads().length
    await clock.pass(60_000)
    expect(reads().length).toBeGreaterThan(before)
    const atEnd = reads().length
    await clock.pass(6 * hour)
    expect(reads().length).toBeLessThanOrEqual(atEnd + 1)
  })

  it.each<[string, ServiceResponse<never>]>([
    ['no network', unreachable('no')],
    ['a page', unintelligible('not-json')],
    ['a refusal', refused(400)],
  ])('stays pending and is read again as soon after %s', async (_name, answer) => {
    const { client, clock, payment, reads, types } = await open()
    client.reads.push(answer, answer)
    client.otherwise.read = read('completed')
    await clock.pass(8_000)
    expect(reads()).toHaveLength(2)
    expect(payment()).toMatchObject({ phase: 'pending', outcome: null })
    await clock.pass(10_000)
    expect(payment()?.outcome).toBe('paid')
    expect(types().slice(3)).toEqual(['status-read', 'settled'])
  })

  it('that no person waits for any more is read all the same, and paid then is late', async () => {
    const { client, clock, engine, id, payment } = await open()
    expect(engine.actions.stopWaiting(id).ok).toBe(true)
    client.otherwise.read = read('completed')
    await clock.pass(2_000)
    expect(payment()).toMatchObject({ outcome: 'paid', late: true })
  })
})

describe('a read by hand', () => {
  it('joins the one under way and gives its result', async () => {
    const { client, clock, engine, id, reads } = await open()
    client.reads.push(async () => {
      await settled()
      return read('completed')
    })
    const passing = clock.pass(2_000)
    const checked = engine.actions.checkNow(id)
    await passing
    expect(await checked).toMatchObject({ ok: true, value: { outcome: 'paid' } })
    expect(reads()).toHaveLength(1)
  })

  it('goes at once, is on record, and polling goes on behind it', async () => {
    const { client, clock, engine, id, reads, types } = await open()
    client.otherwise.read = read('pending')
    expect(await engine.actions.checkNow(id)).toMatchObject({
      ok: true,
      value: { phase: 'pending' },
    })
    expect(types().at(-1)).toBe('status-read')
    await clock.pass(5_500)
    expect(reads()).toHaveLength(2)
  })

  it('that brings the result leaves no timer behind', async () => {
    const { client, clock, engine, id, reads } = await open()
    client.otherwise.read = read('completed')
    await engine.actions.checkNow(id)
    expect(clock.alarms()).toBe(0)
    await clock.pass(60_000)
    expect(reads()).toHaveLength(1)
  })

  it('that cannot be had says so and changes nothing', async () => {
    const { client, engine, id, payment } = await open()
    const before = payment()
    client.reads.push(unreachable('no', 'dns'))
    const failed = { ok: false, code: 'read-failed', message: 'unreachable: dns' }
    expect(await engine.actions.checkNow(id)).toEqual(failed)
    expect(payment()).toEqual(before)
  })
})

describe('a read by hand within two seconds of an answer', () => {
  it('asks again where the computer slept in between: its monotonic clock stopped', async () => {
    const { client, clock, engine, id, reads } = await open()
    client.otherwise.read = read('pending')
    await engine.actions.checkNow(id)
    client.otherwise.read = read('completed')
    clock.setForward(541_000)
    expect(await engine.actions.checkNow(id)).toMatchObject({
      ok: true,
      value: { outcome: 'paid' },
    })
    expect(reads()).toHaveLength(2)
  })

  it('says that the service could not be asked, where it could not', async () => {
    const { client, clock, engine, id, reads } = await open()
    client.reads.push(unreachable('no', 'dns'))
    client.otherwise.read = read('pending')
    for (const _ of [1, 2])
      expect(await engine.actions.checkNow(id)).toMatchObject({ code: 'read-failed' })
    expect(reads()).toHaveLength(1)
    await clock.pass(2_000)
    expect((await engine.actions.checkNow(id)).ok).toBe(true)
  })
})

describe('expiry (§4.4)', () => {
  it('does not come by a read within the doubt of the clock, a person’s either', async () => {
    const { client, clock, engine, id, payment } = await open()
    client.otherwise.read = read('pending')
    await clock.pass(121_000)
    expect((await engine.actions.checkNow(id)).ok).toBe(true)
    expect(payment()?.phase).toBe('pending')
  })

  it('does not come by one answer whose date is a day ahead', async () => {
    const { client, clock, payment, reads } = await open()
    client.otherwise.read = () => {
      const ahead = reads().length === 5 ? day : 0
      return read('pending', {}, Math.floor((clock.wall() + ahead) / 1_000) * 1_000)
    }
    await clock.pass(100_000)
    expect(reads().length).toBeGreaterThan(6)
    expect(payment()?.phase).toBe('pending')
    await clock.pass(40_000)
    expect(payment()?.phase).toBe('expired')
  })

  it('does not come when the last read brings the result', async () => {
    const { client, clock, payment } = await open()
    client.otherwise.read = () => read(clock.wall() > expiresAt ? 'completed' : 'pending')
    await clock.pass(122_000)
    expect(payment()).toMatchObject({ phase: 'settled', outcome: 'paid', late: false })
  })

  it('needs a read that began at or after it: a slow one that began before does not count', async () => {
    const { client, clock, id, ledger, payment, reads } = await open()
    const answers = [client.holdRead(), client.holdRead()]
    await clock.pass(130_000)
    expect(reads()).toHaveLength(1)
    answers[0]?.(read('pending'))
    await clock.pass(0)
    expect(payment()?.phase).toBe('pending')
    // More than two minutes old, it is asked about every twelfth part of its age.
    await clock.pass(10_400)
    answers[1]?.(read('pending'))
    await clock.pass(0)
    expect(payment()?.phase).toBe('expired')
    expect(ledger.history(id).at(-1)).toMatchObject({ type: 'expired', answered: true })
  })

  it('comes without an answer once there was none for a day after the end, and once alone', async () => {
    const { client, clock, engine, id, ledger, payment, types } = await open()
    client.otherwise.read = unreachable('no')
    await clock.pass(day + 100_000)
    expect(payment()?.phase).toBe('pending')
    await clock.pass(2 * hour)
    expect(ledger.history(id).at(-1)).toMatchObject({ type: 'expired', answered: false })
    expect((await engine.actions.checkNow(id)).ok).toBe(false)
    expect(types().filter(type => type === 'expired')).toHaveLength(1)
  })

  it.each([hour, -hour])(
    "runs on the service's clock when the shop's jumps by %d ms",
    async jump => {
      const { client, clock, payment } = await open()
      const started = clock.monotonic()
      client.date = () => morning + clock.monotonic() - started
      client.otherwise.read = read('pending')
      await clock.pass(10_000)
      clock.setForward(jump)
      await clock.pass(105_000)
      expect(payment()?.phase).toBe('pending')
      await clock.pass(20_000)
      expect(payment()?.phase).toBe('expired')
    },
  )

  it("is judged on the service's clock from the first answer after a restart", async () => {
    const first = await open()
    first.close()
    const { ledger, client, clock, engine } = openEngine({ folder: first.folder })
    clock.setForward(hour)
    client.otherwise.read = read('pending', {}, morning + 10_000)
    engine.start()
    await clock.pass(1_000)
    expect(client.calls.length).toBeGreaterThan(0)
    expect(ledger.find(first.id)?.phase).toBe('pending')
  })

  it('does not come by the computer’s clock after a restart, before the till has watched for its own limit', async () => {
    const first = await open()
    first.close()
    const { ledger, client, clock, engine } = openEngine({ folder: first.folder })
    clock.setForward(hour)
    client.otherwise.read = read('pending')
    engine.start()
    await clock.pass(testEngineSettings.assumedLifetimeMs - 1_000)
    expect(client.calls.length).toBeGreaterThan(0)
    expect(ledger.find(first.id)?.phase).toBe('pending')
    await clock.pass(hour)
    expect(ledger.find(first.id)?.phase).toBe('expired')
  })

  it('does not come by a read of a new run that a sleep cut in two', async () => {
    const first = await open()
    first.close()
    const { ledger, client, clock, engine } = openEngine({ folder: first.folder })
    // The monotonic clock stands still while the computer sleeps.
    client.reads.push(() => {
      clock.setForward(600_000)
      return read('pending', {}, clock.wall())
    })
    const before: unknown[] = []
    client.otherwise.read = () => {
      before.push(ledger.find(first.id)?.phase)
      return read('pending', {}, clock.wall())
    }
    engine.start()
    // The first read began before expiry and was answered after it: the next one follows at once.
    await clock.pass(1_000)
    expect(before).toEqual(['pending'])
    expect(ledger.find(first.id)?.phase).toBe('expired')
  })
})

describe('expiry where the time is in doubt', () => {
  const lifetime = testEngineSettings.assumedLifetimeMs

  /** A till whose wall clock is `ahead`; the service tells no time unless the test lets it. */
  async function openWith(ahead: number, endsAt: number | null, date: number | null = null) {
    const { ledger, client, clock, engine } = openEngine()
    const started = clock.monotonic()
    clock.setForward(ahead)
    client.creates.push(accepted({ expiresAt: endsAt }))
    client.otherwise.read = read('pending')
    client.date = date === null ? null : () => date
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    await settled()
    const phase = () => ledger.find(id)?.phase
    return { client, clock, phase, truth: () => morning + clock.monotonic() - started }
  }

  it.each([
    ['a wall clock that runs ahead, before the till has watched for its own limit', hour, 0, 1],
    ['a `Date` hours ahead that the acceptance did not carry', 0, 3 * hour, 1],
    ['that limit alone, where the service named a later end', 0, 0, 3],
  ])('does not come by %s', async (_, wallAhead, dateAhead, lifetimes) => {
    const endsAt = lifetimes === 1 ? expiresAt : morning + lifetimes * lifetime
    const { client, clock, phase, truth } = await openWith(wallAhead, endsAt)
    if (dateAhead > 0) client.date = () => truth() + dateAhead
    await clock.pass(lifetimes * lifetime)
    expect(phase()).toBe('pending')
    await clock.pass(20_000)
    expect(phase()).toBe('expired')
  })

  it('does not come by an end that cannot be true, where the acceptance was long on its way', async () => {
    const { ledger, client, clock, engine } = openEngine()
    const slow = 14_000
    // The service's clock is 100 s ahead: by it the payment ends 20 s after its acceptance.
    const ahead = 100_000
    const created = accepted({ expiresAt: morning + slow + ahead + 20_000 })
    client.creates.push(() => new Promise(resolve => clock.after(slow, () => resolve(created))))
    client.otherwise.read = read('pending')
    const { id } = succeeded(engine.presses.request(mobileDraft()))
    await clock.pass(slow)
    client.date = () => clock.wall() + ahead
    await clock.pass(lifetime)
    expect(ledger.find(id)?.phase).toBe('pending')
    await clock.pass(20_000)
    expect(ledger.find(id)?.phase).toBe('expired')
  })

  it.each([0, 3, -3].flatMap(wall => [3, -3].map(date => [wall, date] as const)))(
    'comes after the till’s own limit, with a wall clock %d days and a first date %d days ahead',
    async (wall, date) => {
      const opened = await openWith(wall * day, null, morning + date * day)
      const { client, clock, phase, truth } = opened
      client.date = truth
      await clock.pass(lifetime)
      expect(phase()).toBe('pending')
      // Where both clocks lay behind, it is three days old by the one that was put right: read hourly.
      await clock.pass(wall < 0 && date < 0 ? 1.1 * hour : 20_000)
      expect(phase()).toBe('expired')
    },
  )

  it('assumes an end by the wall clock where the only date there is puts the time forward', async () => {
    const { ledger, client, engine } = openEngine()
    client.date = () => morning + day
    client.creates.push(accepted({ expiresAt: null }))
    engine.presses.request(mobileDraft())
    await settled()
    expect(ledger.recent(1)[0]?.expiresAt).toBe(morning + lifetime)
  })
})

describe('stopping', () => {
  it('ends the read in flight, changes nothing, and starts nothing more', async () => {
    const { client, clock, engine, payment, reads, faults } = await open()
    await clock.pass(2_000)
    const before = payment()
    await engine.stop()
    await clock.pass(600_000)
    expect(client.hanging()).toBe(0)
    expect(reads()).toHaveLength(1)
    expect(payment()).toEqual(before)
    expect(clock.alarms()).toBe(0)
    expect(faults).toEqual([])
  })

  it('lets a person who waits know', async () => {
    const { engine, id } = await open()
    const checked = engine.actions.checkNow(id)
    await engine.stop()
    expect(await checked).toMatchObject({ ok: false, code: 'read-failed' })
  })
})

describe('a fault of the ledger', () => {
  it('while a result is written reaches the till and the person who asked', async () => {
    const { ledger, client, id, payment } = await open()
    client.otherwise.read = read('completed')
    const broken = withMethods(ledger, { append: () => expect.fail('disk') })
    const clock = createVirtualClock()
    const { engine, faults } = engineOn({ ledger: broken, client, clock })
    engine.start()
    await clock.pass(0)
    expect(faults).toHaveLength(1)
    await expect(engine.actions.checkNow(id)).rejects.toThrow('disk')
    expect(payment()?.phase).toBe('pending')
  })
})
