import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextPoll } from '../../../electron/main/payments/polling-plan'

const facts = { reads: 0, fraction: 0.5, untilExpiry: 900_000, retryAfter: 0 }
const gapAfter = (reads: number) => nextPoll({ ...facts, reads })

describe('the next read (§4.4)', () => {
  it('comes about 2 s after acceptance, and the one after that once a PIN can have been typed', () => {
    expect([0, 1].map(gapAfter)).toEqual([2_000, 5_500])
  })

  it('comes a little closer while customers approve', () => {
    expect([2, 9, 16, 26].map(gapAfter)).toEqual([3_000, 2_750, 2_500, 2_500])
  })

  it('backs off to 10 s for those who are slow', () => {
    expect([27, 28, 29, 30, 31, 32, 33, 1_000].map(gapAfter)).toEqual([
      3_250, 4_225, 5_493, 7_140, 9_282, 10_000, 10_000, 10_000,
    ])
  })

  it('is jittered by a tenth to either side', () => {
    expect(nextPoll({ ...facts, fraction: 0 })).toBe(1_800)
    expect(nextPoll({ ...facts, fraction: 0.999_999 })).toBe(2_200)
    expect(nextPoll({ ...facts, fraction: 0.999_999, reads: 1_000 })).toBe(11_000)
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
      expect(nextPoll({ ...facts, untilExpiry, reads: 40 })).toBe(10_000)
  })

  it('is never earlier than the service asked, not even for expires_at', () => {
    expect(nextPoll({ ...facts, retryAfter: 30_000 })).toBe(30_000)
    expect(nextPoll({ ...facts, retryAfter: 30_000, untilExpiry: 100 })).toBe(30_000)
    expect(nextPoll({ ...facts, retryAfter: 100 })).toBe(2_000)
  })

  it('always lies ahead, and no more than 11 s unless the service asked', () => {
    const anyFacts = fc.record({
      reads: fc.nat(),
      fraction: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      untilExpiry: fc.integer(),
      retryAfter: fc.constant(0),
    })
    fc.assert(
      fc.property(anyFacts, any => {
        expect(nextPoll(any)).toBeGreaterThan(0)
        expect(nextPoll(any)).toBeLessThanOrEqual(11_000)
      }),
    )
  })
})
