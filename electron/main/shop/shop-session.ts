import { ZodError, z } from 'zod'
import type { ConnectionKind } from '../../../shared/connection'
import type { HandedOverTwice } from '../../../shared/shop-database'
import type {
  FromShop,
  OtherTillsHistory,
  OtherTillsSale,
  ShopDay,
} from '../../../shared/shop-meeting'
import type { Claim, ClaimAnswer, LeaseAnswer, OtherTills } from '../payments/other-tills'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import { LedgerDamaged } from '../store/ledger/rows/codec'
import { connectionOptions, type ShopAddress } from './address'
import { connectShop, type ShopConnection } from './connection'
import { shopFailure } from './failure'
import { askHello, type Hello } from './hello'
import { Meeting } from './meeting'
import { type OtherTillsQuestion, readOtherTillsSale, searchOtherTills } from './other-tills'
import type { ShippedPosition } from './shipped-position'
import { assertUsable, Shipper, type ShippingState } from './shipper'
import { readShopDay } from './shop-day'
import { WarmConnection } from './warm-connection'

export interface ShopSessionDeps {
  address: ShopAddress
  /** Certificate authorities (PEM) that are trusted in addition to the well-known ones. */
  authorities: readonly string[]
  kind: ConnectionKind
  /** For tests: how often the database is asked while nothing happens, ms; null for every minute. */
  beatMs: number | null
  links: LinkReader
  clock: Clock
  random: Pick<Random, 'fraction'>
  /** A callback came for a sale: a reason to read its status now, and nothing else. */
  heard: (paymentId: string) => void
  /** A payment waits for an answer: hints are worth asking for where none arrive. */
  isWaiting: () => boolean
  changed: () => void
  /** How far this ledger was shipped before this run. */
  position?: Pick<ShippedPosition, keyof ShippedPosition>
  /** The database was restored from an older backup: the entries that it lost are shipped again. */
  lost: (entries: number) => void
  /** This entry's content is larger than the shop database takes. */
  tooLarge: (entry: number) => void
  /** Goods were handed over twice for a payment of this till; once for each. */
  handedOverTwice: (twice: HandedOverTwice) => void
  /** For tests: another way to the database. */
  connect?: () => Promise<ShopConnection>
}

/** What a till asks while nothing happens, ms. */
const beatPause = 60_000
/** The same where notifications do not arrive and a payment waits, ms. */
const pollPause = 5_000
const day = 86_400_000

const beatSchema = z.object({
  now: z.date(),
  selling_epoch: z.int(),
  sequence: z.coerce.number().int().nullable(),
  tills: z.int().positive(),
  hints: z.array(z.string()),
  twice: z.array(
    z.object({
      sale: z.string(),
      reference: z.string(),
      till: z.string(),
      person: z.string(),
      at: z.number(),
    }),
  ),
})

/**
 * What one open ledger has of the shop database, over one connection: its events go there, and it meets the other
 * tills. Connects in the background for as long as the ledger is open. Selling never waits for it.
 */
export class ShopSession implements Pick<OtherTills, 'sharers' | 'lease' | 'release' | 'claim'> {
  readonly #warm: WarmConnection
  readonly #shipper: Shipper
  readonly #meeting: Meeting
  #hello: Hello | null = null
  #sharers = 1
  /** The database's clock at the last beat. */
  #since = new Date(0)
  /** When the last beat was answered, monotonic, ms; null before the first. */
  #beatAt: number | null = null
  /** Something was committed since the last beat. */
  #isBusy: boolean = false
  #isNew: boolean = true
  /** Monotonic, ms. */
  #tidyAt = Number.NEGATIVE_INFINITY
  #twice: readonly HandedOverTwice[] = []

  constructor(private readonly deps: ShopSessionDeps) {
    const { clock, random, links, kind: mode } = deps
    const connect =
      deps.connect ?? (() => connectShop(connectionOptions(deps.address, deps.authorities)))
    this.#shipper = new Shipper({
      ...{ links, mode, clock, random, lost: deps.lost, tooLarge: deps.tooLarge },
      use: work => this.#warm.use(work),
      changed: deps.changed,
      ...(deps.position && { position: deps.position }),
    })
    this.#warm = new WarmConnection({
      connect,
      connected: connection => this.#connected(connection),
      beat: connection => this.#beat(connection),
      lost: error => this.#shipper.disconnected(error),
      clock,
      random,
    })
    this.#meeting = new Meeting({ warm: this.#warm, shipper: this.#shipper, clock })
  }

  state(): ShippingState {
    return this.#shipper.state()
  }

  /** This till's payments whose goods were handed over twice, of the last week. */
  twice(): readonly HandedOverTwice[] {
    return this.#twice
  }

  /** The database's time, ms; null before it was said in this session. */
  time(): number | null {
    const at = this.#beatAt
    return at === null ? null : this.#since.getTime() + this.deps.clock.monotonic() - at
  }

  /** Something was committed. */
  wake(): void {
    this.#isBusy = true
    this.#shipper.wake()
  }

  /** A statement of the cashier's screens. Rejects at once where there is no connection. */
  use<T>(work: (connection: ShopConnection) => Promise<T>): Promise<T> {
    return this.#warm.use(work)
  }

  sharers(): number {
    return this.#sharers
  }

  lease(...asked: Parameters<OtherTills['lease']>): Promise<LeaseAnswer> {
    return this.#meeting.lease(...asked)
  }

  release(...leased: Parameters<OtherTills['release']>): void {
    this.#meeting.release(...leased)
  }

  claim(wanted: Claim): Promise<ClaimAnswer> {
    return this.#meeting.claim(wanted)
  }

  /** Payments of the other tills. */
  find(query: OtherTillsQuestion): Promise<FromShop<OtherTillsSale[]>> {
    return this.#ask(connection => searchOtherTills(connection, query))
  }

  /** Null where the shop has no such payment. */
  history(of: { till: string; paymentId: string }): Promise<FromShop<OtherTillsHistory | null>> {
    return this.#ask(connection => readOtherTillsSale(connection, of))
  }

  /** All tills, this one included. `from` is ms of the wall clock. */
  day(from: number): Promise<FromShop<ShopDay>> {
    return this.#ask(connection => readShopDay(connection, from))
  }

  /** Reads the ledger no more, and ends the connection. */
  async stop(): Promise<void> {
    const stopping = this.#shipper.stop()
    await Promise.all([stopping, this.#warm.stop()])
  }

  /** A database that is away is an answer. Rejects with any other failure, for example an invalid answer. */
  async #ask<Value>(
    work: (connection: ShopConnection) => Promise<Value>,
  ): Promise<FromShop<Value>> {
    try {
      return { state: 'answered', value: await this.#warm.use(work) }
    } catch (error) {
      if (error instanceof ZodError || error instanceof LedgerDamaged) throw error
      return { state: 'away', fault: shopFailure(error) }
    }
  }

  async #connected(connection: ShopConnection): Promise<void> {
    const hello = await askHello(connection)
    assertUsable(hello, this.deps.kind)
    this.#hello = hello
    this.#isNew = true
    if (hello.replaced) return
    await this.#meeting.connected(connection)
    if (hello.isDirect)
      await connection.listen(`kaunta_${hello.shop.id}`, hint => this.#heard(hint))
  }

  /** The tills of a shop share one channel: a hint names the till and the sale. */
  #heard(hint: string): void {
    const [till, paymentId] = hint.split(' ')
    if (paymentId && till === this.#hello?.till.id) this.deps.heard(paymentId)
  }

  async #beat(connection: ShopConnection): Promise<number> {
    const isWaiting = this.deps.isWaiting()
    const values = [this.#since, this.#isBusy || isWaiting]
    const [row] = await connection.query('SELECT * FROM kaunta.beat($1, $2)', values)
    const said = beatSchema.parse(row)
    this.#isBusy = false
    this.#since = said.now
    this.#beatAt = this.deps.clock.monotonic()
    this.#sharers = said.tills
    for (const paymentId of said.hints) this.deps.heard(paymentId)
    this.#noteTwice(said.twice)
    this.#follow(said)
    await this.#tidyDaily(connection)
    return !this.#hello?.isDirect && isWaiting ? pollPause : (this.deps.beatMs ?? beatPause)
  }

  /** One of the shop's tills does the work, and the others learn that it was done. What fails is tried again tomorrow. */
  async #tidyDaily(connection: ShopConnection): Promise<void> {
    const now = this.deps.clock.monotonic()
    if (now < this.#tidyAt || this.#hello?.replaced) return
    this.#tidyAt = now + day
    await connection.query('SELECT kaunta.tidy()').catch((error: unknown) => {
      if (shopFailure(error) === 'unreachable') throw error
    })
  }

  /** A new connection, a new machine in this till's place, or a database that is not where it was left. */
  #follow({ selling_epoch, sequence }: z.infer<typeof beatSchema>): void {
    const known = this.#shipper.stored()
    const isReplaced = this.#hello !== null && selling_epoch !== this.#hello.till.epoch
    const isNews = isReplaced !== (this.#shipper.state().hello?.replaced ?? false)
    if (this.#isNew) this.#shipper.connected()
    else if (isNews || (known !== null && (sequence ?? 0) !== known)) this.#shipper.askAgain()
    this.#isNew = false
  }

  #noteTwice(said: z.infer<typeof beatSchema>['twice']): void {
    const known = new Set(this.#twice.map(({ paymentId }) => paymentId))
    this.#twice = said.map(({ sale: paymentId, ...other }) => ({ paymentId, ...other }))
    const news = this.#twice.filter(({ paymentId }) => !known.has(paymentId))
    for (const one of news) this.deps.handedOverTwice(one)
    if (news.length > 0) this.deps.changed()
  }
}
