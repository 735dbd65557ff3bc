import type { ConnectionKind } from '../../../shared/connection'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Sale } from '../../../shared/payment/sale'
import { type SaleStatus, statusOf } from '../../../shared/payment/status'
import type { Person } from '../../../shared/person'
import type {
  ShopDatabaseView,
  ShopPlace,
  ShopTest,
  TakenPlace,
} from '../../../shared/shop-database'
import type { AuditLog } from '../audit-log/audit-log'
import type { Clock } from '../clock'
import type { Log } from '../diagnostics/log'
import type { Ledger } from '../ledger/ledger'
import type { Random } from '../random'
import type { PutInPlace } from '../recovery/ledger-rescue'
import type { VaultOpening } from '../vault'
import { nameOfAddress, readShopAddress, type ShopAddress } from './address'
import type { ShopSession, ShopSessionDeps } from './shop-session'

/** The till's place in a shop of many tills. A till without a shop database loads nothing of it. */
export interface ShopDatabase {
  /** Null where none is set up. */
  view(): ShopDatabaseView | null
  /** Null where none is set up, no ledger is open, or its code is still being loaded. */
  session(): ShopSession | null
  /** Another machine has this till's place, as far as is known without asking. */
  isReplaced(): boolean
  /** Ships this ledger and meets the other tills until the returned function is called. */
  follow(opened: FollowedLedger): () => Promise<void>
  /** Tries an address, and uses it from then on if it works. Throws AuditLogFailed, and what the vault throws. */
  saveAndTest(text: string): Promise<Result<ShopTest>>
  /**
   * Takes a lost till's place: builds its ledger again from what it shipped, puts it in the place of this
   * till's, which must have nothing in it, and goes on as that till. Safe to repeat. Throws AuditLogFailed.
   */
  takePlace(
    asked: { address: string; account: 'same' | 'other' },
    putInPlace: PutInPlace,
  ): Promise<Result<TakenPlace>>
  /** The till is in no shop any more; what was shipped stays there. */
  forget(): void
}

export interface FollowedLedger {
  kind: ConnectionKind
  ledger: Pick<Ledger, 'links' | 'onCommit'>
  heard: ShopSessionDeps['heard']
}

interface ShopDatabaseDeps {
  vault: VaultOpening
  clock: Clock
  random: Pick<Random, 'fraction'>
  log: Log
  auditLog: Pick<AuditLog, 'write' | 'writeIfPossible'>
  /** Who is signed in. */
  person: () => Person | null
  /** The connection in use. */
  kind: () => ConnectionKind
  /** Certificate authorities (PEM) that the owner added for a connection. */
  authorities: (kind: ConnectionKind) => readonly string[]
  /** Another machine has this till's place: it must sell no more. Told each time that the database says so. */
  replaced: () => void
  /** The keys in use are of this account, as the owner says. */
  isAccount: (kind: ConnectionKind, account: string) => void
  /** How long the owner keeps customers' data. */
  months: () => number
  changed: () => void
}

/** Not connected, and no ledger followed. */
export function createShopDatabase(deps: ShopDatabaseDeps): ShopDatabase {
  const { vault, clock, random, log, changed } = deps
  let followed: FollowedLedger | null = null
  let session: ShopSession | null = null
  /** Counts openings: one that was overtaken while its code was loaded opens nothing. */
  let opening = 0

  function keptAddress(): ShopAddress | null {
    const text = vault.ok ? vault.vault.shopAddress() : null
    const read = text === null ? null : readShopAddress(text)
    return read?.ok ? read.address : null
  }

  async function open(): Promise<void> {
    opening += 1
    const mine = opening
    const ledger = followed
    const address = keptAddress()
    if (ledger === null || address === null) return
    const { openShopSession } = await import('./shop-session')
    if (mine !== opening) return
    session = openShopSession({
      address,
      authorities: deps.authorities(ledger.kind),
      kind: ledger.kind,
      links: ledger.ledger.links,
      heard: ledger.heard,
      clock,
      random,
      changed: sessionChanged,
      lost: entries => deps.auditLog.writeIfPossible('shop-put-back', null, { entries }),
    })
    changed()
  }

  function sessionChanged(): void {
    if (session?.state().hello?.replaced) {
      if (!isReplaced()) keepReplaced()
      deps.replaced()
    }
    changed()
  }

  function isReplaced(): boolean {
    const role = vault.ok ? vault.vault.replacedRole() : null
    return role !== null && role === keptAddress()?.role
  }

  /** A till that starts without a network must know it too. */
  function keepReplaced(): void {
    const role = keptAddress()?.role
    if (!vault.ok || role === undefined) return
    try {
      // Where nothing can be sealed, the next contact says it again.
      vault.vault.keepReplacedRole(role)
    } catch (error) {
      log.error('shop-database-failed', { error })
    }
  }

  async function close(): Promise<void> {
    opening += 1
    const closing = session
    session = null
    await closing?.stop()
  }

  function reopen(): void {
    close()
      .then(open)
      .catch(error => log.error('shop-database-failed', { error }))
  }

  /** The audit entry comes first: what cannot be written there is not done. */
  function keep(
    text: string,
    address: ShopAddress,
    place: ShopPlace,
    action: 'shop-joined' | 'lost-till-replaced' = 'shop-joined',
  ): Result<null> {
    if (!vault.ok) return failure('keys-unusable', vault.reason)
    const detail = { address: nameOfAddress(address), shop: place.shop, till: place.till }
    deps.auditLog.write(action, deps.person(), detail)
    return vault.vault.keepShopAddress(text)
      ? success(null)
      : failure('passphrase-needed', 'Nothing can be sealed now')
  }

  return {
    view() {
      const address = keptAddress()
      return address && viewOf(address, session)
    },
    session: () => session,
    isReplaced,
    follow(opened) {
      followed = opened
      opened.ledger.onCommit(
        sale => {
          session?.wake()
          if (promptIsOver(sale)) session?.release(sale)
        },
        error => log.error('shop-database-failed', { error }),
      )
      reopen()
      return async () => {
        if (followed === opened) followed = null
        await close()
      }
    },
    async saveAndTest(text) {
      const read = readShopAddress(text)
      if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
      const { testShop } = await import('./test-shop')
      const kind = deps.kind()
      const tested = await testShop(read.address, deps.authorities(kind), kind)
      if (tested.result !== 'works') return success(tested)
      const kept = keep(text.trim(), read.address, tested.place)
      if (!kept.ok) return kept
      reopen()
      return success(tested)
    },
    async takePlace({ address: text, account }, putInPlace) {
      const read = readShopAddress(text)
      if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
      const { takeLostTill } = await import('./take-place')
      const kind = deps.kind()
      const taken = await takeLostTill({
        address: read.address,
        authorities: deps.authorities(kind),
        kind,
        putInPlace,
        told: { at: clock.wall(), months: deps.months() },
        keep(place, used) {
          const kept = keep(text.trim(), read.address, place, 'lost-till-replaced')
          if (kept.ok && account === 'same' && used !== null) deps.isAccount(kind, used)
          return kept
        },
      })
      if (taken.ok && taken.value.result === 'taken') reopen()
      return taken
    },
    forget() {
      if (vault.ok) vault.vault.keepShopAddress(null)
      reopen()
      changed()
    },
  }
}

function viewOf(address: ShopAddress, session: ShopSession | null): ShopDatabaseView {
  const state = session?.state()
  const hello = state?.hello ?? null
  return {
    address: nameOfAddress(address),
    role: address.role,
    place: hello && { shop: hello.shop.name, till: hello.till.name },
    waiting: state?.waiting ?? 0,
    shippedAt: state?.shippedAt ?? null,
    fault: state?.fault ?? null,
  }
}

/** In these no prompt can be on a phone any more. Of others this is not certain: their lease runs out by itself. */
const overStatuses: readonly SaleStatus[] = ['paid', 'failed', 'refused', 'withdrawn']

function promptIsOver(sale: Sale): boolean {
  return sale.channel === 'mobile' && sale.msisdn !== '' && overStatuses.includes(statusOf(sale))
}
