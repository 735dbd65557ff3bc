import { ZodError, z } from 'zod'
import type { ConnectionKind } from '../../../shared/connection'
import type { HandedOverTwice } from '../../../shared/shop-database'
import type {
  FromShop,
  OtherTillsHistory,
  OtherTillsPayment,
  ShopDay,
} from '../../../shared/shop-meeting'
import type { Clock } from '../platform/clock'
import { dayOf, spanOfDay } from '../platform/local-time'
import type { Random } from '../platform/random'
import type { Claim, ClaimAnswer, LeaseAnswer, OtherTills } from '../sales/other-tills'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import { LedgerDamaged } from '../store/ledger/rows/codec'
import { connectionOptions, type ShopAddress } from './address'
import { BatchConnection } from './batch-connection'
import { connectShop, type ShopConnection, shortLimit } from './connection'
import { shopFailure } from './failure'
import { askHello, type Hello } from './hello'
import { Meeting } from './meeting'
import { type OtherTillsQuestion, readOtherTillsPayment, searchOtherTills } from './other-tills'
import type { ShippedPosition } from './shipped-position'
import { assertUsable, Shipper, type ShippingState } from './shipper'
import { readShopDay } from './shop-day'
import { NotConnected, WarmConnection } from './warm-connection'

export interface ShopSessionDeps {
  address: ShopAddress
  /** Certificate authorities (PEM) that are trusted in addition to the well-known ones. */
  authorities: readonly string[]
  kind: ConnectionKind
  /** Of this app. */
  version: string
  /** For tests: how often the database is asked while nothing happens, ms; null for every minute. */
  beatMs: number | null
  links: LinkReader
  clock: Clock
  random: Pick<Random, 'fraction'>
  /** A callback came for a payment: a reason to read its status now, and nothing else. */
  heard: (paymentId: string) => void
  /** A payment waits for an answer: hints are worth asking for where none arrive. */
  isWaiting: () => boolean
  /** The payment service's time, ms; null while it is not known. */
  serviceTime: () => number | null
  /** For how many months the owner keeps customers' data; null is for ever. */
  months: () => number | null
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

/** What a till asks while nothing happens, ms: a frozen server is noticed within a minute. */
const beatPause = 55_000
/** The same where notifications do not arrive and a payment waits, ms. */
const pollPause = 5_000
/** Of one payment at most one hint in so long is read, ms. */
const hintPause = 2_000
/** The database says each hint again for a while, ms. */
const hintsKept = 3_600_000 * 2
const hour = 3_600_000
const day = 86_400_000

const beatSchema = z.object({
  now: z.date(),
  selling_epoch: z.int(),
  sequence: z.coerce.number().int().nullable(),
  tills: z.int().positive(),
  hints: z.array(z.object({ payment: z.string(), at: z.number() })),
  twice: z.array(
    z.object({
      payment: z.string(),
      reference: z.string(),
      till: z.string(),
      person: z.string(),
      at: z.number(),
    }),
  ),
})

/**
 * What one open ledger has of the shop database: its events go there, and it meets the other tills. Connects in the
 * background for as long as the ledger is open. Selling never waits for it.
 */
export class ShopSession implements Pick<OtherTills, 'sharers' | 'lease' | 'release' | 'claim'> {
  readonly #warm: WarmConnection
  readonly #batches: BatchConnection
  readonly #shipper: Shipper
  readonly #meeting: Meeting
  #hello: Hello | null = null
  #sharers = 1
  /** The database's clock at the last beat. */
  #since = new Date(0)
  /** The database's clock as it was said last, and when, monotonic, ms; null before the first hello. */
  #clock: { time: number; at: number } | null = null
  /** Something was committed since the last beat. */
  #isBusy: boolean = false
  #isNew: boolean = true
  /** Monotonic, ms. */
  #tidyAt = Number.NEGATIVE_INFINITY
  #twice: readonly HandedOverTwice[] = []
  /** Of each payment the last hint by the database's clock, when it is read, and until when that is remembered. */
  readonly #hints = new Map<string, { at: number; readAt: number; until: number }>()

  constructor(private readonly deps: ShopSessionDeps) {
    const { clock, random, links, kind: mode } = deps
    const connect =
      deps.connect ?? (() => connectShop(connectionOptions(deps.address, deps.authorities)))
    this.#shipper = new Shipper({
      ...{ links, mode, clock, random, lost: deps.lost, tooLarge: deps.tooLarge },
      behindMs: () => this.#behindMs() ?? 0,
      use: work => this.#warm.use(work),
      batches: { use: work => this.#aside(work) },
      changed: deps.changed,
      ...(deps.position && { position: deps.position }),
    })
    this.#warm = new WarmConnection({
      connect,
      connected: connection => this.#connected(connection),
      beat: connection => this.#beat(connection),
      lost: error => this.#lost(error),
      refused: error => this.#shipper.disconnected(error),
      clock,
      random,
    })
    this.#batches = new BatchConnection({ connect, clock })
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
    const said = this.#clock
    return said && said.time + this.deps.clock.monotonic() - said.at
  }

  /** What webhook addresses are signed with; null while it is not known. */
  callbackKey(): Buffer | null {
    return this.#hello?.callbackKey ?? null
  }

  /** How far this till's clock is behind the payment service's, or the database's before; null before both. */
  #behindMs(): number | null {
    const time = this.deps.serviceTime() ?? this.time()
    return time === null ? null : Math.round(time - this.deps.clock.wall())
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
  find(query: OtherTillsQuestion): Promise<FromShop<OtherTillsPayment[]>> {
    return this.#ask(connection => searchOtherTills(connection, query))
  }

  /** Null where the shop has no such payment. */
  history(of: { till: string; paymentId: string }): Promise<FromShop<OtherTillsHistory | null>> {
    return this.#ask(connection => readOtherTillsPayment(connection, of))
  }

  /** A day (`2026-11-21`; null is today) of all tills, this one included. */
  day(wanted: string | null): Promise<FromShop<ShopDay>> {
    const day = wanted ?? dayOf(this.deps.clock.wall() + (this.#behindMs() ?? 0))
    return this.#ask(async connection => ({
      day,
      ...(await readShopDay(connection, spanOfDay(day))),
    }))
  }

  /** Reads the ledger no more, and ends the connection. */
  async stop(): Promise<void> {
    const stopping = this.#shipper.stop()
    this.#batches.stop()
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
    this.#learn(hello.now)
    if (hello.replaced) return
    await this.#meeting.connected(connection)
    // A notification says nothing but that there are hints: a forged one costs a beat, and no read.
    if (hello.isDirect && hello.channel !== null)
      await connection.listen(hello.channel, () => this.#warm.beatNow())
  }

  /** Each once, and of one payment at most one in two seconds: later ones wait. */
  #hear(hints: z.infer<typeof beatSchema>['hints']): void {
    const now = this.deps.clock.monotonic()
    for (const [paymentId, { until }] of this.#hints)
      if (until <= now) this.#hints.delete(paymentId)
    for (const { payment: paymentId, at } of hints) {
      const known = this.#hints.get(paymentId)
      if (known && known.at >= at) continue
      const pause = known ? Math.max(0, known.readAt + hintPause - now) : 0
      this.#hints.set(paymentId, { at, readAt: now + pause, until: now + hintsKept })
      if (pause === 0) this.deps.heard(paymentId)
      else this.deps.clock.after(pause, () => this.deps.heard(paymentId))
    }
  }

  /** The database says its time. */
  #learn(now: Date): void {
    this.#clock = { time: now.getTime(), at: this.deps.clock.monotonic() }
  }

  async #beat(connection: ShopConnection): Promise<number> {
    const isWaiting = this.deps.isWaiting()
    const isInStep = this.#shipper.stored() !== null
    const isBusy = this.#isBusy || isWaiting
    const { months, version } = this.deps
    const ofItself = {
      behind: this.#behindMs(),
      months: months(),
      version,
      waiting: this.#shipper.state().waiting,
    }
    const values = [this.#since, isBusy, isInStep, ofItself]
    const text = 'SELECT * FROM kaunta.beat($1, $2, $3, $4)'
    const [row] = await connection.query(text, values, shortLimit)
    const said = beatSchema.parse(row)
    this.#isBusy = false
    this.#since = said.now
    this.#learn(said.now)
    this.#sharers = said.tills
    this.#hear(said.hints)
    this.#noteTwice(said.twice)
    this.#follow(said)
    this.#tidyDaily()
    return !this.#hello?.isDirect && isWaiting ? pollPause : (this.deps.beatMs ?? beatPause)
  }

  /** One of the shop's tills does the work, and the others learn that it was done. What fails is tried again in an hour. */
  #tidyDaily(): void {
    const now = this.deps.clock.monotonic()
    if (now < this.#tidyAt || this.#hello?.replaced) return
    this.#tidyAt = now + day
    this.#aside(tidy).catch(() => {
      this.#tidyAt = now + hour
    })
  }

  /** Over the connection that no cashier waits for. */
  async #aside<T>(work: (connection: ShopConnection) => Promise<T>): Promise<T> {
    if (!this.#warm.isOpen()) throw new NotConnected('The shop database is not connected')
    return this.#batches.use(work)
  }

  #lost(error: unknown): void {
    this.#batches.drop()
    this.#shipper.disconnected(error)
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
    this.#twice = said.map(({ payment: paymentId, ...other }) => ({ paymentId, ...other }))
    const news = this.#twice.filter(({ paymentId }) => !known.has(paymentId))
    for (const one of news) this.deps.handedOverTwice(one)
    if (news.length > 0) this.deps.changed()
  }
}

/** One small batch after the other, so that nobody waits for it. */
async function tidy(connection: ShopConnection): Promise<void> {
  const text = 'SELECT kaunta.tidy() AS deleted'
  for (;;) {
    const [row] = await connection.query(text)
    if (Number(row?.deleted) === 0) return
  }
}
