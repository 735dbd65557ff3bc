import { z } from 'zod'
import { isCallbackMac } from '../../electron/main/service/callback-mac'
import type { ShopConnection } from '../../electron/main/shop/connection'

const mostWaiting = 1_000
/** As `kaunta.callback` takes them. */
const mostAtATime = 500
/** After this long the till has read the status by itself, ms. */
const useless = 60_000
/** So long a payment may be unknown, ms: its till has not shipped it yet. */
const unknownTime = 10_000
const unknownPause = 500
const firstPause = 500
const longestPause = 10_000

const keySchema = z.tuple([z.object({ key: z.instanceof(Buffer) })])
const passedSchema = z.array(z.object({ payment: z.string(), channel: z.string() }))

/** What the query of a callback's address says. */
export interface Callback {
  payment: string
  mac: string
}

/** A payment that a callback came for; `since` and `due` are monotonic, ms. */
interface Waiting {
  since: number
  due: number
}

/** Passes sales on to the shop database, many at a time, and waits where it is not there. Connects at once. */
export class HintQueue {
  readonly #waiting = new Map<string, Waiting>()
  #key: Buffer | null = null
  #connection: ShopConnection | null = null
  #running: Promise<void> | null = null
  #stopped = false
  #wakeUp: () => void = () => undefined

  constructor(
    private readonly deps: {
      connect: () => Promise<ShopConnection>
      /** Monotonic, ms. */
      now: () => number
      note: (text: string) => void
    },
  ) {
    this.#start()
  }

  /** Whether a till of the shop made the address of this callback; null while the shop database has not said its key. */
  isOfTill({ payment, mac }: Callback): boolean | null {
    return this.#key && isCallbackMac(this.#key, payment, mac)
  }

  /** False where too many wait already. A payment that waits is not added twice. */
  add(payment: string): boolean {
    if (!this.#waiting.has(payment)) {
      if (this.#waiting.size >= mostWaiting) return false
      const since = this.deps.now()
      this.#waiting.set(payment, { since, due: since })
    }
    this.#start()
    return true
  }

  waiting(): number {
    return this.#waiting.size
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wakeUp()
    await this.#running
    await this.#connection?.close().catch(() => undefined)
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  async #run(): Promise<void> {
    let failures = 0
    while ((this.#key === null || this.#waiting.size > 0) && !this.#stopped) {
      const sales = this.#take()
      try {
        this.#connection ??= await this.#connect()
        if (sales.length > 0) await this.#pass(this.#connection, sales)
        else if (this.#waiting.size > 0) await this.#pause(unknownPause)
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) this.deps.note(`The shop database took no callback: ${String(error)}`)
        const lost = this.#connection
        this.#connection = null
        // It may be gone already.
        await lost?.close().catch(() => undefined)
        await this.#pause(Math.min(longestPause, firstPause * 2 ** (failures - 1)))
      }
    }
  }

  /** The sales that are due. They stay in the queue until they were passed on. */
  #take(): string[] {
    const now = this.deps.now()
    for (const [payment, { since }] of this.#waiting)
      if (now - since >= useless) this.#waiting.delete(payment)
    const due = [...this.#waiting].filter(([, { due }]) => due <= now)
    return due.slice(0, mostAtATime).map(([payment]) => payment)
  }

  /** Each connection: a database that was put back may have another key. */
  async #connect(): Promise<ShopConnection> {
    const connection = await this.deps.connect()
    try {
      const [{ key }] = keySchema.parse(
        await connection.query('SELECT kaunta.receiver_key() AS key'),
      )
      this.#key = key
      return connection
    } catch (error) {
      await connection.close().catch(() => undefined)
      throw error
    }
  }

  async #pass(connection: ShopConnection, sales: readonly string[]): Promise<void> {
    const rows = await connection.query('SELECT * FROM kaunta.callback($1)', [sales])
    const passed = passedSchema.parse(rows)
    // After the commit: the statement before must not wait for it.
    if (passed.length > 0)
      await connection.query(
        "SELECT pg_notify(channel, '') FROM unnest($1::text[]) AS h (channel)",
        [[...new Set(passed.map(({ channel }) => channel))]],
      )
    const known = new Set(passed.map(({ payment }) => payment))
    const now = this.deps.now()
    for (const payment of sales) {
      const since = this.#waiting.get(payment)?.since ?? now
      // No shop has it: no till is notified, and it is asked for once more in a moment.
      if (known.has(payment) || now - since >= unknownTime) this.#waiting.delete(payment)
      else this.#waiting.set(payment, { since, due: now + unknownPause })
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
