import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../../electron/practice/clock'
import type { Ending, Exchange } from '../../../electron/practice/http'

/** A list that forgets its oldest entries: a service left running must not fill the memory. */
export class Ring<Entry> {
  readonly #entries: Entry[] = []
  #total = 0

  /** Holds the newest `count` entries, and fewer where together they are larger than `bytes`. */
  constructor(
    private readonly limits: { count: number; bytes: number },
    private readonly sizeOf: (entry: Entry) => number,
  ) {}

  add(entry: Entry): void {
    this.#entries.push(entry)
    this.grew(this.sizeOf(entry))
  }

  /** An entry has grown by so many bytes. */
  grew(bytes: number): void {
    const entries = this.#entries
    this.#total += bytes
    while (
      entries.length > this.limits.count ||
      (this.#total > this.limits.bytes && entries.length > 1)
    ) {
      const oldest = entries.shift()
      if (oldest !== undefined) this.#total -= this.sizeOf(oldest)
    }
  }

  /** Oldest first. */
  all(): Entry[] {
    return [...this.#entries]
  }

  clear(): void {
    this.#entries.length = 0
    this.#total = 0
  }
}

/** A request as it came in. The secret is not kept. */
export interface LoggedRequest {
  /** ms since the epoch. */
  at: number
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** The HTTP status that went out, or null when none did. */
  status: number | null
  ending: Ending
}

/** Enough for a test or a day of practice. */
const limits = { count: 2_000, bytes: 8 * 1024 * 1024 }

/** No path of the service is longer. */
const longestPath = 512

const secretHeader = 'x-api-secret'

function redact(headers: IncomingHttpHeaders): Record<string, string> {
  const plain = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(
    plain.map(([name, value]) => [name, name === secretHeader ? '[redacted]' : value]),
  )
}

const sizeOf = ({ path, headers, body }: LoggedRequest): number =>
  path.length + JSON.stringify(headers).length + Buffer.byteLength(body)

/** What reached the service: tests assert on it, not on what the till says. */
export class RequestLog {
  readonly #ring = new Ring<LoggedRequest>(limits, sizeOf)

  constructor(private readonly clock: Clock) {}

  open(method: string, path: string, headers: IncomingHttpHeaders): Exchange {
    const entry: LoggedRequest = {
      at: this.clock.wall(),
      method,
      path: path.slice(0, longestPath),
      headers: {},
      body: '',
      status: null,
      ending: 'open',
    }
    const ring = this.#ring
    ring.add(entry)
    return {
      received(body) {
        const before = sizeOf(entry)
        Object.assign(entry, { headers: redact(headers), body })
        ring.grew(sizeOf(entry) - before)
      },
      ended(ending, status) {
        if (entry.ending === 'open') Object.assign(entry, { ending, status })
      },
    }
  }

  all(): LoggedRequest[] {
    return this.#ring.all().map(entry => ({ ...entry }))
  }

  clear(): void {
    this.#ring.clear()
  }
}
