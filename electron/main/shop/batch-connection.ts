import type { Clock } from '../platform/clock'
import type { ShopConnection } from './connection'

/** So long it stays open without work, ms: the events of one payment come within seconds. */
const idleTime = 10_000

/**
 * The connection for batches and upkeep, so that no cashier's question waits behind one. It is there while there is work:
 * an idle till has one connection.
 */
export class BatchConnection {
  #open: Promise<ShopConnection> | null = null
  #users = 0
  #stopped: boolean = false
  #cancel: () => void = () => undefined

  constructor(
    private readonly deps: {
      connect: () => Promise<ShopConnection>
      clock: Pick<Clock, 'after'>
    },
  ) {}

  /** Rejects as connecting or the work does. */
  async use<T>(work: (connection: ShopConnection) => Promise<T>): Promise<T> {
    this.#cancel()
    this.#users += 1
    try {
      return await work(await this.#connected())
    } finally {
      this.#users -= 1
      if (this.#users === 0) this.#cancel = this.deps.clock.after(idleTime, () => this.drop())
    }
  }

  /** What is asked on it rejects. */
  drop(): void {
    const open = this.#open
    this.#open = null
    open?.then(connection => connection.close()).catch(() => undefined)
  }

  /** Waits for no answer of the server. */
  stop(): void {
    this.#stopped = true
    this.#cancel()
    this.drop()
  }

  #connected(): Promise<ShopConnection> {
    if (this.#stopped) return Promise.reject(new Error('It was stopped'))
    if (this.#open) return this.#open
    const opening = this.deps.connect()
    const forget = () => {
      if (this.#open === opening) this.#open = null
    }
    opening.then(connection => connection.onEnd(forget), forget)
    this.#open = opening
    return opening
  }
}
