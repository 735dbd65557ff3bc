import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { ShopConnection } from './connection'
import { isRefusal } from './failure'

/** The shop database is not connected at the moment. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

const firstPause = 500
const longestPause = 30_000
const refusedPause = 60_000
const hurriedPause = 200

/**
 * A connection that is there before it is needed: connecting takes longer than a cashier can wait. It is made again
 * whenever it is lost, until it is stopped.
 */
export class WarmConnection {
  #open: ShopConnection | null = null
  /** Connected, and not used by others yet. */
  #beginning: ShopConnection | null = null
  #isBeating: boolean = false
  #isHurried: boolean = false
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
      /** The server is there, and refuses the beat. The connection stays. */
      refused: (error: unknown) => void
      clock: Pick<Clock, 'after'>
      random: Pick<Random, 'fraction'>
    },
  ) {
    this.#cancel = deps.clock.after(0, () => void this.#connect())
  }

  isOpen(): boolean {
    return this.#open !== null
  }

  /** Rejects at once with NotConnected where there is none, else as the work does. */
  async use<T>(work: (connection: ShopConnection) => Promise<T>): Promise<T> {
    if (!this.#open) throw new NotConnected('The shop database is not connected')
    return work(this.#open)
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
    connection.onEnd(() => {
      if (this.#open === connection) this.#lose(new NotConnected('The connection ended'))
    })
    // At once: the first beat wakes the work that waited for a connection.
    if (this.#open) this.#beatAfter(connection, 0)
  }

  /** Does not wait for the next beat's time. While one is asked the next follows soon. */
  beatNow(): void {
    this.#isHurried = true
    if (this.#open && !this.#isBeating) this.#beatAfter(this.#open, 0)
  }

  #beatAfter(connection: ShopConnection, pause: number): void {
    this.#cancel()
    this.#cancel = this.deps.clock.after(pause, () => {
      this.#beat(connection).then(next => {
        if (this.#open !== connection) return
        this.#beatAfter(connection, this.#isHurried ? Math.min(next, hurriedPause) : next)
      })
    })
  }

  async #beat(connection: ShopConnection): Promise<number> {
    this.#isBeating = true
    this.#isHurried = false
    try {
      const next = await this.deps.beat(connection)
      this.#failures = 0
      return next
    } catch (error) {
      if (this.#open === connection) this.deps.refused(error)
      return refusedPause
    } finally {
      this.#isBeating = false
    }
  }

  #lose(error: unknown): void {
    this.#open = null
    if (this.#stopped) return
    this.#cancel()
    this.#failures += 1
    this.deps.lost(error)
    const spread = 0.5 + this.deps.random.fraction() / 2
    this.#cancel = this.deps.clock.after(this.#pause(error) * spread, () => void this.#connect())
  }

  #pause(error: unknown): number {
    if (isRefusal(error)) return refusedPause
    return Math.min(longestPause, firstPause * 2 ** Math.min(this.#failures - 1, 10))
  }
}
