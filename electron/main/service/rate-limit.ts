import { fromEpoch, parseHttpDate, readMoment } from './moment'

/** Header names are in lower case; a header that came several times is a list. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Every value of a header, trimmed, in the order that they came. */
export function headerTexts(headers: ResponseHeaders, name: string): string[] {
  return [headers[name] ?? []].flat().map(text => text.trim())
}

/** The service's clock, ms since the epoch; null without one readable `Date`. */
export function readServerDate(headers: ResponseHeaders): number | null {
  return headerTexts(headers, 'date').map(parseHttpDate)[0] ?? null
}

/** What a response said about going slower (§7, §8). Times are ms from its arrival, never negative. */
export interface RateLimits {
  retryAfter: number | null
  /** Most requests in the current window, and those left in it. */
  limit: number | null
  remaining: number | null
  resetIn: number | null
}

export const noLimits: RateLimits = {
  retryAfter: null,
  limit: null,
  remaining: null,
  resetIn: null,
}

/**
 * Reads `Retry-After` and the `X-RateLimit-*` headers of §8; what cannot be read is null.
 * Points in time are measured from the service's own `Date`, and only without one from the till's
 * wall clock `now` (ms): a shop PC's clock may be hours off. Clamping is the rate gate's.
 */
export function readLimits(headers: ResponseHeaders, now: number): RateLimits {
  const from = readServerDate(headers) ?? now
  const read = (name: string, parse: (text: string) => number | null) =>
    headerTexts(headers, name)
      .map(parse)
      .filter(value => value !== null)
  return {
    // Of several values the most cautious counts: nothing goes earlier than asked.
    retryAfter: most(read('retry-after', text => readDelay(text, from))),
    limit: least(read('x-ratelimit-limit', readCount)),
    remaining: least(read('x-ratelimit-remaining', readCount)),
    resetIn: most(read('x-ratelimit-reset', text => readReset(text, from))),
  }
}

function readDelay(text: string, from: number): number | null {
  const seconds = readNumber(text)
  return seconds === null ? untilDate(text, from) : seconds * 1000
}

/**
 * §8: "a timestamp or seconds". The size tells which: seconds from now stay below 10^9 (31 years), and
 * anything greater counts from 1970.
 */
function readReset(text: string, from: number): number | null {
  const value = readNumber(text)
  if (value === null) return untilDate(text, from)
  if (value < 1e9) return value * 1000
  const moment = fromEpoch(value)
  return moment === null ? null : notBefore(moment, from)
}

function untilDate(text: string, from: number): number | null {
  const time = readMoment(text)
  return time === null ? null : notBefore(time, from)
}

function notBefore(time: number, from: number): number {
  return Math.max(0, time - from)
}

function readNumber(text: string): number | null {
  return /^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : null
}

function readCount(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

function most(values: number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}

function least(values: number[]): number | null {
  return values.length === 0 ? null : Math.min(...values)
}
