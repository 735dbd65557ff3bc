/** How many callbacks are taken: so many at once, and so many a second. */
export interface RateLimit {
  burst: number
  perSecond: number
}

/** Takes one from a bucket that fills again with time; false where it is empty. `now` in ms. */
export function createRateLimit({ burst, perSecond }: RateLimit): (now: number) => boolean {
  let left = burst
  let last: number | null = null
  return now => {
    if (last !== null) left = Math.min(burst, left + ((now - last) / 1_000) * perSecond)
    last = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
