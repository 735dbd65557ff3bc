import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../../../../electron/main/platform/random'
import type { ServiceResponse } from '../../../../../electron/main/service'
import { accepted, read, throttled, unintelligible } from '../../../../support/payments/answers'
import { morning } from '../../../../support/payments/clock'
import { openEngine } from '../../../../support/payments/engine'
import { mobileDraft, recorded, samples } from '../../../../support/payments/payments'
import { succeeded } from '../../../../support/results'

/** A counter that was started with so many pending payments, and their references in the order they were accepted. */
function open(count: number) {
  const opened = openEngine()
  const { ledger, client, engine } = opened
  client.otherwise.read = call => read('pending', { reference: call.text })
  const ids = Array.from({ length: count }, (_, number) => {
    const at = morning + number
    const id = systemRandom.paymentId(at)
    const reference = `payment ${number}`
    const accepted = { ...samples.accepted, at, reference, expiresAt: morning + 86_400_000 }
    ledger.record(id, recorded({ at, draftId: id }), { body: '{}' })
    ledger.append(id, samples['attempt-started'], accepted)
    return id
  })
  engine.start()
  return { ...opened, ids, texts: () => client.calls.map(({ text }) => text) }
}

describe('a hundred open payments', () => {
  it('are read five times a second on one or two timers, and each once before any is read again', async () => {
    const { clock, client, texts, faults } = open(100)
    let before = 0
    for (let minute = 0; minute < 3; minute += 1) {
      await clock.pass(60_000)
      const reads = client.calls.length - before
      before = client.calls.length
      // 300, and one more when the first read of a minute falls on its last millisecond.
      expect(reads).toBeGreaterThanOrEqual(299)
      expect(reads).toBeLessThanOrEqual(301)
      expect(clock.alarms()).toBeLessThanOrEqual(2)
    }
    const first = texts().slice(0, 100)
    expect(new Set(first).size).toBe(first.length)
    expect(faults).toEqual([])
  })

  it('let one go first that a callback came for, and are not kept from their reads by callbacks', async () => {
    const { clock, engine, texts, ids } = open(100)
    await clock.pass(2_000)
    const last = ids.at(-1) ?? ''
    expect(texts()).not.toContain('payment 99')
    engine.openPayments.readSoon(last)
    await clock.pass(200)
    expect(texts().at(-1)).toBe('payment 99')
    for (let second = 0; second < 60; second += 0.1) {
      engine.openPayments.readSoon(last)
      await clock.pass(100)
    }
    expect(new Set(texts()).size).toBe(100)
  })
})

it('sixty payments of customers at the counter do not keep an older one from its reads', async () => {
  const { clock, client, engine, texts } = open(3)
  await clock.pass(200_000)
  for (let number = 0; number < 60; number += 1) {
    client.creates.push(accepted({ reference: `new ${number}`, expiresAt: morning + 86_400_000 }))
    succeeded(engine.presses.request(mobileDraft({ phone: `07540${10_000 + number}` })))
    await clock.pass(20)
  }
  client.calls.length = 0
  await clock.pass(60_000)
  expect(new Set(texts()).size).toBe(63)
})

describe('a few open payments', () => {
  it('are each read by their own polling plan', async () => {
    const { clock, texts } = open(10)
    await clock.pass(60_000)
    const counts = [...new Set(texts())].map(id => texts().filter(text => text === id).length)
    expect(counts).toHaveLength(10)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(7)
  })

  it('whose reads fail use the retry budget, and do not delay the others', async () => {
    const { clock, client, texts } = open(60)
    const isBad = (text: string) => Number(text.split(' ')[1]) < 40
    const wrong: ServiceResponse<never> = unintelligible('no-payment-status')
    client.otherwise.read = ({ text }) =>
      isBad(text) ? wrong : read('pending', { reference: text })
    await clock.pass(30_000)
    client.calls.length = 0
    await clock.pass(60_000)
    expect(texts().filter(isBad).length).toBeLessThanOrEqual(31)
    const good = texts().filter(text => !isBad(text))
    expect(new Set(good).size).toBe(20)
    expect(good.length).toBeGreaterThanOrEqual(100)
  })
})

describe('forty open payments of a service that allows few calls and names no window', () => {
  const minute = 60_000

  /** The till has learnt to read twelve a minute, and all its payments are older than three minutes. */
  async function openSlow() {
    const opened = open(40)
    const { clock, client } = opened
    await clock.pass(200_000)
    const answer = client.otherwise.read
    for (let refused = 0; refused < 5; refused++) {
      client.otherwise.read = () => throttled(null)
      const before = client.calls.length
      while (client.calls.length === before) await clock.pass(1_000)
      client.otherwise.read = answer
      await clock.pass(minute)
    }
    client.calls.length = 0
    return opened
  }

  const readsOf = (texts: readonly string[], reference: string) =>
    texts.filter(text => text === reference).length

  it('are read in turn, at the rate that was learnt', async () => {
    const { clock, texts } = await openSlow()
    await clock.pass(3 * minute)
    expect(texts().length).toBeLessThan(40)
    expect(new Set(texts()).size).toBe(texts().length)
  })

  it('and one is on the screen: it is read first, and the others are not left out', async () => {
    const { clock, engine, texts, ids } = await openSlow()
    engine.poller.showing(ids[20] ?? '')
    await clock.pass(3 * minute)
    const shown = readsOf(texts(), 'payment 20')
    expect(shown).toBeGreaterThanOrEqual(4)
    expect(new Set(texts()).size).toBeGreaterThan(15)
    engine.poller.showing(null)
    await clock.pass(3 * minute)
    expect(readsOf(texts(), 'payment 20') - shown).toBeLessThanOrEqual(1)
  })

  it('and one was accepted a moment ago: its press goes at once, and it is read first', async () => {
    const { clock, client, engine, texts } = await openSlow()
    client.otherwise.read = () => throttled(null)
    while (client.calls.length === 0) await clock.pass(1_000)
    // The pause after a 429 holds what was refused.
    client.otherwise.read = ({ text }) => read('pending', { reference: text })
    client.otherwise.create = accepted({ reference: 'new', expiresAt: morning + 86_400_000 })
    const before = client.calls.length
    succeeded(engine.presses.request(mobileDraft({ phone: '+255754009999' })))
    await clock.pass(1)
    expect(client.calls[before]?.operation).toBe('create-mobile')
    await clock.pass(3 * minute)
    expect(readsOf(texts(), 'new')).toBeGreaterThanOrEqual(8)
    expect(texts().length - before).toBeGreaterThan(readsOf(texts(), 'new') + 3)
  })
})

describe('waking', () => {
  it('reads the last accepted first: that customer is at the counter', async () => {
    const { clock, client, engine, texts } = open(10)
    await clock.pass(240_000)
    // Until nothing is due by itself, nor has just been read.
    while (client.calls.length > 0) {
      client.calls.length = 0
      await clock.pass(300)
    }
    const quiet = clock.monotonic()
    engine.wake()
    await clock.pass(1)
    const last = texts()[0]
    expect(clock.monotonic() - quiet).toBe(1)
    expect(Number(last?.split(' ')[1])).toBe(9)
  })

  it('again and again leaves no payment out', async () => {
    const { clock, engine, texts } = open(100)
    for (let second = 0; second < 25; second += 1) {
      engine.wake()
      await clock.pass(1_000)
    }
    expect(new Set(texts()).size).toBe(100)
  })

  it('reads each once, within the bound, and then continues by the plan', async () => {
    const { clock, client, engine, texts } = open(20)
    await clock.pass(60_000)
    client.calls.length = 0
    engine.wake()
    await clock.pass(3_900)
    expect(texts()).toHaveLength(20)
    expect(new Set(texts()).size).toBe(20)
  })
})
