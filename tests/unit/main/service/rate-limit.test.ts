import { describe, expect, it } from 'vitest'
import { parseHttpDate } from '../../../../electron/main/service/moment'
import { noLimits, readLimits } from '../../../../electron/main/service/rate-limit'
import { expectEach } from '../../../support/expect-each'

const tillNow = Date.UTC(2030, 0, 1)
const serviceNow = Date.UTC(2025, 5, 1, 10, 0, 0)
const date = 'Sun, 01 Jun 2025 10:00:00 GMT'
const inTenSeconds = 'Sun, 01 Jun 2025 10:00:10 GMT'

describe('the limits of a response (§7, §8)', () => {
  it('are unknown without headers', () => {
    expect(readLimits({}, tillNow)).toEqual(noLimits)
  })

  it.each<[number | null, ...string[]]>([
    [0, '0', 'Sun, 01 Jun 2025 09:00:00 GMT'],
    [7000, '7', ' 7 '],
    [1500, '1.5'],
    [10_000, inTenSeconds, '2025-06-01T10:00:10Z'],
    [null, '-7', 'soon', '7 seconds', '1e3', '', '99999999999999999999'],
  ])('read Retry-After as %s ms', (ms, ...texts) => {
    expectEach(texts, text => readLimits({ date, 'retry-after': text }, tillNow).retryAfter, ms)
  })

  it.each<[number | null, ...string[]]>([
    [30_000, '30', `${serviceNow / 1000 + 30}`, `${serviceNow + 30_000}`],
    [30_000, `${serviceNow + 30_000}000000`],
    [0, `${serviceNow / 1000 - 30}`],
    [10_000, inTenSeconds, '2025-06-01T13:00:10+03:00', '2025-06-01 10:00:10'],
    [null, 'later'],
  ])('read X-RateLimit-Reset as %s ms', (ms, ...texts) => {
    const read = (text: string) => readLimits({ date, 'x-ratelimit-reset': text }, tillNow).resetIn
    expectEach(texts, read, ms)
  })

  it('take X-RateLimit-Reset for seconds below 10^9, and from there on for a time since 1970', () => {
    const resetAt = (reset: string, now: number) =>
      readLimits({ 'x-ratelimit-reset': reset }, now).resetIn
    expect(resetAt('999999999', 0)).toBe(999_999_999_000)
    expect(resetAt('1000000000', 999_999_990_000)).toBe(10_000)
  })

  it('measure from the till’s clock when the service names no time', () => {
    const headers = { 'retry-after': new Date(tillNow + 5000).toUTCString() }
    expect(readLimits(headers, tillNow).retryAfter).toBe(5000)
  })

  it('read the counts', () => {
    const headers = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' }
    expect(readLimits(headers, tillNow)).toEqual({ ...noLimits, limit: 100, remaining: 0 })
    expect(readLimits({ 'x-ratelimit-remaining': '-1' }, tillNow).remaining).toBeNull()
  })

  it('take the most cautious of several values', () => {
    const headers = {
      'retry-after': ['1', 'x', '9', '3'],
      'x-ratelimit-limit': ['90', '60', '80'],
      'x-ratelimit-remaining': ['4', '2'],
      'x-ratelimit-reset': ['5', '30', '7'],
    }
    expect(readLimits(headers, tillNow)).toEqual({
      retryAfter: 9_000,
      limit: 60,
      remaining: 2,
      resetIn: 30_000,
    })
  })
})

describe('an HTTP date', () => {
  it('is read in its fixed form alone', () => {
    expect(parseHttpDate(date)).toBe(serviceNow)
    for (const text of ['2025-06-01', '1', 'Sun, 01 Jun 2025 10:00:00 EAT'])
      expect(parseHttpDate(text), text).toBeNull()
  })

  it.each([
    'Sun, 01 Jan 1950 00:00:00 GMT',
    'Mon, 01 Jan 0001 00:00:00 GMT',
    'Mon, 31 Feb 2025 10:00:00 GMT',
    'Mon, 01 Jun 2025 10:00:00 GMT',
    'Sun, 01 Jun 2025 24:00:00 GMT',
    'Sun, 01 Jun 2025 25:00:00 GMT',
  ])('is none that says what cannot be: %s', text => expect(parseHttpDate(text)).toBeNull())
})
