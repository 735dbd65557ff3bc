import type { ShopFault } from '../../../../shared/shop-database'
import type { Clock } from '../../clock'
import type { LinkReader } from '../../ledger/hash-chain/shipped-links'
import type { Random } from '../../random'
import type { ShopConnection } from '../connection'
import { shopFailure } from '../failure'
import { askHello, type Hello, helloFault } from '../hello'
import { encodeBatch } from './batch'
import type { ShippedPosition } from './shipped-position'

/** What the light in the top bar shows. */
export interface ShippingState {
  /** Links that the shop database does not have yet. */
  waiting: number
  /** When everything was last there, ms of the wall clock; null where it never was in this run. */
  shippedAt: number | null
  fault: ShopFault | null
  hello: Hello | null
}

export interface Shipper {
  /** Something was committed: it is shipped soon. */
  wake(): void
  state(): ShippingState
  /** Ends the connection and reads the ledger no more; what waits is shipped after the next start. */
  stop(): Promise<void>
}

interface ShipperDeps {
  links: LinkReader
  mode: Hello['shop']['mode']
  connect: () => Promise<ShopConnection>
  clock: Clock
  random: Pick<Random, 'fraction'>
  /** The state is another. */
  changed: (state: ShippingState) => void
  /** Without it a loss is noticed within one run only. */
  position?: ShippedPosition
  /** The database has so many links less than it had, as after a restored backup: they are shipped again. */
  lost: (links: number) => void
}

/** A batch: larger ones hold a connection that a lease may wait for. */
const mostLinks = 500
const mostBytes = 300_000
/** How long nothing may be said on a connection, ms: a server that is silent is not noticed otherwise. */
const heartbeat = 20_000
/** Pauses after failures, ms: doubled each time, up to the longest. */
const firstPause = 1_000
const longestPause = 60_000

/** Thrown inside a round where trying again soon changes nothing by itself. */
class ShippingRefused extends Error {
  constructor(readonly fault: ShopFault) {
    super(fault)
  }
}

/**
 * Sends a ledger's links to the shop database, in order, in the background, for as long as the till runs.
 * The database says how far it is, each time: a database that was restored from an older backup gets again
 * what it lost. Nothing of it ever holds up a sale.
 */
export function createShipper(deps: ShipperDeps): Shipper {
  const { links, clock, random } = deps
  let connection: ShopConnection | null = null
  let stopped = false
  let running: Promise<void> | null = null
  let wanted = false
  let failures = 0
  /** The last link that the database is known to have. */
  let stored = deps.position?.last() ?? 0
  let cancel: () => void = () => undefined
  let state: ShippingState = { waiting: links.last(), shippedAt: null, fault: null, hello: null }

  const waiting = () => Math.max(0, links.last() - stored)
  const set = (change: Partial<ShippingState>) => {
    state = { ...state, ...change }
    deps.changed(state)
  }

  async function connected(): Promise<ShopConnection> {
    if (connection) return connection
    const opened = await deps.connect()
    if (stopped) await opened.close()
    else connection = opened
    opened.onEnd(() => {
      if (connection === opened) connection = null
    })
    return opened
  }

  /** Asks how far the database is, and sends what it lacks. */
  async function round(): Promise<void> {
    const open = await connected()
    const hello = await askHello(open)
    set({ hello })
    // What another machine stored under these numbers is none of this till's.
    assertOurs(hello, deps.mode, links)
    const before = stored
    stored = hello.shipped.sequence
    set({ waiting: waiting() })
    if (stored < before) {
      deps.lost(before - stored)
      deps.position?.reached(stored)
    }
    let { digest } = hello.shipped
    while (!stopped) {
      const page = links.read({ after: stored, mostLinks, mostBytes })
      if (page.length === 0) break
      const batch = encodeBatch(page, digest)
      const next = await sendBatch(open, batch.json)
      // Less than was sent: the database was put back meanwhile, and the next round asks where it is.
      if (next !== stored + page.length + 1) throw new ShippingRefused('unreachable')
      stored = next - 1
      deps.position?.reached(stored)
      digest = batch.digest
      set({ waiting: waiting() })
    }
    deps.position?.reached(stored)
    set({ fault: hello.replaced ? 'replaced' : null, shippedAt: clock.wall() })
  }

  async function rounds(): Promise<void> {
    try {
      do {
        wanted = false
        await round()
        failures = 0
      } while (wanted && !stopped)
    } catch (error) {
      failures += 1
      await failed(error)
    }
  }

  function run(): void {
    if (running || stopped) return
    cancel()
    running = rounds().finally(() => {
      running = null
      if (!stopped) cancel = clock.after(pauseAfter(failures, random.fraction()), run)
    })
  }

  async function failed(error: unknown): Promise<void> {
    const lost = connection
    connection = null
    // It may be gone already, which is what it says then.
    await lost?.close().catch(() => undefined)
    if (!stopped) set({ fault: faultOf(error), waiting: waiting() })
  }

  cancel = clock.after(0, run)
  return {
    wake() {
      wanted = true
      // A failed round has its own pause: a busy till must not turn it into a hammer.
      if (failures === 0) run()
    },
    state: () => state,
    async stop() {
      stopped = true
      cancel()
      const open = connection
      connection = null
      await open?.close().catch(() => undefined)
      await running
      deps.position?.flush()
    },
  }
}

/** Throws where this ledger is not the one that the database has. */
function assertOurs(hello: Hello, mode: Hello['shop']['mode'], links: LinkReader): void {
  const fault = helloFault(hello, mode)
  if (fault !== null) throw new ShippingRefused(fault)
  const { sequence, link } = hello.shipped
  if (sequence === 0) return
  const own = links.valueAt(sequence)
  if (own === null || !own.equals(link)) throw new ShippingRefused('forked')
}

/** The number that the database wants next. */
async function sendBatch(connection: ShopConnection, json: string): Promise<number> {
  const [row] = await connection.query('SELECT answer, next FROM kaunta.ship($1::jsonb)', [json])
  const next = Number(row?.next)
  if (row?.answer === 'forked') throw new ShippingRefused('forked')
  if (!Number.isSafeInteger(next)) throw new ShippingRefused('not-understood')
  return next
}

function faultOf(error: unknown): ShopFault {
  if (error instanceof ShippingRefused) return error.fault
  return error instanceof Error && error.name === 'ZodError' ? 'not-understood' : shopFailure(error)
}

/** Until the next round, ms. Spread out, so that fifty tills do not come back at once. */
function pauseAfter(failures: number, fraction: number): number {
  if (failures === 0) return heartbeat
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 10))
  return pause * (0.5 + fraction / 2)
}
