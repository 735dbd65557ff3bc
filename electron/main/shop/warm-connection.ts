import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { ShopConnection } from './connection'
import { shopFailure } from './failure'

/** The shop database is not connected at the moment. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

const firstPause = 500
const longestPause = 30_000

/**
 * A connection that is there before it is needed: connecting takes longer than a cashier can wait. It is made again
 * whenever it is lost, until it is stopped.
 */
export class WarmConnection {
  #open: ShopConnection | null = null
  /** Connected, and not used by others yet. */
  #beginning: ShopConnection | null = null
  #failures = 0
  #stopped: boolean = false
  #cancel: () => void

  constructor(
    private readonly deps: {
      connect: () => Promise<ShopConnection>
      /** Each new connection, before others use it: what was missed meanwhile is read here. */
      connected: (connection: ShopConnection) => Promise<void>
      /** Asked again and again; returns the pause until the next time, ms. A server that is silent is noticed so. */
      beat: (connection: ShopConnection) => Promise<number>
      /** It was lost, or could not be made. */
      lost: (error: unknown) => void
      clock: Pick<Clock, 'after'>
      random: Pick<Random, 'fraction'>
    },
  ) {
    this.#cancel = deps.clock.after(0, () => void this.#connect())
  }

  /** Rejects at once with NotConnected where there is none, else as the work does. */
  async use<T>(work: (connection: ShopConnection) => Promise<T>): Promise<T> {
    if (!this.#open) throw new NotConnected('The shop database is not connected')
    const connection = this.#open
    try {
      return await work(connection)
    } catch (error) {
      if (shopFailure(error) === 'unreachable') this.#drop(connection, error)
      throw error
    }
  }

  /** Waits for no answer of the server: one that is just being connected to is left as soon as it answers. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    const last = this.#open ?? this.#beginning
    this.#open = null
    await last?.close().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    try {
      this.#beginning = await this.deps.connect()
      if (!this.#stopped) await this.deps.connected(this.#beginning)
      if (this.#stopped) return await this.#beginning.close()
      this.#accept(this.#beginning)
    } catch (error) {
      // What is half open must not stay so.
      await this.#beginning?.close().catch(() => undefined)
      this.#lose(error)
    } finally {
      this.#beginning = null
    }
  }

  #accept(connection: ShopConnection): void {
    this.#open = connection
    this.#failures = 0
    connection.onEnd(() => {
      if (this.#open === connection) this.#lose(new NotConnected('The connection ended'))
    })
    // At once: the first beat wakes the work that waited for a connection.
    if (this.#open) this.#beatAfter(connection, 0)
  }

  #beatAfter(connection: ShopConnection, pause: number): void {
    this.#cancel = this.deps.clock.after(pause, () => {
      this.deps.beat(connection).then(
        next => {
          if (this.#open === connection) this.#beatAfter(connection, next)
        },
        error => this.#drop(connection, error),
      )
    })
  }

  #drop(connection: ShopConnection, error: unknown): void {
    if (this.#open !== connection) return
    // It is over already as far as this till is concerned.
    connection.close().catch(() => undefined)
    this.#lose(error)
  }

  #lose(error: unknown): void {
    this.#open = null
    if (this.#stopped) return
    this.#cancel()
    this.#failures += 1
    this.deps.lost(error)
    const pause = Math.min(longestPause, firstPause * 2 ** Math.min(this.#failures - 1, 10))
    const spread = 0.5 + this.deps.random.fraction() / 2
    this.#cancel = this.deps.clock.after(pause * spread, () => void this.#connect())
  }
}
