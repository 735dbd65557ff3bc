import type { Clock } from '../../clock'
import type { Random } from '../../random'
import type { ShopConnection } from '../connection'
import { type ShopFailure, shopFailure } from '../failure'

/** The shop database is not connected at the moment. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}

/** A connection that is there before it is needed: connecting takes longer than a cashier can wait. */
export interface WarmConnection {
  /** Rejects at once with NotConnected where there is none, else as the work does. */
  use<T>(work: (connection: ShopConnection) => Promise<T>): Promise<T>
  fault(): ShopFailure | 'not-tried' | null
  stop(): Promise<void>
}

interface WarmDeps {
  connect: () => Promise<ShopConnection>
  /** Each new connection, before others use it: what was missed meanwhile is read here. */
  connected: (connection: ShopConnection) => Promise<void>
  /** The fault is another. */
  changed: () => void
  clock: Pick<Clock, 'after'>
  random: Pick<Random, 'fraction'>
}

/** A server that is silent is noticed after this long, ms. */
const heartbeat = 15_000
const firstPause = 500
const longestPause = 30_000

/** Connects, and connects again whenever the connection is lost, until it is stopped. */
export function createWarmConnection(deps: WarmDeps): WarmConnection {
  const { clock, random } = deps
  let open: ShopConnection | null = null
  let failures = 0
  let stopped = false
  let fault: ReturnType<WarmConnection['fault']> = 'not-tried'
  let cancel = clock.after(0, connect)
  let connecting: Promise<void> = Promise.resolve()

  function setFault(next: typeof fault): void {
    if (next === fault) return
    fault = next
    deps.changed()
  }

  function connect(): void {
    connecting = tryOnce()
  }

  async function tryOnce(): Promise<void> {
    let made: ShopConnection | null = null
    try {
      made = await deps.connect()
      if (stopped) return await made.close()
      await deps.connected(made)
      accept(made)
    } catch (error) {
      // What is half open must not stay so.
      await made?.close().catch(() => undefined)
      lost(error)
    }
  }

  function accept(connection: ShopConnection): void {
    open = connection
    failures = 0
    setFault(null)
    connection.onEnd(() => {
      if (open === connection) lost(new NotConnected('The connection ended'))
    })
    if (open) beat(connection)
  }

  function beat(connection: ShopConnection): void {
    cancel = clock.after(heartbeat, () => {
      connection.query('SELECT 1').then(
        () => open === connection && beat(connection),
        error => drop(connection, error),
      )
    })
  }

  function drop(connection: ShopConnection, error: unknown): void {
    if (open !== connection) return
    // It is over already as far as this till is concerned.
    connection.close().catch(() => undefined)
    lost(error)
  }

  function lost(error: unknown): void {
    open = null
    if (stopped) return
    cancel()
    failures += 1
    setFault(shopFailure(error))
    const pause = Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 10))
    cancel = clock.after(pause * (0.5 + random.fraction() / 2), connect)
  }

  return {
    async use(work) {
      if (!open) throw new NotConnected('The shop database is not connected')
      const connection = open
      try {
        return await work(connection)
      } catch (error) {
        if (shopFailure(error) === 'unreachable') drop(connection, error)
        throw error
      }
    },
    fault: () => fault,
    async stop() {
      stopped = true
      cancel()
      await connecting
      const last = open
      open = null
      await last?.close().catch(() => undefined)
    },
  }
}
