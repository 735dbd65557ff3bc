import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupDigits } from '../../../shared/money'
import { amountSchema } from '../../../shared/money-schemas'

describe('an amount (§2.2)', () => {
  it.each([1, 15_000, Number.MAX_SAFE_INTEGER])('can be %d major units', value => {
    expect(amountSchema.parse({ currency: 'TZS', value })).toEqual({ currency: 'TZS', value })
  })

  it.each([0, -1, 0.5, 15_000.01, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '5', null])(
    'cannot be %s',
    value => {
      expect(amountSchema.safeParse({ currency: 'TZS', value }).success).toBe(false)
    },
  )

  it.each(['tzs', 'TZ', 'TZSX', 'T1S', ' TZS', ''])('has no currency %j', currency => {
    expect(amountSchema.safeParse({ currency, value: 1 }).success).toBe(false)
  })

  it('has nothing next to value and currency', () => {
    expect(amountSchema.safeParse({ currency: 'TZS', value: 1, cents: 5 }).success).toBe(false)
  })
})

describe('grouped digits', () => {
  it.each([
    [1, '1'],
    [999, '999'],
    [1_000, '1,000'],
    [15_000, '15,000'],
    [1_234_567, '1,234,567'],
  ])('writes %d as %s', (value, text) => {
    expect(groupDigits(value)).toBe(text)
  })

  it('loses no digit, and no group but the first is short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), value => {
        expect(groupDigits(value).replaceAll(',', '')).toBe(String(value))
        expect(groupDigits(value)).toMatch(/^\d{1,3}(,\d{3})*$/)
      }),
    )
  })
})
