import type { Clock, ServiceTime } from '../clock'
import { type Reply, tooMany } from '../http'

/** §8 leaves values, window and the form of the reset open; so all three can be chosen. */
export interface RateLimit {
  limit: number
  windowSeconds: number
  /** How `X-RateLimit-Reset` says when the window ends. Seconds from now when absent. */
  resetAs?: 'seconds' | 'epoch-seconds' | 'epoch-milliseconds' | 'date'
}

/** What one request gets: headers to send, and the 429 if it is one too many. */
export interface Allowance {
  headers: Record<string, string>
  refusal: Reply | null
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

/** Counts an account's requests in fixed windows, each beginning with its first request. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>()

  /** `limit` null: no limit and no headers (§8 "when limits apply"). */
  constructor(
    private limit: RateLimit | null,
    private readonly deps: { clock: Clock; time: ServiceTime },
  ) {}

  /** Counts one request of `account`. */
  take(account: string): Allowance {
    if (this.limit === null) return { headers: {}, refusal: null }
    const { clock, time } = this.deps
    const { limit, resetAs, windowSeconds } = this.limit
    const { endsAt, taken } = this.#count(account, windowSeconds)
    const secondsLeft = Math.ceil((endsAt - clock.wall()) / 1000)
    const headers = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - taken)),
      'x-ratelimit-reset': resetValue(resetAs, time.reported(endsAt), secondsLeft),
    }
    const refusal = tooMany(`Too many requests: wait ${secondsLeft} s.`, secondsLeft)
    return { headers, refusal: taken > limit ? refusal : null }
  }

  /** Starts again with this limit. */
  set(limit: RateLimit | null): void {
    this.limit = limit
    this.#windows.clear()
  }

  #count(account: string, windowSeconds: number): Window {
    const now = this.deps.clock.wall()
    const open = this.#windows.get(account)
    const running = open && open.endsAt > now
    const endsAt = running ? open.endsAt : now + windowSeconds * 1000
    const window = { endsAt, taken: running ? open.taken + 1 : 1 }
    this.#windows.set(account, window)
    return window
  }
}
