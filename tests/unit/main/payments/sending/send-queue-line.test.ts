import { describe, expect, it } from 'vitest'
import {
  accepted,
  read,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../../support/payments/answers'
import { createScriptedClient } from '../../../../support/payments/client'
import { settled } from '../../../../support/payments/clock'
import { engineOn, openEngine } from '../../../../support/payments/engine'
import { mobileDraft } from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'

function open() {
  const opened = openEngine()
  const { ledger, client, engine } = opened
  client.otherwise.read = read('pending')
  let phone = 754_001_100
  const sell = () => succeeded(engine.presses.request(mobileDraft({ phone: `0${phone++}` }))).id
  const phase = (id: string) => ledger.find(id)?.phase
  const keyOf = (id: string) => ledger.find(id)?.idempotencyKey
  const created = () =>
    client.calls.flatMap(({ idempotencyKey }) => (idempotencyKey ? [idempotencyKey] : []))
  const byKey = (id: string) => created().filter(key => key === keyOf(id)).length
  return { ...opened, sell, phase, keyOf, created, byKey }
}

describe('payments taken without network', () => {
  it('go out when it returns, oldest first, though others came between as the probe', async () => {
    const { client, clock, sell, created, keyOf, phase } = open()
    client.otherwise.create = unreachable('no')
    const ids = []
    for (const _ of Array.from({ length: 8 })) {
      ids.push(sell())
      await clock.pass(1_000)
    }
    let number = 0
    client.calls.length = 0
    client.otherwise.create = () => accepted({ reference: `R-${++number}` })
    await clock.pass(15_000)
    expect(ids.map(phase)).toEqual(Array.from({ length: 8 }, () => 'pending'))
    const [, ...afterProbe] = created()
    const expected = ids.map(keyOf).filter(key => key !== created()[0])
    expect(afterProbe).toEqual(expected)
  })
})

describe('a payment in line', () => {
  it('is held when it grows stale, whatever holds the line up (money rule 7)', async () => {
    const { client, clock, sell, phase, byKey } = open()
    client.creates.push(throttled(90_000))
    sell()
    await clock.pass(2_000)
    const waiting = sell()
    await clock.pass(59_999)
    expect(phase(waiting)).toBe('ready')
    await clock.pass(1)
    expect(phase(waiting)).toBe('held')
    expect(byKey(waiting)).toBe(0)
  })

  it('is looked at again when its turn comes: a clock that was set has made it old', async () => {
    const { client, clock, sell, byKey, phase } = open()
    client.creates.push(throttled(3_000))
    sell()
    await settled()
    const waiting = sell()
    clock.setForward(59_000)
    await clock.pass(3_500)
    expect(phase(waiting)).toBe('held')
    expect(byKey(waiting)).toBe(0)
  })
})

describe('a payment that a person sends', () => {
  it('is the probe at once, though the till’s own pause is not over', async () => {
    const { client, clock, engine, sell, phase, byKey } = open()
    client.otherwise.create = unreachable('no')
    const id = sell()
    await clock.pass(60_000)
    expect(phase(id)).toBe('held')
    const other = sell()
    const until = byKey(other) + 1
    while (byKey(other) < until) await clock.pass(100)
    const before = byKey(id)
    expect(engine.accountGate.view()).toMatchObject({
      state: 'trouble',
      until: clock.wall() + 7_500,
    })
    expect(engine.presses.sendNow(id).ok).toBe(true)
    expect(byKey(id)).toBe(before + 1)
  })
})

it('a payment that was refused by a 429 waits out the pause, also where a person sends it (§7)', async () => {
  const { client, clock, engine, sell, phase, byKey } = open()
  client.otherwise.create = throttled(null)
  const id = sell()
  await clock.pass(60_000)
  expect(phase(id)).toBe('held')
  // Its first attempt goes at once, and a new pause begins.
  sell()
  await settled()
  const { until } = engine.accountGate.view()
  const before = byKey(id)
  expect(engine.presses.sendNow(id).ok).toBe(true)
  await clock.pass((until ?? 0) - clock.wall() - 1)
  expect(byKey(id)).toBe(before)
  await clock.pass(2_000)
  expect(byKey(id)).toBeGreaterThan(before)
})

describe('one bad payment', () => {
  it.each([
    ['that always gets a 5xx', unintelligible('server-error')],
    ['whose answer never comes back', unreachable('maybe')],
  ])('%s does not block the others', async (_name, answer) => {
    const { client, clock, sell, phase, keyOf, byKey } = open()
    let poison = ''
    client.otherwise.create = ({ idempotencyKey }) =>
      idempotencyKey === keyOf(poison) ? answer : refused(400)
    client.creates.push(answer)
    poison = sell()
    const others = []
    for (const _ of Array.from({ length: 10 })) {
      others.push(sell())
      await clock.pass(1_000)
    }
    await clock.pass(5_000)
    expect(others.map(phase)).toEqual(others.map(() => 'refused'))
    expect(phase(poison)).toBe('unknown')
    expect(byKey(poison)).toBeGreaterThanOrEqual(3)
  })
})

it('repeats of many payments share the retry budget, and a person’s press does not wait for it', async () => {
  const { client, clock, engine, sell, created, byKey } = open()
  client.otherwise.create = unintelligible('no-payment-status')
  const ids = Array.from({ length: 40 }, sell)
  await clock.pass(50_000)
  expect(created().length).toBeGreaterThan(40 + 30)
  expect(created().length).toBeLessThanOrEqual(40 + 10 + 25)
  const fewest = Math.min(...ids.map(byKey))
  const waiting = ids.find(id => byKey(id) === fewest) ?? ''
  succeeded(engine.presses.tryAgain(waiting, 'cashier'))
  await settled()
  expect(byKey(waiting)).toBe(fewest + 1)
})

describe('after new keys', () => {
  it('what the old ones held back goes out, and nothing was burnt', async () => {
    const { ledger, client, clock, engine, sell, phase } = open()
    client.creates.push(unauthorized)
    const ids = [sell()]
    await settled()
    ids.push(sell())
    await clock.pass(10_000)
    expect(client.calls).toHaveLength(1)
    expect(ids.map(id => ledger.find(id)?.maybeSent)).toEqual([false, false])
    await engine.stop()
    const fresh = createScriptedClient()
    fresh.creates.push(accepted(), accepted({ reference: 'R-2' }))
    engineOn({ ledger, client: fresh, clock }).engine.start()
    await settled()
    expect(ids.map(phase)).toEqual(['pending', 'pending'])
    expect(fresh.calls).toHaveLength(2)
  })
})

it('the counter’s gate says when the next call may go, by the wall clock', async () => {
  const { client, clock, engine, sell } = open()
  expect(engine.accountGate.view()).toEqual({ state: 'open', until: null })
  client.creates.push(unreachable('no'))
  sell()
  await settled()
  expect(engine.accountGate.view()).toEqual({ state: 'trouble', until: clock.wall() + 500 })
})
