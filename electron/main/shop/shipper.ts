import type { ShopFault } from '../../../shared/shop-database'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import { encodeBatch } from './batch'
import type { ShopConnection } from './connection'
import { faultOf, ShopRefused } from './failure'
import { askHello, type Hello, helloFault } from './hello'
import type { ShippedPosition } from './shipped-position'
import { NotConnected } from './warm-connection'

/** What the light in the top bar shows. */
export interface ShippingState {
  /** Links that the shop database does not have yet. */
  waiting: number
  /** When everything was last there, ms of the wall clock; null where it never was in this run. */
  shippedAt: number | null
  fault: ShopFault | null
  hello: Hello | null
}

interface ShipperDeps {
  links: LinkReader
  mode: Hello['shop']['mode']
  /** Rejects with NotConnected where there is no connection: the next one wakes the shipper. */
  use: <T>(work: (connection: ShopConnection) => Promise<T>) => Promise<T>
  clock: Clock
  random: Pick<Random, 'fraction'>
  /** The state is another. */
  changed: (state: ShippingState) => void
  /** Without it a loss is noticed within one run only. */
  position?: Pick<ShippedPosition, keyof ShippedPosition>
  /** The database has so many links less than it had, as after a restored backup: they are shipped again. */
  lost: (links: number) => void
  /** This link's content is larger than the database takes: it went without it. */
  tooLarge: (sequence: number) => void
}

const mostLinks = 500
/** A batch in bytes. A lease that comes meanwhile waits for it on the same connection, so it takes about this long. */
const batchMs = 100
const leastBytes = 16_000
const mostBytes = 300_000
/** Pauses after failures, ms: doubled each time, up to the longest. */
const firstPause = 1_000
const longestPause = 60_000

/** Throws ShopRefused where this till must not use what said hello. */
export function assertUsable(hello: Hello, mode: Hello['shop']['mode']): void {
  const fault = helloFault(hello, mode)
  if (fault !== null) throw new ShopRefused(fault)
}

/**
 * Sends a ledger's links to the shop database, in order, in the background. The database says how far it is: one that
 * was restored from an older backup gets again what it lost. Nothing of it ever holds up a sale.
 */
export class Shipper {
  /** The last link that the database is known to have. */
  #stored: number
  /** The digest there; null where the database has to be asked how far it is. */
  #digest: Buffer | null = null
  #bytes = leastBytes * 4
  readonly #refused = new Set<number>()
  #running: Promise<void> | null = null
  #wanted: boolean = false
  /** Another machine has this till's place, as was said in passing. */
  #isNews: boolean = false
  #failures = 0
  #stopped: boolean = false
  #cancel: () => void = () => undefined
  #state: ShippingState

  constructor(private readonly deps: ShipperDeps) {
    this.#stored = deps.position?.last() ?? 0
    const waiting = deps.links.last()
    this.#state = { waiting, shippedAt: null, fault: null, hello: null }
  }

  state(): ShippingState {
    return this.#state
  }

  /** Something was committed: it is shipped soon. */
  wake(): void {
    this.#wanted = true
    // A failed round has its own pause: a busy till must not turn it into a hammer.
    if (this.#failures === 0) this.#run()
  }

  /** There is a new connection. */
  connected(): void {
    this.#failures = 0
    this.askAgain()
  }

  /** The database may not be where it was left: it is asked, and gets what it lacks. */
  askAgain(): void {
    this.#digest = null
    this.wake()
  }

  /** The last link that the database was left with; null while that is being found out. */
  stored(): number | null {
    return this.#digest === null || this.#running ? null : this.#stored
  }

  /** There is no connection, and why. */
  disconnected(error: unknown): void {
    this.#digest = null
    this.#set({ fault: faultOf(error), waiting: this.#waiting() })
  }

  /** Ends once everything that was committed before is there, or could not be sent. */
  async settled(): Promise<void> {
    // One that was woken at its very end runs once more.
    while (this.#running) await this.#running
  }

  /** Reads the ledger no more; what waits is shipped after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    await this.#running
    this.deps.position?.flush()
  }

  #run(): void {
    if (this.#running || this.#stopped) return
    this.#cancel()
    this.#running = this.#rounds().finally(() => {
      this.#running = null
      if (this.#stopped) return
      if (this.#failures === 0) return this.#wanted ? this.#run() : undefined
      const pause = pauseAfter(this.#failures, this.deps.random.fraction())
      this.#cancel = this.deps.clock.after(pause, () => this.#run())
    })
  }

  async #rounds(): Promise<void> {
    try {
      do {
        this.#wanted = false
        await this.deps.use(connection => this.#round(connection))
        this.#failures = 0
      } while (this.#wanted && !this.#stopped)
    } catch (error) {
      this.#digest = null
      this.#wanted = false
      // The next connection wakes it; why there is none is known there.
      if (error instanceof NotConnected) return
      this.#failures += 1
      if (!this.#stopped) this.#set({ fault: faultOf(error), waiting: this.#waiting() })
    }
  }

  async #round(connection: ShopConnection): Promise<void> {
    let digest = this.#digest ?? (await this.#ask(connection))
    while (!this.#stopped) {
      const page = this.deps.links.read({ after: this.#stored, mostLinks, mostBytes: this.#bytes })
      if (page.length === 0) break
      const batch = encodeBatch(page, digest, this.#refused)
      const next = await this.#send(connection, batch.json)
      if (next === null) continue
      // Less than was sent: the database was put back meanwhile, and the next round asks where it is.
      if (next !== this.#stored + page.length + 1) throw new ShopRefused('unreachable')
      this.#stored = next - 1
      for (const sequence of batch.emptied) this.deps.tooLarge(sequence)
      this.deps.position?.reached(this.#stored)
      digest = batch.digest
      this.#digest = digest
      this.#set({ waiting: this.#waiting() })
    }
    this.#digest = digest
    this.deps.position?.reached(this.#stored)
    if (this.#isNews) {
      this.#isNews = false
      await this.#ask(connection)
    }
    const isReplaced = this.#state.hello?.replaced === true
    this.#set({ fault: isReplaced ? 'replaced' : null, shippedAt: this.deps.clock.wall() })
  }

  /** How far the database is; its digest there. */
  async #ask(connection: ShopConnection): Promise<Buffer> {
    const hello = await askHello(connection)
    this.#set({ hello })
    // What another machine stored under these numbers is not this till's.
    assertOurs(hello, this.deps.mode, this.deps.links)
    const before = this.#stored
    this.#stored = hello.shipped.sequence
    this.#set({ waiting: this.#waiting() })
    if (this.#stored < before) {
      this.deps.lost(before - this.#stored)
      this.deps.position?.reached(this.#stored)
    }
    return hello.shipped.digest
  }

  /** The number that the database wants next; null where one link has to go without its content. */
  async #send(connection: ShopConnection, json: string): Promise<number | null> {
    const began = this.deps.clock.monotonic()
    const [row] = await connection.query('SELECT * FROM kaunta.ship($1)', [json])
    const took = Math.max(1, this.deps.clock.monotonic() - began)
    const fitting = (this.#bytes * batchMs) / took
    this.#bytes = Math.round(Math.min(mostBytes, Math.max(leastBytes, fitting)))
    const next = Number(row?.next)
    if (row?.replaced === true && !this.#state.hello?.replaced) this.#isNews = true
    if (row?.answer === 'forked') throw new ShopRefused('forked')
    if (!Number.isSafeInteger(next)) throw new ShopRefused('not-understood')
    if (row?.answer !== 'too-large') return next
    if (this.#refused.has(next)) throw new ShopRefused('not-understood')
    this.#refused.add(next)
    return null
  }

  #waiting(): number {
    return Math.max(0, this.deps.links.last() - this.#stored)
  }

  #set(change: Partial<ShippingState>): void {
    this.#state = { ...this.#state, ...change }
    this.deps.changed(this.#state)
  }
}

/** Throws where this ledger is not the one that the database has. */
function assertOurs(hello: Hello, mode: Hello['shop']['mode'], links: LinkReader): void {
  assertUsable(hello, mode)
  const { sequence, link } = hello.shipped
  if (sequence === 0) return
  const own = links.valueAt(sequence)
  if (own === null || !own.equals(link)) throw new ShopRefused('forked')
}

/** Until the next try, ms. Spread out, so that fifty tills do not come back at once. */
function pauseAfter(failures: number, fraction: number): number {
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 10))
  return pause * (0.5 + fraction / 2)
}
