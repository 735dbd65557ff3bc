import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPoll } from '../../../electron/main/payments/polling-plan'

const facts = { reads: 0, fraction: 0.5, untilExpiry: 900_000, retryAfter: 0 }

describe('the next read (§4.4)', () => {
  it('comes about 2 s after acceptance, with gaps growing to 10 s', () => {
    const gaps = [0, 1, 2, 3, 4, 5, 6, 50].map(reads => nextPoll({ ...facts, reads }))
    expect(gaps).toEqual([2_000, 2_800, 3_920, 5_488, 7_683, 10_000, 10_000, 10_000])
  })

  it('is jittered by a fifth to either side', () => {
    expect(nextPoll({ ...facts, fraction: 0 })).toBe(1_600)
    expect(nextPoll({ ...facts, fraction: 0.999_999 })).toBe(2_400)
    expect(nextPoll({ ...facts, fraction: 0.999_999, reads: 1_000 })).toBe(12_000)
  })

  it('falls behind expires_at, beyond the doubt of the clock, where the gap would leap over it', () => {
    for (const untilExpiry of [1, 100, 249, -1, -1_749])
      expect(nextPoll({ ...facts, untilExpiry })).toBe(untilExpiry + 1_750)
  })

  it('is not stretched to expires_at where it comes before it', () => {
    expect(nextPoll({ ...facts, untilExpiry: 2_001 })).toBe(2_000)
  })

  it('goes on at its own gap after that, until an answer is had', () => {
    for (const untilExpiry of [-1_750, -86_400_000])
      expect(nextPoll({ ...facts, untilExpiry, reads: 20 })).toBe(10_000)
  })

  it('is never earlier than the service asked, not even for expires_at', () => {
    expect(nextPoll({ ...facts, retryAfter: 30_000 })).toBe(30_000)
    expect(nextPoll({ ...facts, retryAfter: 30_000, untilExpiry: 100 })).toBe(30_000)
    expect(nextPoll({ ...facts, retryAfter: 100 })).toBe(2_000)
  })

  it('always lies ahead, and no more than 12 s unless the service asked', () => {
    const anyFacts = fc.record({
      reads: fc.nat(),
      fraction: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      untilExpiry: fc.integer(),
      retryAfter: fc.constant(0),
    })
    fc.assert(
      fc.property(anyFacts, any => {
        expect(nextPoll(any)).toBeGreaterThan(0)
        expect(nextPoll(any)).toBeLessThanOrEqual(12_000)
      }),
    )
  })
})
