import { describe, expect, it } from 'vitest'
import { accepted, read, throttled, unreachable } from '../../../../support/payments/answers'
import { morning, settled } from '../../../../support/payments/clock'
import { openEngine } from '../../../../support/payments/engine'
import { mobileDraft } from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'

/** A counter with one pending payment that has been read until its gaps are long. */
async function open() {
  const { ledger, client, clock, engine } = openEngine()
  client.creates.push(accepted({ expiresAt: morning + 86_400_000 }))
  client.otherwise.read = read('pending')
  succeeded(engine.presses.request(mobileDraft()))
  // The gaps grow from a minute and a half on (docs/decisions/0008).
  await clock.pass(240_000)
  client.calls.length = 0
  return { client, clock, engine, ledger }
}

/** Reads from here to the end of so many ms. */
async function readsIn(ms: number, { client, clock }: Awaited<ReturnType<typeof open>>) {
  client.calls.length = 0
  await clock.pass(ms)
  return client.calls.length
}

describe('what is open is read at once', () => {
  it('not without a cause', async () => {
    const world = await open()
    const next = []
    while (next.length < 3) {
      if ((await readsIn(100, world)) > 0) next.push(world.clock.monotonic())
    }
    expect((next[2] ?? 0) - (next[0] ?? 0)).toBeGreaterThan(15_000)
  })

  it('when the computer resumes', async () => {
    const world = await open()
    while ((await readsIn(100, world)) === 0);
    expect(await readsIn(500, world)).toBe(0)
    world.engine.wake()
    expect(world.client.calls).toHaveLength(1)
    expect(await readsIn(500, world)).toBe(0)
  })

  it('when the computer resumes while a read is on the wire: its answer may be from before', async () => {
    const world = await open()
    const answer = world.client.holdRead()
    while ((await readsIn(100, world)) === 0);
    world.engine.wake()
    answer(read('pending'))
    expect(await readsIn(500, world)).toBe(1)
  })

  it.each([3_600_000, -3_600_000, 2_100, -2_100])(
    'when the clock jumps by %d ms, within five seconds',
    async jump => {
      const world = await open()
      while ((await readsIn(100, world)) === 0);
      world.clock.setForward(jump)
      expect(await readsIn(5_000, world)).toBe(1)
    },
  )

  it('but not for a clock that is only adjusted', async () => {
    const world = await open()
    while ((await readsIn(100, world)) === 0);
    world.clock.setForward(1_900)
    expect(await readsIn(5_000, world)).toBe(0)
  })

  it('when the service is back, no matter which call found out', async () => {
    const world = await open()
    const { client, engine } = world
    while ((await readsIn(100, world)) === 0);
    client.creates.push(unreachable('no'), unreachable('no'), accepted({ reference: 'R-2' }))
    engine.presses.request(mobileDraft({ phone: '0754001299' }))
    await world.clock.pass(600)
    client.calls.length = 0
    await world.clock.pass(1_000)
    expect(client.calls.map(({ text }) => text).slice(1)).toEqual(['R-1'])
  })
})

describe('while nothing is open', () => {
  it('nothing beats', async () => {
    const { client, clock } = await open()
    expect(clock.alarms()).toBeGreaterThan(0)
    client.otherwise.read = read('completed')
    await clock.pass(20_000)
    expect(clock.alarms()).toBe(0)
  })
})

describe('a payment that waits is held', () => {
  type World = Awaited<ReturnType<typeof open>>

  it.each<[string, (world: World) => unknown]>([
    [
      'at once when the computer slept, not when its own timer ends',
      ({ clock, engine }) => {
        clock.setForward(3_600_000)
        engine.wake()
      },
    ],
    [
      'within five seconds of a clock that was set',
      ({ clock }) => {
        clock.setForward(3_600_000)
        return clock.pass(5_000)
      },
    ],
    [
      'after a sleep though the clock had been set back, a beat before',
      async ({ clock, engine }) => {
        clock.setBack(86_400_000)
        await clock.pass(5_000)
        // The monotonic clock sleeps too.
        clock.setForward(3_600_000)
        engine.wake()
      },
    ],
  ])('%s', async (_, happens) => {
    const world = await open()
    world.client.otherwise.create = throttled(3_600_000)
    const { id } = succeeded(world.engine.presses.request(mobileDraft({ phone: '0754001298' })))
    await settled()
    await happens(world)
    expect(world.ledger.find(id)?.phase).toBe('held')
  })
})

it('the countdown’s offset follows a clock that was set', async () => {
  const { client, clock, engine } = await open()
  client.otherwise.read = () => read('pending', {}, Math.floor(serviceNow() / 1_000) * 1_000)
  const serviceNow = () => morning - 500_000_000 + clock.monotonic()
  await clock.pass(20_000)
  const error = () =>
    Math.abs(clock.wall() + engine.accountGate.serviceClock.offset() - serviceNow())
  expect(error()).toBeLessThanOrEqual(2_000)
  clock.setForward(86_400_000)
  expect(error()).toBeLessThanOrEqual(2_000)
  await clock.pass(20_000)
  expect(error()).toBeLessThanOrEqual(2_000)
})
