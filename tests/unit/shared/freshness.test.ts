import { describe, expect, it } from 'vitest'
import {
  defaultFreshness,
  type FreshnessLimits,
  freshnessLimitsSchema,
  freshnessOf,
} from '../../../shared/payment/freshness'

const fresh = (age: number, sinceReleased = age, limits: FreshnessLimits = defaultFreshness) =>
  freshnessOf({ sinceRecorded: age, sinceFresh: sinceReleased }, limits)

describe('freshness (money rule 7)', () => {
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
    expect(fresh(2_000, 2_000, { aloneMs: 60_000, renewMs: 1_000 })).toBe('too-old')
  })

  it('has limits that are whole numbers within reason', () => {
    expect(freshnessLimitsSchema.safeParse(defaultFreshness).success).toBe(true)
    for (const aloneMs of [0, 999, 600_001, 3_600_001, 1_000.5])
      expect(freshnessLimitsSchema.safeParse({ ...defaultFreshness, aloneMs }).success).toBe(false)
  })
})
