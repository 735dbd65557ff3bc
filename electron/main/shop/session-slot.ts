import type { ConnectionKind } from '../../../shared/connection'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { Random } from '../platform/random'
import type { AuditLog } from '../store/audit-log'
import type { DocumentStore } from '../store/files/document-store'
import type { Ledger } from '../store/ledger/ledger'
import type { KeptAddress } from './kept-address'
import type { ShopSession, ShopSessionDeps } from './shop-session'

/** Holds the session with the shop database while a ledger is open and an address is kept. */
export interface SessionSlot {
  /** Null where there is none, or its code is still being loaded. */
  current(): ShopSession | null
  /** Ships this ledger and meets the other tills until the returned function is called. */
  follow(opened: FollowedLedger): () => Promise<void>
  /** The address changed. */
  reopen(): void
}

export interface FollowedLedger {
  kind: ConnectionKind
  ledger: Pick<Ledger, 'links' | 'onCommit'>
  heard: ShopSessionDeps['heard']
  isWaiting: ShopSessionDeps['isWaiting']
}

export interface SessionSlotDeps {
  kept: Pick<KeptAddress, 'get' | 'isReplaced' | 'keepReplaced'>
  clock: Clock
  random: Pick<Random, 'fraction'>
  log: Log
  auditLog: Pick<AuditLog, 'writeIfPossible'>
  /** Where it is kept how far the ledger was shipped. */
  positionStore: Pick<DocumentStore, 'read' | 'write'>
  /** Certificate authorities (PEM) that the owner added for a connection. */
  authorities: (kind: ConnectionKind) => readonly string[]
  /** Another machine has this till's place: it must sell no more. Told each time that the database says so. */
  replaced: () => void
  changed: () => void
}

/** No ledger is followed, and the slot is empty. */
export function createSessionSlot(deps: SessionSlotDeps): SessionSlot {
  const { clock, random, log, changed } = deps
  let followed: FollowedLedger | null = null
  let session: ShopSession | null = null
  /** Counts openings: one that was overtaken while its code was loaded opens nothing. */
  let opening = 0
  /** It is on the record of this session that another machine ships as this till. */
  let forkRecorded = false

  async function open(): Promise<void> {
    opening += 1
    const mine = opening
    const ledger = followed
    const address = deps.kept.get()
    if (ledger === null || address === null) return
    const [{ ShopSession }, { openShippedPosition }] = await Promise.all([
      import('./shop-session'),
      import('./shipped-position'),
    ])
    if (mine !== opening) return
    forkRecorded = false
    const { positionStore: store } = deps
    session = new ShopSession({
      address,
      authorities: deps.authorities(ledger.kind),
      kind: ledger.kind,
      links: ledger.ledger.links,
      heard: ledger.heard,
      isWaiting: ledger.isWaiting,
      clock,
      random,
      changed: sessionChanged,
      position: openShippedPosition({ store, role: address.role, clock, failed }),
      lost: entries => deps.auditLog.writeIfPossible('shop-put-back', null, { entries }),
      tooLarge: entry => deps.auditLog.writeIfPossible('shop-entry-too-large', null, { entry }),
      handedOverTwice({ reference, till, person, at }) {
        // Told again at each start, and recorded once a run.
        deps.auditLog.writeIfPossible('handed-over-twice', null, { reference, till, person, at })
      },
    })
    changed()
  }

  function sessionChanged(): void {
    if (session?.state().hello?.replaced) {
      keepReplaced()
      deps.replaced()
    }
    recordFork()
    changed()
  }

  /** Once a session: the till tries again and again, in case the database is put right. */
  function recordFork(): void {
    const { fault, hello } = session?.state() ?? {}
    if (fault !== 'forked' || !hello || forkRecorded) return
    forkRecorded = true
    const place = { shop: hello.shop.name, till: hello.till.name }
    deps.auditLog.writeIfPossible('shop-forked', null, place)
  }

  function keepReplaced(): void {
    try {
      if (!deps.kept.isReplaced()) deps.kept.keepReplaced()
    } catch (error) {
      failed(error)
    }
  }

  async function close(): Promise<void> {
    opening += 1
    const closing = session
    session = null
    await closing?.stop()
  }

  function reopen(): void {
    close().then(open).catch(failed)
  }

  function failed(error: unknown): void {
    log.error('shop-database-failed', { error })
  }

  return {
    current: () => session,
    follow(opened) {
      followed = opened
      opened.ledger.onCommit(() => {
        session?.wake()
      }, failed)
      reopen()
      return async () => {
        if (followed === opened) followed = null
        await close()
      }
    },
    reopen,
  }
}
