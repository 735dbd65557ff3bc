import { describe, expect, it } from 'vitest'
import {
  countdownOf,
  customerCountdown,
  formatSeconds,
  isCountedForCustomer,
  spanText,
} from '../../../renderer/i18n/countdown'

describe('the countdown', () => {
  const payment = { acceptedAt: 10_000, expiresAt: 130_000 }

  it.each([
    [10_000, 120, 1],
    [70_000, 60, 0.5],
    [130_000, 0, 0],
    [999_000, 0, 0],
  ])('starts full and ends empty: at %i', (now, secondsLeft, share) => {
    expect(countdownOf(payment, now, 0)).toEqual({ secondsLeft, share })
  })

  it('runs on the service’s clock, however wrong the shop’s is', () => {
    const hourBehind = { acceptedAt: 10_000, expiresAt: 3_730_000 }
    expect(countdownOf(hourBehind, 70_000, 3_600_000)).toEqual({ secondsLeft: 60, share: 0.5 })
  })

  it('shows a second until it is over', () => {
    expect(countdownOf(payment, 129_001, 0)?.secondsLeft).toBe(1)
  })

  it('is none without a limit', () => {
    expect(countdownOf({ acceptedAt: null, expiresAt: null }, 0, 0)).toBeNull()
  })

  it('reads like a clock', () => {
    const shown = [0, 9, 86, 600, 3_600].map(formatSeconds)
    expect(shown).toEqual(['0:00', '0:09', '1:26', '10:00', '60:00'])
    expect(formatSeconds(-5)).toBe('0:00')
  })
})

describe('what a customer has left', () => {
  const lifetimeMs = 180_000
  const live = (left: number) => ({ gone: false, left, lifetimeMs })
  const card = { gone: false, left: null, lifetimeMs }
  const fourHours = { secondsLeft: 14_380, share: 0.99 }

  it('is the prompt’s time where the payment stays open for hours', () => {
    expect(customerCountdown(fourHours, live(90_000))).toEqual({ secondsLeft: 90, share: 0.5 })
  })

  it('is the payment’s own time where that ends first, and for a card', () => {
    const whole = { secondsLeft: 60, share: 0.5 }
    expect(customerCountdown(whole, live(90_000))).toBe(whole)
    expect(customerCountdown(whole, card)).toBe(whole)
  })

  it('is nothing that counts once the prompt is gone', () => {
    expect(customerCountdown(fourHours, { gone: true, left: null, lifetimeMs })).toBeNull()
  })

  it('is counted on the customer’s display in its last 15 minutes alone', () => {
    expect(isCountedForCustomer({ secondsLeft: 901, share: 1 })).toBe(false)
    expect(isCountedForCustomer({ secondsLeft: 900, share: 1 })).toBe(true)
  })

  it('never counts hours', () => {
    expect(customerCountdown({ secondsLeft: 3_601, share: 1 }, card)).toBeNull()
    expect(customerCountdown({ secondsLeft: 3_600, share: 1 }, card)).not.toBeNull()
  })
})

describe('a length of time', () => {
  const t = ((_key: string, { hours, minutes }: { hours: number; minutes: number }) =>
    `${hours} h ${minutes} min`) as unknown as Parameters<typeof spanText>[1]

  it('is a clock within the hour, and hours and minutes from then on', () => {
    const texts = [59, 3_599, 3_600, 14_399].map(seconds => spanText(seconds, t))
    expect(texts).toEqual(['0:59', '59:59', '1 h 0 min', '3 h 59 min'])
  })
})
