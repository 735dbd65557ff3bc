import { describe, expect, it } from 'vitest'
import { ServiceClock } from '../../../../../electron/main/payments/clocks/service-clock'
import { StatusPoller } from '../../../../../electron/main/payments/polling/status-poller'
import { StatusReader } from '../../../../../electron/main/payments/polling/status-reader'
import { RequestGate } from '../../../../../electron/main/payments/request-gate/request-gate'
import type { ServiceResponse } from '../../../../../electron/main/service'
import type { Sale } from '../../../../../shared/payment/sale'
import { applyEvent } from '../../../../../shared/payment/sale-reducer'
import { shippedWords } from '../../../../support/parts'
import { read, unintelligible } from '../../../../support/payments/answers'
import { createScriptedClient } from '../../../../support/payments/client'
import { createVirtualClock, morning } from '../../../../support/payments/clock'
import { saleIn } from '../../../../support/payments/sales'

const tomorrow = morning + 86_400_000

/** A poller on a gate, with so many pending sales; the ledger is a map, to keep the test short. */
function open(count: number) {
  const clock = createVirtualClock()
  const client = createScriptedClient()
  client.otherwise.read = call => read('pending', { reference: call.text })
  const sales = new Map<string, Sale>()
  for (let number = 0; number < count; number += 1) {
    const id = `sale ${number}`
    const acceptedAt = morning + number
    sales.set(id, { ...saleIn('pending'), id, reference: id, acceptedAt, expiresAt: tomorrow })
  }
  const fraction = () => 0.5
  const ignore = () => undefined
  const gate = new RequestGate({
    tills: () => 1,
    clock,
    fraction,
    answered: ignore,
    changed: ignore,
    reopened: () => poller.hasten(),
    probe: () => client.readMobilePayment('none'),
    fault: error => faults.push(error),
  })
  const faults: unknown[] = []
  const parts: ConstructorParameters<typeof StatusReader>[0] &
    Omit<ConstructorParameters<typeof StatusPoller>[0], 'reader'> = {
    gate,
    client,
    clock,
    fraction,
    busyChanged: ignore,
    ledger: {
      find: id => sales.get(id) ?? null,
      append(id, ...events) {
        const sale = sales.get(id)
        if (!sale) throw new Error(id)
        const after = events.reduce(applyEvent, sale)
        sales.set(id, after)
        return after
      },
      partsOf: () => [],
      replacing: () => [],
    },
    words: () => shippedWords,
    account: () => 'practice',
    assumedLifetime: () => 900_000,
    elapsed: {
      sinceAcceptance: () => 0,
      isUnansweredTooLong: () => false,
      stopwatch: () => () => 0,
    },
    serviceClock: new ServiceClock({ clock, changed: ignore }),
    fault: error => faults.push(error),
  }
  const poller = new StatusPoller({ ...parts, reader: new StatusReader(parts) })
  for (const sale of sales.values()) poller.watch(sale, 'soon')
  return { clock, client, poller, faults, sales, texts: () => client.calls.map(({ text }) => text) }
}

describe('a hundred open sales', () => {
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
    const { clock, poller, texts, sales } = open(100)
    await clock.pass(2_000)
    const [last] = [...sales.values()].slice(-1)
    if (!last) throw new Error('no sale')
    expect(texts()).not.toContain(last.id)
    poller.watch(last, 'first')
    await clock.pass(200)
    expect(texts().at(-1)).toBe(last.id)
    for (let second = 0; second < 60; second += 0.1) {
      poller.watch(last, 'first')
      await clock.pass(100)
    }
    expect(new Set(texts()).size).toBe(100)
  })
})

describe('a few open sales', () => {
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

describe('waking', () => {
  it('reads the last accepted first: that customer is at the counter', async () => {
    const { clock, client, poller, texts } = open(10)
    await clock.pass(240_000)
    // Until nothing is due by itself, nor has just been read.
    while (client.calls.length > 0) {
      client.calls.length = 0
      await clock.pass(300)
    }
    const quiet = clock.monotonic()
    poller.wake()
    await clock.pass(1)
    const last = texts()[0]
    expect(clock.monotonic() - quiet).toBe(1)
    expect(Number(last?.split(' ')[1])).toBe(9)
  })

  it('again and again leaves no sale out', async () => {
    const { clock, poller, texts } = open(100)
    for (let second = 0; second < 25; second += 1) {
      poller.wake()
      await clock.pass(1_000)
    }
    expect(new Set(texts()).size).toBe(100)
  })

  it('reads each once, within the bound, and then continues by the plan', async () => {
    const { clock, client, poller, texts } = open(20)
    await clock.pass(60_000)
    client.calls.length = 0
    poller.wake()
    await clock.pass(3_900)
    expect(texts()).toHaveLength(20)
    expect(new Set(texts()).size).toBe(20)
  })
})
