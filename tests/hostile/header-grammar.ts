import fc from 'fast-check'
import type { ResponseHeaders } from '../../electron/main/service/rate-limit'

/** What a header's text means: ms from its arrival, or null when it means nothing that can be read. */
type Delay = { text: string; means: number | null }

export interface HeaderSpec {
  headers: ResponseHeaders
  /** What `Retry-After` and `X-RateLimit-Reset` ask for; undefined where only bounds are known. */
  retryAfter: number | null | undefined
  resetIn: number | null | undefined
  /** The service's clock, as the `Date` header says it; undefined where only bounds are known. */
  date: number | null | undefined
}

const second = 1_000
const moment = Date.UTC(2026, 0, 5, 9)

const dateText = (time: number) => new Date(time).toUTCString()

const brokenDates = [
  ...['Mon, 05 Jan 2026 09:00:00', 'Mon, 05 Jan 26 09:00:00 GMT', 'Monday, 05-Jan-26 09:00:00 GMT'],
  ...['Mon Jan  5 09:00:00 2026', 'Mon, 5 Jan 2026 09:00:00 GMT', 'Mon, 05 Jan 2026 09:00:00 UTC'],
  ...['Mon, 05 Jan 2026 09:00:00 +0300', 'Mon, 05 Jan 2026 25:00:00 GMT'],
  ...['mon, 05 jan 2026 09:00:00 gmt', '2026-01-05T09:00:00Z', '1767603600', '', '0'],
  'x'.repeat(2_000),
]

/** Dates that follow the form and yet say what cannot be: a service of 1950, the 99th of January. */
const oddDates = [
  ...['Sun, 01 Jan 1950 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ...['Wed, 31 Dec 1969 23:59:59 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ...['Mon, 01 Jan 0001 00:00:00 GMT', 'Sat, 31 Feb 2026 09:00:00 GMT'],
  ...['Sat, 99 Jan 2026 09:00:00 GMT', 'Mon, 05 Jan 2026 24:00:00 GMT'],
  'Mon, 05 Jan 2026 23:59:60 GMT',
]

const soundDate = fc.integer({ min: -86_400, max: 86_400 }).map(away => moment + away * second)

const dateHeader = fc.oneof(
  {
    arbitrary: soundDate.map(time => ({
      value: dateText(time) as string | undefined,
      date: time as number | null | undefined,
    })),
    weight: 6,
  },
  { arbitrary: fc.constant({ value: undefined, date: null }), weight: 2 },
  { arbitrary: fc.constantFrom(...brokenDates).map(value => ({ value, date: null })), weight: 1 },
  { arbitrary: fc.constantFrom(...oddDates).map(value => ({ value, date: undefined })), weight: 1 },
)

const noDelays = [
  ...['-1', '1e3', 'soon', '', 'NaN', 'Infinity', '0x10', '1 2', '١٢', '9'.repeat(400), '5;', '+5'],
]

/** Seconds or a date, in all their forms; `from` is the service's clock by then. */
function delay(from: number, isReset: boolean): fc.Arbitrary<Delay> {
  const seconds = fc.nat(5_000).map(n => ({ text: String(n), means: n * second }))
  const date = fc
    .integer({ min: -600, max: 6_000 })
    .map(n => ({ text: dateText(from + n * second), means: Math.max(0, n * second) }))
  /** A moment as a number; as a span of time it would be as many seconds. */
  const epoch = (moment: (n: number) => number) =>
    fc.integer({ min: -600, max: 6_000 }).map(n => ({
      text: String(moment(n)),
      means: isReset ? Math.max(0, n * second) : moment(n) * second,
    }))
  const epochSeconds = epoch(n => from / second + n)
  const epochMs = epoch(n => from + n * second)
  const nonsense = fc.constantFrom(...noDelays).map(text => ({ text, means: null }))
  return fc.oneof(seconds, date, epochSeconds, epochMs, nonsense)
}

const contentTypes = [
  ...[undefined, 'application/json', 'application/json; charset=utf-8'],
  ...['application/json; charset=latin1', 'text/plain', 'text/html', 'TEXT/HTML; charset=utf-8'],
  ...['application/xhtml+xml', 'application/octet-stream', ''],
]

const counts = [undefined, '0', '1', '60', '-1', 'many', '1.5', '9'.repeat(15), '9'.repeat(400)]
const count = fc.constantFrom(...counts)

/** Response headers by the grammar of §8, near-valid forms included. */
export function headerSpec(now: number): fc.Arbitrary<HeaderSpec> {
  return dateHeader.chain(({ value, date }) => {
    const from = date ?? now
    return fc
      .record({
        type: fc.oneof(
          { arbitrary: fc.constantFrom('application/json', undefined), weight: 4 },
          { arbitrary: fc.constantFrom(...contentTypes), weight: 1 },
        ),
        retry: fc.option(delay(from, false), { freq: 2 }),
        reset: fc.option(delay(from, true), { freq: 2 }),
        limit: count,
        remaining: count,
        repeat: fc.nat(15),
      })
      .map(({ type, retry, reset, limit, remaining, repeat }) => ({
        headers: {
          'content-type': type,
          date: value,
          'retry-after': twice(retry?.text, repeat === 0),
          'x-ratelimit-reset': reset?.text,
          'x-ratelimit-limit': twice(limit, repeat === 1),
          'x-ratelimit-remaining': remaining,
        },
        date,
        // Without a date of known meaning, points in time cannot be foretold.
        retryAfter: date === undefined ? undefined : (retry?.means ?? null),
        resetIn: date === undefined ? undefined : (reset?.means ?? null),
      }))
  })
}

/** The same header once more, as some proxies do; undici makes it a list. */
function twice(text: string | undefined, isTwice: boolean): string | string[] | undefined {
  return isTwice && text !== undefined ? [text, text] : text
}
