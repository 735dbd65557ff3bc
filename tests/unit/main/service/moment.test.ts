import { describe, expect, it } from 'vitest'
import { fromEpoch, readMoment } from '../../../../electron/main/service/moment'
import { expectEach } from '../../../support/expect-each'

const nine = Date.UTC(2026, 0, 5, 9)

function expectAll(texts: readonly string[], moment: number | null): void {
  expectEach(texts, readMoment, moment)
}

describe('an ISO 8601 moment', () => {
  it.each([
    ['small letters or space around it', '2026-01-05t09:00:00z', ' 2026-01-05T09:00:00Z\n'],
    ['no seconds, or parts of one', '2026-01-05T09:00Z', '2026-01-05T09:00:00.000Z'],
    ['another sign between', '2026-01-05 09:00:00Z', '2026/01/05 09:00:00Z'],
    ['the zone by its name', '2026-01-05 09:00:00 UTC', '2026-01-05T09:00:00 GMT'],
    ['an offset of nothing', '2026-01-05T09:00:00+00:00', '2026-01-05T09:00:00-00:00'],
    ['an offset in full', '2026-01-05T12:00:00+03:00', '2026-01-05 12:00:00 +03:00'],
    ['an offset in short', '2026-01-05T12:00:00+0300', '2026-01-05T12:00:00+03'],
    ['another offset', '2026-01-05T14:30:00+05:30', '2026-01-04T23:00:00-10:00'],
    ['no zone: it is UTC', '2026-01-05T09:00:00', '2026-01-05 09:00:00'],
    ['no zone and no seconds', '2026-01-05 09:00', '2026/01/05 09:00'],
  ])('is read with %s', (_form, ...texts) => {
    expectAll(['2026-01-05T09:00:00Z', ...texts], nine)
  })

  it('of a day alone is its first moment', () => {
    expectAll(['2026-01-05', '2026/01/05'], Date.UTC(2026, 0, 5))
  })

  it.each([
    ['.5', 500],
    [',5', 500],
    ['.06', 60],
    ['.063', 63],
    ['.0639', 63],
    ['.063993', 63],
    ['.063993853', 63],
    ['.0639938531234', 63],
    ['.999999999', 999],
  ])('has a fraction of any length, cut to ms: %s is %i', (fraction, ms) => {
    expect(readMoment(`2026-01-05T09:00:00${fraction}Z`)).toBe(nine + ms)
  })

  it('keeps each ms of a fraction', () => {
    for (let ms = 0; ms < 1_000; ms += 1) {
      const text = new Date(nine + ms).toISOString()
      expect(readMoment(text)).toBe(nine + ms)
    }
  })

  it.each([
    ['month', '2026-13-05T09:00:00Z', '2026-00-05T09:00:00Z'],
    ['day', '2026-01-00T09:00:00Z', '2026-02-29T09:00:00Z', '2026-04-31'],
    ['hour', '2026-01-05T24:00:00Z', '2026-01-05T25:00:00Z'],
    ['minute or second', '2026-01-05T09:60:00Z', '2026-01-05T09:00:60Z', '2026-01-05T09:00:00.Z'],
    ['offset', '2026-01-05T09:00:00+15:00', '2026-01-05T09:00:00+03:60'],
    ['order', '05/01/2026 09:00', '20260105T090000Z', '2026-01-05T09Z'],
    ['number of digits', '2026-1-5T09:00:00Z', '26-01-05T09:00:00Z'],
    ['year', '0099-01-05T09:00:00Z', '1969-12-31T23:59:59Z', '1970-01-01T02:00:00+03:00'],
    ['rest', '2026-01-05T09:00:00Z and more', '+012026-01-05T09:00:00Z'],
  ])('is none with a %s that cannot be', (_part, ...texts) => expectAll(texts, null))

  it('has a 29th of February in leap years', () => {
    expect(readMoment('2028-02-29T00:00:00Z')).toBe(Date.UTC(2028, 1, 29))
  })
})

describe('a mail or an HTTP date', () => {
  it.each([
    ['a day of one digit or two', 'Mon, 05 Jan 2026 09:00:00 GMT', 'Mon, 5 Jan 2026 09:00:00 GMT'],
    ['no day of the week', '05 Jan 2026 09:00:00 UTC', '5 Jan 2026 09:00 GMT'],
    ['an offset', 'Mon, 05 Jan 2026 12:00:00 +0300', 'Sun, 04 Jan 2026 23:00:00 -1000'],
  ])('is read with %s', (_form, ...texts) => expectAll(texts, nine))

  it.each([
    ['day', 'Mon, 31 Feb 2026 10:00:00 GMT', '29 Feb 2026 10:00 GMT'],
    ['month or hour', 'Mon, 05 Foo 2026 09:00:00 GMT', 'Mon, 05 Jan 2026 25:00:00 GMT'],
    ['zone', 'Mon, 05 Jan 2026 09:00:00 EAT', 'Mon, 05 Jan 2026 09:00:00'],
    ['offset', 'Mon, 05 Jan 2026 09:00:00 +1500'],
    ['year', 'Thu, 01 Jan 1970 02:00:00 +0300', 'Wed, 31 Dec 1969 23:59:59 GMT'],
  ])('is none with a %s that cannot be', (_part, ...texts) => expectAll(texts, null))
})

describe('a number of units since 1970', () => {
  const seconds = nine / 1_000

  it.each([
    ['seconds', seconds],
    ['milliseconds', nine],
    ['microseconds', nine * 1_000],
    ['nanoseconds', nine * 1_000_000],
  ])('is read in %s, as a number and as a text', (_, value) => {
    expect(readMoment(value)).toBe(nine)
    expect(readMoment(String(value))).toBe(nine)
  })

  it.each([
    [seconds + 0.25, 250],
    [nine + 0.4, 0],
    [nine * 1_000 + 500_000, 500],
  ])('is read in whole ms: %d', (value, ms) => {
    expect(readMoment(value)).toBe(nine + ms)
    expect(readMoment(String(value))).toBe(nine + ms)
  })

  it('is recognised by its size: no unit reaches the next one before the year 5000', () => {
    const last = Date.UTC(4999, 11, 31)
    const first = Date.UTC(1974, 0, 1)
    for (const moment of [first, last])
      for (const unit of [1e-3, 1, 1e3, 1e6]) expect(fromEpoch(moment * unit)).toBe(moment)
  })

  it('is none where it is too small, too large or no number', () => {
    const numbers = [0, -1, 300, 99_999_999, 1e20, Number.NaN, Number.POSITIVE_INFINITY]
    expectEach(numbers, readMoment, null)
    expectAll(['0', '-1767603600', '12345678', '12345678901234567890'], null)
    expectAll(['1e12', '0x6000000000'], null)
  })
})

describe('what is no moment', () => {
  it('is null', () => {
    expectEach([undefined, null, true, {}, [], [nine]], readMoment, null)
    expectAll(['', ' ', 'soon', 'tomorrow', 'P1D', 'T09:00:00Z'], null)
  })

  it('is told as well of a long text', { timeout: 20_000 }, () => {
    // A pattern that goes back and forth over it would take hours.
    for (const text of ['1'.repeat(200_000), `2026-01-05T09:00:00.${'9'.repeat(200_000)}X`])
      expect(readMoment(text)).toBeNull()
  })
})
