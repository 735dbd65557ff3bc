import { z } from 'zod'
import type { ShopConnection } from '../../electron/main/shop/connection'

const mostWaiting = 1_000
/** As `kaunta.callback` takes them. */
const mostAtATime = 500
/** After this long the till has read the status by itself, ms. */
const useless = 60_000
/** So long a sale may be unknown, ms: its till has not shipped it yet. */
const unknownTime = 10_000
const unknownPause = 500
const firstPause = 500
const longestPause = 10_000

const passedSchema = z.array(z.object({ sale: z.string(), till: z.string(), shop: z.string() }))

/** A sale that a callback came for; `since` and `due` are monotonic, ms. */
interface Waiting {
  since: number
  due: number
}

/** Passes sales on to the shop database, many at a time, and waits where it is not there. */
export class HintQueue {
  readonly #waiting = new Map<string, Waiting>()
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
  ) {}

  /** False where too many wait already. A sale that waits is not added twice. */
  add(sale: string): boolean {
    if (!this.#waiting.has(sale)) {
      if (this.#waiting.size >= mostWaiting) return false
      const since = this.deps.now()
      this.#waiting.set(sale, { since, due: since })
    }
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
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

  async #run(): Promise<void> {
    let failures = 0
    while (this.#waiting.size > 0 && !this.#stopped) {
      const sales = this.#take()
      try {
        if (sales.length === 0) await this.#pause(unknownPause)
        else await this.#pass(sales)
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
    for (const [sale, { since }] of this.#waiting)
      if (now - since >= useless) this.#waiting.delete(sale)
    const due = [...this.#waiting].filter(([, { due }]) => due <= now)
    return due.slice(0, mostAtATime).map(([sale]) => sale)
  }

  async #pass(sales: readonly string[]): Promise<void> {
    this.#connection ??= await this.deps.connect()
    const rows = await this.#connection.query('SELECT * FROM kaunta.callback($1)', [sales])
    const passed = passedSchema.parse(rows)
    // After the commit: the statement before must not wait for it.
    if (passed.length > 0)
      await this.#connection.query(
        "SELECT pg_notify('kaunta_' || shop, hint) FROM unnest($1::text[], $2::text[]) AS h (shop, hint)",
        [passed.map(({ shop }) => shop), passed.map(({ till, sale }) => `${till} ${sale}`)],
      )
    const known = new Set(passed.map(({ sale }) => sale))
    const now = this.deps.now()
    for (const sale of sales) {
      const since = this.#waiting.get(sale)?.since ?? now
      // No shop has it: no till is notified, and it is asked for once more in a moment.
      if (known.has(sale) || now - since >= unknownTime) this.#waiting.delete(sale)
      else this.#waiting.set(sale, { since, due: now + unknownPause })
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
