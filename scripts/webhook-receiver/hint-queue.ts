import type { ShopConnection } from '../../electron/main/shop/connection'

/** Passes sales on to the shop database, one after the other, and waits where it is not there. */
export interface HintQueue {
  /** False where too many wait already. A sale that waits is not added twice. */
  add(sale: string): boolean
  waiting(): number
  stop(): Promise<void>
}

interface QueueDeps {
  connect: () => Promise<ShopConnection>
  /** Monotonic, ms. */
  now: () => number
  say: (text: string) => void
}

const mostWaiting = 1_000
/** After this long the till has read the status by itself, ms. */
const useless = 60_000
const firstPause = 500
const longestPause = 10_000

/** An empty queue. */
export function createHintQueue({ connect, now, say }: QueueDeps): HintQueue {
  const waiting = new Map<string, number>()
  let connection: ShopConnection | null = null
  let running: Promise<void> | null = null
  let stopped = false
  let wakeUp: () => void = () => undefined

  async function pass(sale: string): Promise<void> {
    connection ??= await connect()
    await connection.query('SELECT kaunta.callback($1)', [sale])
    // Alone, after the commit. Also for a sale that is not known yet: its till may have it, not shipped.
    await connection.query("SELECT pg_notify('kaunta_hint', $1)", [sale])
  }

  async function run(): Promise<void> {
    let failures = 0
    for (let [next] = waiting; next && !stopped; [next] = waiting) {
      const [sale, since] = next
      try {
        if (now() - since < useless) await pass(sale)
        waiting.delete(sale)
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) say(`The shop database did not take a callback: ${String(error)}`)
        const lost = connection
        connection = null
        // It may be gone already.
        await lost?.close().catch(() => undefined)
        await pause(Math.min(longestPause, firstPause * 2 ** (failures - 1)))
      }
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    add(sale) {
      if (!waiting.has(sale) && waiting.size >= mostWaiting) return false
      if (!waiting.has(sale)) waiting.set(sale, now())
      running ??= run().finally(() => {
        running = null
      })
      return true
    },
    waiting: () => waiting.size,
    async stop() {
      stopped = true
      wakeUp()
      await running
      await connection?.close().catch(() => undefined)
    },
  }
}
