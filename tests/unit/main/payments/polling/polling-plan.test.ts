import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  nextPoll,
  type PollingFacts,
} from '../../../../../electron/main/payments/polling/polling-plan'

const minute = 60_000
const hour = 3_600_000
const facts: PollingFacts = {
  ...{ reads: 0, faults: 0, took: 0 },
  ...{ age: 0, fraction: 0.5, untilExpiry: 900_000 },
}
const far = { untilExpiry: Number.MAX_SAFE_INTEGER }
const gapAfter = (reads: number) => nextPoll({ ...facts, reads })
const gapAt = (age: number) => nextPoll({ ...facts, ...far, reads: 1_000, age })

/** When a payment that stays pending is read, ms after its acceptance. */
function readsWithin(ms: number): number[] {
  const times: number[] = []
  for (let age = nextPoll({ ...facts, ...far }); age <= ms; ) {
    times.push(age)
    age += nextPoll({ ...facts, ...far, reads: times.length, age })
  }
  return times
}

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

  it('follows at once where the read before it began before expires_at and ended after it', () => {
    const late = { ...facts, reads: 40, untilExpiry: -5_000 }
    expect(nextPoll({ ...late, took: 3_251 })).toBe(1)
    expect(nextPoll({ ...late, took: 3_250 })).toBe(10_000)
  })

  it('goes on at its own gap after that, until an answer is had', () => {
    for (const untilExpiry of [-1_750, -86_400_000])
      expect(nextPoll({ ...facts, untilExpiry, reads: 40 })).toBe(10_000)
  })

  it('always lies ahead, and no more than an hour and its jitter', () => {
    const anyFacts = fc.record({
      reads: fc.nat(),
      faults: fc.nat(),
      took: fc.nat(),
      age: fc.nat({ max: 400 * 24 * hour }),
      fraction: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      untilExpiry: fc.integer(),
    })
    fc.assert(
      fc.property(anyFacts, any => {
        expect(nextPoll(any)).toBeGreaterThan(0)
        expect(nextPoll(any)).toBeLessThanOrEqual(1.1 * hour)
      }),
    )
  })
})

describe('a payment that lives for hours', () => {
  it('is asked about less often the older it is: seconds at first, then minutes, then hourly', () => {
    expect([0, 2 * minute - 1, 2 * minute].map(gapAt)).toEqual([10_000, 10_000, 10_000])
    expect([30 * minute, 4 * hour, 13 * hour].map(gapAt)).toEqual([144_000, 1_152_000, hour])
  })

  it('is read as often in its first two minutes as one that lives for as long', () => {
    const short = readsWithin(2 * minute)
    expect(readsWithin(4 * hour).slice(0, short.length)).toEqual(short)
    expect(short.slice(0, 5)).toEqual([2_000, 7_500, 10_500, 13_464, 16_393])
    expect(short).toHaveLength(33)
  })

  it('is asked about by its age also after a restart, when no read is counted yet', () => {
    expect(nextPoll({ ...facts, ...far, age: 2 * hour })).toBe(576_000)
  })
})

describe('a payment that the service cannot answer about', () => {
  it('is asked about after longer and longer pauses: it slows no other', () => {
    const gaps = [0, 1, 2, 3, 4, 5, 5_000].map(faults => nextPoll({ ...facts, faults }))
    expect(gaps).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  })

  it('is never asked about more often for that', () => {
    for (const age of [0, 30 * minute, 4 * hour, 48 * hour])
      for (const faults of [1, 2, 5, 50]) {
        const gap = nextPoll({ ...facts, ...far, reads: 100, age, faults })
        expect(gap).toBeGreaterThanOrEqual(gapAt(age))
      }
  })
})
