import { describe, expect, it } from 'vitest'
import {
  defaultFreshness,
  defaultKeyTrustedMs,
  freshnessOf,
  isLateToTryAgain,
  possibleFor,
  type SendingLimits,
} from '../../../shared/payment/freshness'
import { freshnessLimitsSchema, keyTrustedMsSchema } from '../../../shared/settings/timeouts'

const defaults: SendingLimits = { ...defaultFreshness, keyTrustedMs: defaultKeyTrustedMs }
const never = { maybeSent: false }
const maybe = { maybeSent: true }
const day = 86_400_000

const fresh = (age: number, sinceReleased = age, limits = defaults, payment = never) =>
  freshnessOf(payment, { sinceRecorded: age, sinceFresh: sinceReleased }, limits)

describe('freshness of a payment that was never sent (money rule 7)', () => {
  it.each([
    [0, 'fresh'],
    [59_999, 'fresh'],
    [60_000, 'ask'],
    [599_999, 'ask'],
    [600_000, 'too-old'],
  ])('after %d ms is %s', (age, expected) => {
    expect(fresh(age)).toBe(expected)
  })

  it('begins again when a person says that the customer is here, up to the hard limit', () => {
    expect(fresh(300_000, 10_000)).toBe('fresh')
    expect(fresh(300_000, 60_000)).toBe('ask')
    expect(fresh(600_000, 0)).toBe('too-old')
  })

  it('is not older than too old where the limits are the wrong way round', () => {
    expect(fresh(2_000, 2_000, { ...defaults, renewMs: 1_000 })).toBe('too-old')
  })
})

describe('freshness of a payment that may have been sent (money rule 7)', () => {
  it.each([
    [59_999, 59_999, 'fresh'],
    [60_000, 60_000, 'ask'],
    [600_000, 600_000, 'ask'],
    [600_000, 0, 'fresh'],
    [day - 1, day - 1, 'ask'],
    [day - 1, 0, 'fresh'],
    [day, 0, 'too-old'],
  ])('after %d ms, and %d ms since a person saw the customer, is %s', (age, since, expected) => {
    expect(fresh(age, since, defaults, maybe)).toBe(expected)
  })

  it('ends with the time for which the service is trusted to remember the key', () => {
    const short = { ...defaults, keyTrustedMs: 120_000 }
    expect(fresh(119_999, 0, short, maybe)).toBe('fresh')
    expect(fresh(120_000, 0, short, maybe)).toBe('too-old')
    // A new sale may go for longer than this key is trusted: the limits are apart.
    expect(fresh(120_000, 0, short, never)).toBe('fresh')
  })

  it('is possible for longer than a payment that was never sent', () => {
    expect(possibleFor(never, defaults)).toBe(600_000)
    expect(possibleFor(maybe, defaults)).toBe(day)
  })
})

describe('asking again with the same key', () => {
  it.each([
    [3_599_999, 3_599_999, false],
    [3_600_000, 0, true],
    [0, Number.POSITIVE_INFINITY, true],
  ])(
    '%d ms after it was recorded, %d after a person saw the customer, is a manager’s: %s',
    (...each) => {
      const [sinceRecorded, sinceFresh, expected] = each
      expect(isLateToTryAgain({ sinceRecorded, sinceFresh })).toBe(expected)
    },
  )
})

describe('the limits', () => {
  it('are whole numbers within reason', () => {
    expect(freshnessLimitsSchema.safeParse(defaultFreshness).success).toBe(true)
    for (const aloneMs of [0, 999, 600_001, 3_600_001, 1_000.5])
      expect(freshnessLimitsSchema.safeParse({ ...defaultFreshness, aloneMs }).success).toBe(false)
    for (const [ms, fits] of [
      [59_999, false],
      [60_000, true],
      [30 * day, true],
      [30 * day + 1, false],
    ] as const)
      expect(keyTrustedMsSchema.safeParse(ms).success).toBe(fits)
  })
})
