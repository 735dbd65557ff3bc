import { factText } from '../../../shared/audit-entry'
import type { ConnectionKind } from '../../../shared/connection'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { Random } from '../platform/random'
import type { DocumentStore } from '../store/files/document-store'
import type { LinkReader } from '../store/ledger/hash-chain/shipped-links'
import type { Ledger } from '../store/ledger/ledger'
import type { TillStore } from '../store/till-store'
import type { ShopAddress } from './address'
import type { ShopSession, ShopSessionDeps } from './shop-session'

export interface FollowedLedger
  extends Pick<ShopSessionDeps, 'kind' | 'heard' | 'isWaiting' | 'serviceTime' | 'months'> {
  ledger: Pick<Ledger, 'links' | 'onCommit'>
}

export interface SessionSlotDeps extends Pick<ShopSessionDeps, 'beatMs' | 'version'> {
  clock: Clock
  random: Pick<Random, 'fraction'>
  log: Log
  auditLog: Pick<TillStore, 'recordIfPossible'>
  /** Where it is kept how far the ledger was shipped. */
  positionStore: DocumentStore
  /** Certificate authorities (PEM) that the owner added, for a shop database of this kind. */
  authorities: (kind: ConnectionKind) => readonly string[]
  changed: () => void
}

/** Holds the session with the shop database while a ledger is open and an address is kept. */
export class SessionSlot {
  #followed: FollowedLedger | null = null
  #session: ShopSession | null = null
  /** Counts openings: one that was overtaken while its code was loaded opens nothing. */
  #opening = 0
  /** It is on the record of this session that another machine ships as this till. */
  #forkRecorded: boolean = false

  constructor(
    private readonly deps: SessionSlotDeps & {
      address: () => ShopAddress | null
      /** Another machine has this till's place: it must sell no more. Called each time that the database says so. */
      replaced: () => void
    },
  ) {}

  /** Null where there is none, or its code is still being loaded. */
  current(): ShopSession | null {
    return this.#session
  }

  /** Of the ledger that is open; null where none is. */
  links(): LinkReader | null {
    return this.#followed?.ledger.links ?? null
  }

  /** Ships this ledger and meets the other tills until the returned function is called. */
  follow(opened: FollowedLedger): () => Promise<void> {
    this.#followed = opened
    opened.ledger.onCommit(() => {
      this.#session?.wake()
    }, this.#failed)
    this.reopen()
    return async () => {
      if (this.#followed === opened) this.#followed = null
      await this.#close()
    }
  }

  /** The address changed. */
  reopen(): void {
    this.#close()
      .then(() => this.#open())
      .catch(this.#failed)
  }

  async #open(): Promise<void> {
    this.#opening += 1
    const mine = this.#opening
    const {
      clock,
      random,
      beatMs,
      version,
      auditLog,
      positionStore: store,
      authorities,
      changed,
    } = this.deps
    const followed = this.#followed
    const address = this.deps.address()
    if (followed === null || address === null) return
    const [{ ShopSession }, { ShippedPosition }] = await Promise.all([
      import('./shop-session'),
      import('./shipped-position'),
    ])
    if (mine !== this.#opening) return
    this.#forkRecorded = false
    const { ledger, ...ofTill } = followed
    const { role } = address
    this.#session = new ShopSession({
      ...{ ...ofTill, address, clock, random, beatMs, version },
      authorities: authorities(followed.kind),
      links: ledger.links,
      changed: () => this.#changed(),
      position: new ShippedPosition({ store, role, clock, failed: this.#failed }),
      lost: entries => auditLog.recordIfPossible('shop-put-back', null, { entries }),
      tooLarge: entry => auditLog.recordIfPossible('shop-entry-too-large', null, { entry }),
      handedOverTwice({ reference, till, person, at }) {
        const where = { reference: factText(reference), till: factText(till) }
        // Said again at each start, and recorded once a run.
        auditLog.recordIfPossible('handed-over-twice', null, { ...where, person, at })
      },
    })
    changed()
  }

  #changed(): void {
    if (this.#session?.state().hello?.replaced) this.deps.replaced()
    this.#recordFork()
    this.deps.changed()
  }

  /** Once a session: the till tries again and again, in case the database is put right. */
  #recordFork(): void {
    const { fault, hello } = this.#session?.state() ?? {}
    if ((fault !== 'forked' && fault !== 'behind') || !hello || this.#forkRecorded) return
    this.#forkRecorded = true
    const place = { shop: hello.shop.name, till: hello.till.name }
    const action = fault === 'forked' ? 'shop-forked' : 'later-payments-found'
    this.deps.auditLog.recordIfPossible(action, null, place)
  }

  async #close(): Promise<void> {
    this.#opening += 1
    const closing = this.#session
    this.#session = null
    await closing?.stop()
  }

  readonly #failed = (error: unknown): void => {
    this.deps.log.error('shop-database-failed', { error })
  }
}
