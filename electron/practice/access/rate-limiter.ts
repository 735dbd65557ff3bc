import { z } from 'zod'
import type { Clock, ServiceTime } from '../clock'
import { type Reply, tooMany } from '../http'

/** §8 leaves values, window and the form of the reset open; so all three can be chosen. */
export const rateLimitSchema = z.strictObject({
  limit: z.int().min(1),
  windowSeconds: z.number().positive(),
  /** How `X-RateLimit-Reset` says when the window ends. Seconds from now when absent. */
  resetAs: z.enum(['seconds', 'epoch-seconds', 'epoch-milliseconds', 'date']).optional(),
})
export type RateLimit = z.infer<typeof rateLimitSchema>

/** What one request gets: headers to send, and the 429 if it is one too many. */
export interface Allowance {
  headers: Record<string, string>
  refusal: Reply | null
}

export interface RateLimiter {
  /** Counts one request of `account`. */
  take(account: string): Allowance
  /** Starts again with this limit; null: no limit and no headers (§8 "when limits apply"). */
  set(limit: RateLimit | null): void
}

interface Window {
  endsAt: number
  taken: number
}

function resetValue(form: RateLimit['resetAs'], endsAt: number, secondsLeft: number): string {
  if (form === 'epoch-seconds') return String(Math.ceil(endsAt / 1000))
  if (form === 'epoch-milliseconds') return String(endsAt)
  if (form === 'date') return new Date(endsAt).toUTCString()
  return String(secondsLeft)
}

interface LimiterDeps {
  clock: Clock
  time: ServiceTime
}

/** Counts an account's requests in fixed windows, each beginning with its first request. */
export function createRateLimiter(
  initial: RateLimit | null,
  { clock, time }: LimiterDeps,
): RateLimiter {
  const windows = new Map<string, Window>()
  let current = initial

  function count(account: string, windowSeconds: number): Window {
    const now = clock.wall()
    const open = windows.get(account)
    const running = open && open.endsAt > now
    const endsAt = running ? open.endsAt : now + windowSeconds * 1000
    const window = { endsAt, taken: running ? open.taken + 1 : 1 }
    windows.set(account, window)
    return window
  }

  function allowance({ limit, resetAs }: RateLimit, { endsAt, taken }: Window): Allowance {
    const secondsLeft = Math.ceil((endsAt - clock.wall()) / 1000)
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - taken)),
      'x-ratelimit-reset': resetValue(resetAs, time.reported(endsAt), secondsLeft),
    }
    const refusal = tooMany(`Too many requests: wait ${secondsLeft} s.`, secondsLeft)
    return { headers, refusal: taken > limit ? refusal : null }
  }

  return {
    take: account =>
      current
        ? allowance(current, count(account, current.windowSeconds))
        : { headers: {}, refusal: null },
    set(limit) {
      current = limit
      windows.clear()
    },
  }
}
