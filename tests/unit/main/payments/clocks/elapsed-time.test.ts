import { describe, expect, it } from 'vitest'
import { ElapsedTime } from '../../../../../electron/main/payments/clocks/elapsed-time'
import { ServiceClock } from '../../../../../electron/main/payments/clocks/service-clock'
import type { Clock } from '../../../../../electron/main/platform/clock'
import { type Ages, freshnessOf } from '../../../../../shared/payment/freshness'
import type { Payment } from '../../../../../shared/payment/payment'
import { createVirtualClock, morning, type VirtualClock } from '../../../../support/payments/clock'
import { testEngineSettings } from '../../../../support/payments/engine'
import { paymentIn } from '../../../../support/payments/payments'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The service's own clock runs on through every sleep: it says so many ms more than at first. */
type Shop = { clock: VirtualClock; serviceSays: (truth: number) => void }

/** What each estimate says after something happened, ms. */
type Estimates = Record<keyof typeof saysAtMost, number>

type Step = (shop: Shop) => Promise<void> | void

const passes =
  (ms: number): Step =>
  ({ clock }) =>
    clock.pass(ms)
/** A sleep in which the monotonic clock stops looks the same. */
const wallMoves =
  (ms: number): Step =>
  ({ clock }) =>
    clock.setForward(ms)
const serviceSays =
  (truth: number): Step =>
  shop =>
    shop.serviceSays(truth)

type Row = [
  what: string,
  /** How long it really was, ms. */
  truth: number,
  happens: Step[],
  estimates: Estimates,
]

/** Those that free a payment or its number say too little, those that make it too old say too much; never the reverse. */
const saysAtMost = {
  sinceAcceptance: true,
  sinceLastAttempt: true,
  seen: true,
  sinceFresh: false,
  stopwatch: false,
}

const all = (ms: number): Estimates => {
  return { sinceAcceptance: ms, sinceLastAttempt: ms, seen: ms, sinceFresh: ms, stopwatch: ms }
}

const rows: Row[] = [
  ['time passes', minute, [passes(minute)], all(minute)],
  [
    'the wall clock is set a day ahead',
    minute,
    [wallMoves(day), passes(minute)],
    { ...all(minute), sinceFresh: day + minute, stopwatch: day + minute },
  ],
  ['the wall clock is set a day back', minute, [wallMoves(-day), passes(minute)], all(minute)],
  [
    'the computer sleeps, and its monotonic clock stops',
    hour,
    [wallMoves(hour)],
    { ...all(0), sinceFresh: hour, stopwatch: hour },
  ],
  [
    'the service says its time once after such a sleep: one answer may be wrong',
    hour,
    [wallMoves(hour), serviceSays(hour)],
    { ...all(0), sinceFresh: hour, stopwatch: hour },
  ],
  [
    'the service says its time twice after such a sleep',
    hour,
    [wallMoves(hour), serviceSays(hour), serviceSays(hour)],
    { ...all(0), sinceAcceptance: hour, sinceFresh: hour, stopwatch: hour },
  ],
]

/** A till that has just had a payment accepted by a service whose time it knows. */
function open() {
  const clock = createVirtualClock()
  const began = clock.wall()
  const serviceClock = new ServiceClock({ clock, changed: () => undefined })
  // A header counts whole seconds: half a second more is what it says on average.
  const serviceSays = (truth: number) => serviceClock.learn(began + truth - 500, 0)
  serviceSays(0)
  const elapsed = new ElapsedTime({
    clock,
    serviceClock,
    account: () => 'practice',
    lifetimes: () => testEngineSettings,
  })
  const payment: Payment = {
    ...paymentIn('pending'),
    recordedAt: began,
    freshSince: began,
    lastAttemptAt: began,
    acceptedAt: began,
    acceptedServiceAt: serviceClock.now(),
  }
  elapsed.attempted(payment.id)
  elapsed.agesOf(payment)
  return { clock, serviceSays, elapsed, payment, stopwatch: elapsed.stopwatch() }
}

it.each(rows)('is known when %s', async (_, truth, happens, estimates) => {
  const { elapsed, payment, stopwatch, ...shop } = open()
  for (const step of happens) await step(shop)
  const said = {
    sinceAcceptance: elapsed.sinceAcceptance(payment),
    sinceLastAttempt: elapsed.sinceLastAttempt(payment),
    seen: elapsed.seen(payment),
    sinceFresh: elapsed.agesOf(payment).sinceFresh,
    stopwatch: stopwatch(),
  }
  expect(said).toEqual(estimates)
  for (const [name, ms] of Object.entries(said)) {
    if (saysAtMost[name as keyof Estimates]) expect(ms, name).toBeLessThanOrEqual(truth)
    else expect(ms, name).toBeGreaterThanOrEqual(truth)
  }
})

const waiting = paymentIn('ready')
const freshness = (ages: Ages) => freshnessOf(waiting, ages, testEngineSettings.limits('mobile'))

/** What is known of ages on this clock, of a service that has not said its time. */
function ageOn(clock: Clock): ElapsedTime {
  return new ElapsedTime({
    clock,
    serviceClock: { known: () => null },
    account: () => 'practice',
    lifetimes: () => testEngineSettings,
  })
}

/** A till that has just recorded a payment. */
function openRecorded() {
  const clock = createVirtualClock()
  const age = ageOn(clock)
  const here = { ...waiting, recordedAt: clock.wall(), freshSince: clock.wall() }
  age.agesOf(here)
  return { clock, age, here }
}

describe('the age of a payment (money rule 7)', () => {
  it('counts a sleep that the monotonic clock slept through, also after the clock was set back', async () => {
    const { clock, age, here } = openRecorded()
    await clock.pass(5_000)
    clock.setBack(day)
    age.refresh()
    clock.setForward(3_600_000)
    expect(age.agesOf(here)).toEqual({ sinceRecorded: 3_605_000, sinceFresh: 3_605_000 })
  })

  it('counts each sleep once, however often it is looked at', async () => {
    const { clock, age, here } = openRecorded()
    for (let number = 0; number < 3; number += 1) {
      clock.setForward(60_000)
      await clock.pass(10_000)
      age.refresh()
    }
    expect(age.agesOf(here)).toEqual({ sinceRecorded: 210_000, sinceFresh: 210_000 })
  })

  it('counts a sleep that the monotonic clock slept through', () => {
    const { clock, age, here } = openRecorded()
    clock.setForward(day)
    expect(age.agesOf(here)).toEqual({ sinceRecorded: day, sinceFresh: day })
  })

  it('counts a sleep also where the clock was set back at once', () => {
    const { clock, age, here } = openRecorded()
    clock.setBack(day)
    age.refresh()
    clock.setForward(3_600_000)
    expect(age.agesOf(here)).toEqual({ sinceRecorded: 3_600_000, sinceFresh: 3_600_000 })
  })

  it('does not run too fast however often it is read: the wall clock counts whole ms', () => {
    let passed = 0
    const clock = { wall: () => Math.ceil(morning + passed), monotonic: () => passed }
    const age = ageOn({ ...createVirtualClock(), ...clock })
    const here = { ...waiting, recordedAt: morning, freshSince: morning }
    age.agesOf(here)
    for (; passed < 1_000; passed += 0.3) age.refresh()
    expect(age.agesOf(here).sinceFresh).toBeLessThan(1_002)
  })

  it('is unknown for a payment that, after a restart, lies in the future: the cashier is asked', async () => {
    const { clock, here } = openRecorded()
    clock.setBack(day)
    const restarted = ageOn(clock)
    expect(freshness(restarted.agesOf(here))).toBe('ask')
    await clock.pass(600_000)
    expect(freshness(restarted.agesOf(here))).toBe('too-old')
  })

  it('does not ask because the clock was adjusted by a second', () => {
    const { clock, here } = openRecorded()
    clock.setBack(1_000)
    expect(freshness(ageOn(clock).agesOf(here))).toBe('fresh')
  })

  it('begins again when a person says that the customer is here, but not since it was recorded', async () => {
    const { clock, age, here } = openRecorded()
    await clock.pass(300_000)
    clock.setBack(day)
    const released = { ...here, freshSince: clock.wall() }
    await clock.pass(10_000)
    expect(age.agesOf(released)).toEqual({ sinceRecorded: 310_000, sinceFresh: 10_000 })
  })
})

describe('the time since the last attempt (money rule 10)', () => {
  it('does not hold a number for as long as the clock was ahead when the attempt was made', async () => {
    const { clock, here } = openRecorded()
    const tried = { ...here, lastAttemptAt: clock.wall() }
    clock.setBack(365 * day)
    const restarted = ageOn(clock)
    restarted.sinceLastAttempt(tried)
    await clock.pass(900_000)
    expect(restarted.sinceLastAttempt(tried)).toBe(900_000)
  })

  it('of an attempt from before the start is no longer than since the start', async () => {
    const { clock, here } = openRecorded()
    const tried = { ...here, lastAttemptAt: clock.wall() }
    clock.setForward(day)
    const restarted = ageOn(clock)
    await clock.pass(7_000)
    expect(restarted.sinceLastAttempt(tried)).toBe(7_000)
  })

  it('is none before the first', () => {
    const { age, here } = openRecorded()
    expect(age.sinceLastAttempt(here)).toBe(0)
    expect(here.recordedAt).toBe(morning)
  })
})

describe('how long this run has seen a payment last (money rule 10)', () => {
  it('begins at the start for one from before it', async () => {
    const { clock, age, here } = openRecorded()
    age.attempted(here.id)
    await clock.pass(60_000)
    clock.setForward(day)
    const restarted = ageOn(clock)
    await clock.pass(7_000)
    expect(restarted.seen(here)).toBe(7_000)
  })

  it('is still known once the payment waits no more, on a till that runs for days', async () => {
    const { clock, age, here } = openRecorded()
    await clock.pass(3 * day)
    age.attempted(here.id)
    age.forget(here.id)
    await clock.pass(8_000)
    age.attempted('another')
    expect(age.seen(here)).toBe(8_000)
    await clock.pass(day)
    age.attempted('a third')
    expect(age.seen(here)).toBeGreaterThanOrEqual(day + 8_000)
  })
})

describe('what is said of a payment', () => {
  it('has each lifetime and the account in its own place', async () => {
    const { clock, age, here } = openRecorded()
    age.attempted(here.id)
    await clock.pass(7_000)
    const tried = { ...here, lastAttemptAt: morning }
    const { assumedLifetimeMs, promptLifetimeMs } = testEngineSettings
    expect(assumedLifetimeMs).not.toBe(promptLifetimeMs)
    const overdue = { serviceNow: null, seen: 7_000, account: 'practice' }
    expect(age.overdueFacts(tried)).toEqual({ ...overdue, assumedLifetime: assumedLifetimeMs })
    expect(age.promptFacts(tried)).toEqual({
      ...age.overdueFacts(tried),
      promptLifetime: promptLifetimeMs,
      sinceLastAttempt: 7_000,
    })
  })

  it('to a window, is so of the open ones and of each whose push may still ring', async () => {
    const { clock, age, here } = openRecorded()
    await clock.pass(5_000)
    age.attempted(here.id)
    const { assumedLifetimeMs, promptLifetimeMs } = testEngineSettings
    const rings = Math.max(assumedLifetimeMs, promptLifetimeMs)
    await clock.pass(rings - 1)
    const others = rings + 4_999
    expect(age.seenOf(['open'])).toEqual({
      each: { open: others, [here.id]: rings - 1 },
      others,
    })
    await clock.pass(1)
    expect(age.seenOf([])).toEqual({ each: {}, others: others + 1 })
  })
})
