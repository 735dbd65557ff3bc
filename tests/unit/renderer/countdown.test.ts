import { describe, expect, it } from 'vitest'
import { countdownOf, formatSeconds } from '../../../renderer/words/countdown'

describe('the countdown', () => {
  const sale = { acceptedAt: 10_000, expiresAt: 130_000 }

  it('starts full and ends empty', () => {
    expect(countdownOf(sale, 10_000, 0)).toEqual({ secondsLeft: 120, share: 1 })
    expect(countdownOf(sale, 70_000, 0)).toEqual({ secondsLeft: 60, share: 0.5 })
    expect(countdownOf(sale, 130_000, 0)).toEqual({ secondsLeft: 0, share: 0 })
    expect(countdownOf(sale, 999_000, 0)).toEqual({ secondsLeft: 0, share: 0 })
  })

  it('runs on the service’s clock, however wrong the shop’s is', () => {
    const hourBehind = { acceptedAt: 10_000, expiresAt: 3_730_000 }
    expect(countdownOf(hourBehind, 70_000, 3_600_000)).toEqual({ secondsLeft: 60, share: 0.5 })
  })

  it('shows a second until it is over', () => {
    expect(countdownOf(sale, 129_001, 0)?.secondsLeft).toBe(1)
  })

  it('is none without a limit', () => {
    expect(countdownOf({ acceptedAt: null, expiresAt: null }, 0, 0)).toBeNull()
  })

  it('reads like a clock', () => {
    expect([0, 9, 86, 600, 3_725].map(formatSeconds)).toEqual([
      '0:00',
      '0:09',
      '1:26',
      '10:00',
      '1:02:05',
    ])
    expect(formatSeconds(-5)).toBe('0:00')
  })
})
