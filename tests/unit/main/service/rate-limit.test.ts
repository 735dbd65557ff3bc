import { describe, expect, it } from 'vitest'
import { parseHttpDate } from '../../../../electron/main/service/moment'
import { noLimits, readLimits } from '../../../../electron/main/service/rate-limit'

const tillNow = Date.UTC(2030, 0, 1)
const serviceNow = Date.UTC(2025, 5, 1, 10, 0, 0)
const date = 'Sun, 01 Jun 2025 10:00:00 GMT'
const inTenSeconds = 'Sun, 01 Jun 2025 10:00:10 GMT'

describe('the limits of a response (§7, §8)', () => {
  it('are unknown without headers', () => {
    expect(readLimits({}, tillNow)).toEqual(noLimits)
  })

  it.each([
    ['0', 0],
    ['7', 7000],
    ['1.5', 1500],
    [' 7 ', 7000],
    [inTenSeconds, 10_000],
    ['Sun, 01 Jun 2025 09:00:00 GMT', 0],
    ['-7', null],
    ['soon', null],
    ['7 seconds', null],
    ['1e3', null],
    ['', null],
    ['99999999999999999999', null],
    ['2025-06-01T10:00:10Z', 10_000],
  ])('read Retry-After %j as %s ms', (text, ms) => {
    expect(readLimits({ date, 'retry-after': text }, tillNow).retryAfter).toBe(ms)
  })

  it.each([
    ['30', 30_000],
    [String(serviceNow / 1000 + 30), 30_000],
    [String(serviceNow + 30_000), 30_000],
    [String(serviceNow / 1000 - 30), 0],
    [inTenSeconds, 10_000],
    ['2025-06-01T13:00:10+03:00', 10_000],
    ['2025-06-01 10:00:10', 10_000],
    [`${serviceNow + 30_000}000000`, 30_000],
    ['later', null],
  ])('read X-RateLimit-Reset %j as %s ms', (text, ms) => {
    expect(readLimits({ date, 'x-ratelimit-reset': text }, tillNow).resetIn).toBe(ms)
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
    const headers = { 'retry-after': ['1', 'x', '9', '3'], 'x-ratelimit-remaining': ['4', '2'] }
    expect(readLimits(headers, tillNow)).toMatchObject({ retryAfter: 9000, remaining: 2 })
  })
})

describe('an HTTP date', () => {
  it('is read in its fixed form alone', () => {
    expect(parseHttpDate(date)).toBe(serviceNow)
    expect(parseHttpDate('2025-06-01')).toBeNull()
    expect(parseHttpDate('1')).toBeNull()
    expect(parseHttpDate('Sun, 01 Jun 2025 25:00:00 GMT')).toBeNull()
    expect(parseHttpDate('Sun, 01 Jun 2025 10:00:00 EAT')).toBeNull()
  })

  it.each([
    'Sun, 01 Jan 1950 00:00:00 GMT',
    'Mon, 01 Jan 0001 00:00:00 GMT',
    'Mon, 31 Feb 2025 10:00:00 GMT',
    'Mon, 01 Jun 2025 10:00:00 GMT',
    'Sun, 01 Jun 2025 24:00:00 GMT',
  ])('is none that says what cannot be: %s', text => expect(parseHttpDate(text)).toBeNull())
})
