import { describe, expect, it } from 'vitest'
import { ElapsedTime } from '../../../../../electron/main/payments/clocks/elapsed-time'
import type { Clock } from '../../../../../electron/main/platform/clock'
import { type Ages, freshnessOf } from '../../../../../shared/payment/freshness'
import { createVirtualClock, morning } from '../../../../support/payments/clock'
import { testEngineSettings } from '../../../../support/payments/engine'
import { saleIn } from '../../../../support/payments/sales'

const day = 86_400_000
const sale = saleIn('ready')
const freshness = (ages: Ages) => freshnessOf(sale, ages, testEngineSettings.limits('mobile'))

/** What is known of ages on this clock, of a service that has not said its time. */
function ageOn(clock: Clock): ElapsedTime {
  return new ElapsedTime({
    clock,
    serviceClock: { known: () => null },
    account: () => 'practice',
    lifetimes: () => testEngineSettings,
  })
}

/** A till that has just recorded a sale. */
function open() {
  const clock = createVirtualClock()
  const age = ageOn(clock)
  const here = { ...sale, recordedAt: clock.wall(), freshSince: clock.wall() }
  age.agesOf(here)
  return { clock, age, here }
}

describe('the age of a sale (money rule 7)', () => {
  it('counts a sleep that the monotonic clock slept through, also after the clock was set back', async () => {
    const { clock, age, here } = open()
    await clock.pass(5_000)
    clock.setBack(day)
    age.refresh()
    clock.setForward(3_600_000)
    expect(age.agesOf(here)).toEqual({ sinceRecorded: 3_605_000, sinceFresh: 3_605_000 })
  })

  it('counts each sleep once, however often it is looked at', async () => {
    const { clock, age, here } = open()
    for (let number = 0; number < 3; number += 1) {
      clock.setForward(60_000)
      await clock.pass(10_000)
      age.refresh()
    }
    expect(age.agesOf(here)).toEqual({ sinceRecorded: 210_000, sinceFresh: 210_000 })
  })

  it('counts a sleep that the monotonic clock slept through', () => {
    const { clock, age, here } = open()
    clock.setForward(day)
    expect(age.agesOf(here)).toEqual({ sinceRecorded: day, sinceFresh: day })
  })

  it('is unknown for a sale that, after a restart, lies in the future: the cashier is asked', async () => {
    const { clock, here } = open()
    clock.setBack(day)
    const restarted = ageOn(clock)
    expect(freshness(restarted.agesOf(here))).toBe('ask')
    await clock.pass(600_000)
    expect(freshness(restarted.agesOf(here))).toBe('too-old')
  })

  it('does not ask because the clock was adjusted by a second', () => {
    const { clock, here } = open()
    clock.setBack(1_000)
    expect(freshness(ageOn(clock).agesOf(here))).toBe('fresh')
  })

  it('begins again when a person says that the customer is here, but not since it was recorded', async () => {
    const { clock, age, here } = open()
    await clock.pass(300_000)
    clock.setBack(day)
    const released = { ...here, freshSince: clock.wall() }
    await clock.pass(10_000)
    expect(age.agesOf(released)).toEqual({ sinceRecorded: 310_000, sinceFresh: 10_000 })
  })
})

describe('the time since the last attempt (money rule 10)', () => {
  it('does not hold a number for as long as the clock was ahead when the attempt was made', async () => {
    const { clock, here } = open()
    const tried = { ...here, lastAttemptAt: clock.wall() }
    clock.setBack(365 * day)
    const restarted = ageOn(clock)
    restarted.sinceLastAttempt(tried)
    await clock.pass(900_000)
    expect(restarted.sinceLastAttempt(tried)).toBe(900_000)
  })

  it('of an attempt from before the start is no longer than since the start', async () => {
    const { clock, here } = open()
    const tried = { ...here, lastAttemptAt: clock.wall() }
    clock.setForward(day)
    const restarted = ageOn(clock)
    await clock.pass(7_000)
    expect(restarted.sinceLastAttempt(tried)).toBe(7_000)
  })

  it('is none before the first', () => {
    const { age, here } = open()
    expect(age.sinceLastAttempt(here)).toBe(0)
    expect(here.recordedAt).toBe(morning)
  })
})

describe('how long this run has seen a sale last (money rule 10)', () => {
  it('begins at the start for one from before it', async () => {
    const { clock, age, here } = open()
    age.attempted(here.id)
    await clock.pass(60_000)
    clock.setForward(day)
    const restarted = ageOn(clock)
    await clock.pass(7_000)
    expect(restarted.seen(here)).toBe(7_000)
  })

  it('is still known once the sale waits no more, on a till that runs for days', async () => {
    const { clock, age, here } = open()
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
