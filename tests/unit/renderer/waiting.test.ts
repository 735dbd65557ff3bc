import { beforeEach, describe, expect, it } from 'vitest'
import {
  aloneFor,
  isTooLate,
  type Outlook,
  troubleOf,
  waitReason,
  windowsOf,
} from '../../../renderer/sale-status/waiting'
import { SteadyClock } from '../../../renderer/stores/steady-clock'
import {
  defaultFreshness,
  defaultKeyTrustedMs,
  type SendingLimits,
} from '../../../shared/payment/freshness'
import { events, paymentAfter, refusedRepeat } from './a-payment'

const { lost, notSent, started } = events

const limits: SendingLimits = { ...defaultFreshness, keyTrustedMs: defaultKeyTrustedMs }

const fine: Outlook = {
  lights: { internet: 'on', service: 'on' },
  gate: { state: 'open', until: null },
  callFault: null,
}
const lights = (
  internet: 'off' | 'portal' | 'on',
  service: 'off' | 'busy' | 'keys-rejected' | 'keys-unfit',
) => ({
  ...fine,
  lights: { internet, service },
})

const behind = (callFault: Outlook['callFault']) => ({ ...lights('on', 'off'), callFault })

describe('why a payment waits', () => {
  const gate = (state: 'asked-to-wait' | 'trouble' | 'keys-rejected'): Outlook => ({
    ...fine,
    gate: { state, until: 9 },
  })

  it.each([
    ['nothing', fine, null],
    ['no internet', lights('off', 'off'), 'no-internet'],
    ['a portal', lights('portal', 'off'), 'portal'],
    ['no service', lights('on', 'off'), 'service-trouble'],
    ['a busy service', lights('on', 'busy'), 'asked-to-wait'],
    ['rejected keys', lights('on', 'keys-rejected'), 'keys-rejected'],
    ['a certificate that is not valid yet', behind('clock-wrong'), 'clock-wrong'],
    ['an expired certificate', behind('certificate-expired'), 'certificate-expired'],
    ['a proxy', behind('proxy'), 'proxy'],
    ['a gate that waits', gate('asked-to-wait'), 'asked-to-wait'],
    ['a gate in trouble', gate('trouble'), 'service-trouble'],
    ['keys that cannot be sent', lights('off', 'keys-unfit'), 'keys-unfit'],
    ['a gate without keys', gate('keys-rejected'), 'keys-rejected'],
    ['what only a person can end', lights('off', 'keys-rejected'), 'keys-rejected'],
  ])('is read from the lights and the gate: %s', (_which, outlook, trouble) => {
    expect(troubleOf(outlook)).toBe(trouble)
  })

  it.each([
    ['its turn where there was none', paymentAfter(), 'queue'],
    ['no network', paymentAfter(started, notSent), 'no-internet'],
    ['too many', paymentAfter(started, { ...notSent, reason: 'throttled' }), 'asked-to-wait'],
    ['not the old keys', paymentAfter(started, { ...notSent, reason: 'keys-rejected' }), 'queue'],
  ])('is its own last attempt where all is well: %s', (_which, payment, reason) => {
    expect(waitReason(payment, fine)).toBe(reason)
  })
})

describe('what a waiting payment has left', () => {
  const at = (sinceRecorded: number, sinceFresh = sinceRecorded, payment = paymentAfter()) =>
    windowsOf(payment, { sinceRecorded, sinceFresh }, limits)

  it('runs down, then the till asks, then it is over', () => {
    expect(at(18_000)).toEqual({ waited: 18_000, alone: 42_000, possible: 582_000 })
    expect(at(60_000)).toEqual({ waited: 60_000, alone: null, possible: 540_000 })
    expect(at(600_000)).toEqual({ waited: 600_000, alone: null, possible: null })
  })

  it('starts again when the customer is here, but never past the end', () => {
    expect(at(570_000, 0)).toEqual({ waited: 570_000, alone: 30_000, possible: 30_000 })
  })

  it('is never longer than the whole window under a clock that was set back', () => {
    expect(at(-3_600_000)).toEqual({ waited: 0, alone: 60_000, possible: 600_000 })
  })

  it('asks where it is unknown how long it was', () => {
    expect(at(5_000, Number.POSITIVE_INFINITY).alone).toBeNull()
  })

  it('is the trusted life of the key for one that may have been sent', () => {
    const unknown = paymentAfter(started, lost)
    expect(at(660_000, 660_000, unknown).possible).toBe(defaultKeyTrustedMs - 660_000)
    expect(at(defaultKeyTrustedMs, defaultKeyTrustedMs, unknown).possible).toBeNull()
  })

  it('does not go by itself once the service has refused the repeat', () => {
    expect(at(18_000, 18_000, refusedRepeat).alone).toBeNull()
  })
})

describe('how long a payment goes by itself', () => {
  const windows = windowsOf(paymentAfter(), { sinceRecorded: 18_000, sinceFresh: 18_000 }, limits)
  const moment = { nextTry: null, why: 'asked-to-wait', elsewhere: false } as const

  it('is its window, while a try falls into that', () => {
    expect(aloneFor(windows, moment)).toBe(42_000)
    expect(aloneFor(windows, { ...moment, nextTry: 41_000 })).toBe(42_000)
  })

  it('is no time at all where the next try is due only when the till asks first', () => {
    expect(isTooLate(windows.alone, 42_000)).toBe(true)
    expect(aloneFor(windows, { ...moment, nextTry: 42_000 })).toBeNull()
    expect(isTooLate(null, 42_000)).toBe(false)
  })

  it('is no time at all without keys that are good for it', () => {
    expect(aloneFor(windows, { ...moment, why: 'keys-rejected' })).toBeNull()
    expect(aloneFor(windows, { ...moment, elsewhere: true })).toBeNull()
  })
})

describe('spans of time', () => {
  let clock: SteadyClock
  beforeEach(() => {
    clock = new SteadyClock()
  })

  it('are the wall clock’s while that runs on', () => {
    expect(clock.since(1_000, 5_000, 70)).toBe(4_000)
    expect(clock.since(1_000, 9_000, 4_070)).toBe(8_000)
    expect(clock.until(20_000, 9_000, 4_070)).toBe(11_000)
  })

  it('go on while a clock that was set back catches up', () => {
    clock.since(1_000_000, 1_010_000, 0)
    clock.until(1_060_000, 1_010_000, 0)
    expect(clock.since(1_000_000, 10_000, 20_000)).toBe(30_000)
    expect(clock.until(1_060_000, 10_000, 20_000)).toBe(30_000)
    expect(clock.isDoubtful(1_000_000, 10_000, 20_000)).toBe(false)
  })

  it('keep what is in use, however many other moments come and go', () => {
    clock.since(1_000_000, 1_010_000, 0)
    for (let other = 0; other < 5_000; other += 1) {
      clock.until(2_000_000 + other, 1_010_000, 0)
      clock.since(1_000_000, 1_010_000, 0)
    }
    expect(clock.since(1_000_000, 10_000, 20_000)).toBe(30_000)
  })

  it('leap with a clock that was set forward, as after sleep', () => {
    clock.since(1_000, 2_000, 0)
    expect(clock.since(1_000, 3_600_000, 10)).toBe(3_599_000)
    clock.until(60_000, 2_000, 0)
    expect(clock.until(60_000, 50_000, 10)).toBe(10_000)
  })

  it('are unknown where the moment lay ahead at the first look', () => {
    expect(clock.isDoubtful(1_000_000, 500_000, 0)).toBe(true)
    expect(clock.since(1_000_000, 500_000, 0)).toBe(0)
    // It counts from then on, as main does.
    expect(clock.since(1_000_000, 500_000, 7_000)).toBe(7_000)
    expect(new SteadyClock().isDoubtful(1_000_000, 999_500, 0)).toBe(false)
  })
})
