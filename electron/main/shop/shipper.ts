import type { ShopFault } from '../../../shared/shop-database'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import { encodeBatch } from './batch'
import type { ShopConnection } from './connection'
import { faultOf, isRefusal, ShopRefused } from './failure'
import { askHello, type Hello, helloFault } from './hello'
import { findLaterLinks } from './later-links'
import type { ShippedPosition } from './shipped-position'
import { NotConnected } from './warm-connection'

/** What the light in the top bar shows. */
export interface ShippingState {
  /** Links that the shop database does not have yet. */
  waiting: number
  /** When everything was last there, ms of the wall clock; null where it never was in this run. */
  shippedAt: number | null
  fault: ShopFault | null
  /** Payments of what the database has and an older backup has not; 0 unless the fault is `behind`. */
  later: number
  hello: Hello | null
}

/** Does some work on a connection. */
export type UseShop = <T>(work: (connection: ShopConnection) => Promise<T>) => Promise<T>

interface ShipperDeps {
  links: LinkReader
  mode: Hello['shop']['mode']
  /** Rejects with NotConnected where there is no connection: the next one wakes the shipper. */
  use: UseShop
  /** Likewise, over a connection that no cashier waits for. */
  batches: { use: UseShop }
  clock: Clock
  /** How far the clock is behind, ms. */
  behindMs: () => number
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
/** A batch in bytes: half as many after each failure, so that a slow line gets one through within the limit. */
const leastBytes = 16_000
const mostBytes = 300_000
/** Pauses after failures, ms: doubled each time, up to the longest; at once the longest where a person has to act. */
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
  #bytes = mostBytes
  readonly #refused = new Set<number>()
  #running: Promise<void> | null = null
  #wanted: boolean = false
  /** Another machine has this till's place, as was said in passing. */
  #isNews: boolean = false
  #failures = 0
  #isRefused: boolean = false
  /** How far the database was when it was last found to have another ledger, and what that is. */
  #judged: { at: number; later: number | null } | null = null
  #stopped: boolean = false
  #cancel: () => void = () => undefined
  #state: ShippingState

  constructor(private readonly deps: ShipperDeps) {
    this.#stored = deps.position?.last() ?? 0
    const waiting = this.#waiting()
    this.#state = { waiting, shippedAt: null, fault: null, later: 0, hello: null }
  }

  state(): ShippingState {
    return this.#state
  }

  /** Something was committed: it is shipped soon. */
  wake(): void {
    if (this.#stopped) return
    // Told by the round that begins now: a commit waits for no screen.
    this.#state = { ...this.#state, waiting: this.#waiting() }
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

  /** There is no connection, or no use of it, and why. */
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
      const pause = this.#isRefused
        ? longestPause
        : pauseAfter(this.#failures, this.deps.random.fraction())
      this.#cancel = this.deps.clock.after(pause, () => this.#run())
    })
  }

  async #rounds(): Promise<void> {
    try {
      do {
        this.#wanted = false
        await this.#round()
        this.#failures = 0
        this.#bytes = mostBytes
      } while (this.#wanted && !this.#stopped)
    } catch (error) {
      this.#digest = null
      this.#wanted = false
      // The next connection wakes it; why there is none is known there.
      if (error instanceof NotConnected) return this.#set({ waiting: this.#waiting() })
      this.#failures += 1
      this.#isRefused = isRefusal(error)
      this.#bytes = Math.max(leastBytes, this.#bytes / 2)
      if (!this.#stopped) this.#set({ fault: faultOf(error), waiting: this.#waiting() })
    }
  }

  async #round(): Promise<void> {
    let digest = this.#digest ?? (await this.#ask())
    while (!this.#stopped) {
      const page = this.deps.links.read({ after: this.#stored, mostLinks, mostBytes: this.#bytes })
      if (page.length === 0) break
      const facts = { refused: this.#refused, behindMs: this.deps.behindMs() }
      const batch = encodeBatch(page, digest, facts)
      const next = await this.#send(batch.json)
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
      await this.#ask()
    }
    const isReplaced = this.#state.hello?.replaced === true
    this.#set({ fault: isReplaced ? 'replaced' : null, shippedAt: this.deps.clock.wall() })
  }

  /** How far the database is; its digest there. */
  async #ask(): Promise<Buffer> {
    const hello = await this.deps.use(askHello)
    this.#set({ hello })
    // What another machine stored under these numbers is not this till's.
    assertUsable(hello, this.deps.mode)
    await this.#assertOurs(hello)
    const before = this.#stored
    this.#stored = hello.shipped.sequence
    this.#set({ waiting: this.#waiting() })
    if (this.#stored < before) {
      this.deps.lost(before - this.#stored)
      this.deps.position?.reached(this.#stored)
    }
    return hello.shipped.digest
  }

  /** Throws where this ledger is not the one that the database has. */
  async #assertOurs(hello: Hello): Promise<void> {
    const { links, use } = this.deps
    const { sequence, link } = hello.shipped
    if (sequence === 0 || links.valueAt(sequence)?.equals(link)) return
    if (this.#judged?.at !== sequence) {
      const found = await use(connection => findLaterLinks(connection, hello, links))
      this.#judged = { at: sequence, later: found?.payments ?? null }
    }
    const { later } = this.#judged
    this.#set({ later: later ?? 0 })
    throw new ShopRefused(later === null ? 'forked' : 'behind')
  }

  /** The number that the database wants next; null where one link has to go without its content. */
  async #send(json: string): Promise<number | null> {
    const [row] = await this.deps.batches.use(connection =>
      connection.query('SELECT * FROM kaunta.ship($1)', [json]),
    )
    const next = Number(row?.next)
    if (row?.replaced === true && !this.#state.hello?.replaced) this.#isNews = true
    if (row?.answer === 'forked') {
      // Another machine has shipped since this one asked: what it is, is judged there.
      await this.#ask()
      throw new ShopRefused('forked')
    }
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

/** Until the next try, ms. Spread out, so that fifty tills do not come back at once. */
function pauseAfter(failures: number, fraction: number): number {
  const pause = Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 10))
  return pause * (0.5 + fraction / 2)
}
