import type { ConnectionKind } from '../../../shared/connection'
import { type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type {
  ShopDatabaseView,
  ShopPlace,
  ShopSetUp,
  ShopTest,
  TakenPlace,
} from '../../../shared/shop-database'
import type { OthersSilent, OtherTills } from '../payments/other-tills'
import type { StillAdmitted } from '../people/access'
import type { Random } from '../platform/random'
import type { PutInPlace } from '../store/recovery/ledger-rescue'
import { nameOfAddress, readShopAddress, type ShopAddress, textOfAddress } from './address'
import { type AskedShop, createKeptAddress, type KeptAddressDeps } from './kept-address'
import { createSessionSlot, type SessionSlot, type SessionSlotDeps } from './session-slot'
import type { ShopSession } from './shop-session'

/** The till's place in a shop of many tills. A till without a shop database loads nothing of it. */
export interface ShopDatabase {
  /** Null where none is set up. */
  view(): ShopDatabaseView | null
  /** Null where none is set up, no ledger is open, or its code is still being loaded. */
  session(): ShopSession | null
  /** Another machine has this till's place, as far as is known without asking. */
  isReplaced(): boolean
  follow: SessionSlot['follow']
  /** The port that the payment engine asks. */
  others: OtherTills
  /** Tries an address, and uses it from then on if it works. Throws StoreFailed. */
  saveAndTest(text: string, stillAdmitted: StillAdmitted): Promise<Result<ShopTest>>
  /** Makes the database and this till's place in it with an administrator's address. Throws as `saveAndTest`. */
  setUp(text: string, place: ShopPlace, stillAdmitted: StillAdmitted): Promise<Result<ShopSetUp>>
  /**
   * Takes a lost till's place: builds its ledger again from what it shipped, puts it in the place of this
   * till's, which must have nothing in it, and goes on as that till. Safe to repeat. Throws StoreFailed.
   */
  takePlace(
    asked: { address: string; account: 'same' | 'other' },
    putInPlace: PutInPlace,
    stillAdmitted: StillAdmitted,
  ): Promise<Result<TakenPlace>>
  /** The till is in no shop any more; what was shipped stays there. */
  forget(): void
}

interface ShopDatabaseDeps extends KeptAddressDeps, Omit<SessionSlotDeps, 'kept'> {
  random: Pick<Random, 'fraction' | 'bytes'>
  /** Who is signed in. */
  person: () => Person | null
  /** The connection in use. */
  kind: () => ConnectionKind
  /** The keys in use are of this account, as the owner says. */
  isAccount: (kind: ConnectionKind, account: string) => void
  /** How long the owner keeps customers' data. */
  months: () => number
  /** Tells the windows of a push that went out although the other tills were not asked. */
  othersSilent: (push: OthersSilent) => void
}

/** Not connected, and no ledger followed. */
export function createShopDatabase(deps: ShopDatabaseDeps): ShopDatabase {
  const kept = createKeptAddress(deps)
  const slot = createSessionSlot({ ...deps, kept })

  /** Who is signed in at the press. */
  const askedFor = (action: AskedShop['action'], stillAdmitted: StillAdmitted): AskedShop => ({
    by: deps.person(),
    stillAdmitted,
    action,
  })

  return {
    view() {
      const address = kept.get()
      return address && viewOf(address, slot.current())
    },
    session: slot.current,
    isReplaced: kept.isReplaced,
    follow: slot.follow,
    others: {
      isInShop: () => kept.get() !== null,
      sharers: () => slot.current()?.sharers() ?? 1,
      lease: async (wanted, late) => slot.current()?.lease(wanted, late) ?? { state: 'not-asked' },
      release: leased => slot.current()?.release(leased),
      claim: async wanted => slot.current()?.claim(wanted) ?? { state: 'not-asked' },
      silent: deps.othersSilent,
    },
    async saveAndTest(text, stillAdmitted) {
      const asked = askedFor('shop-joined', stillAdmitted)
      const read = readShopAddress(text)
      if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
      const { testShop } = await import('./test-shop')
      const kind = deps.kind()
      const tested = await testShop(read.address, deps.authorities(kind), kind)
      if (tested.result !== 'works') return success(tested)
      const joined = kept.keep({ text, address: read.address, place: tested.place }, asked)
      if (!joined.ok) return joined
      slot.reopen()
      return success(tested)
    },
    async setUp(text, place, stillAdmitted) {
      const asked = askedFor('shop-joined', stillAdmitted)
      const read = readShopAddress(text)
      if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
      const { setUpShop } = await import('./set-up-shop')
      const kind = deps.kind()
      const made = await setUpShop({
        address: read.address,
        authorities: deps.authorities(kind),
        kind,
        place,
        random: deps.random,
        keep: address => kept.keep({ text: textOfAddress(address), address, place }, asked),
        drop: kept.forget,
      })
      if (made.ok && made.value.result === 'works') slot.reopen()
      return made
    },
    async takePlace({ address: text, account }, putInPlace, stillAdmitted) {
      const asked = askedFor('lost-till-replaced', stillAdmitted)
      const read = readShopAddress(text)
      if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
      const { takeLostTill } = await import('./take-place')
      const kind = deps.kind()
      const taken = await takeLostTill({
        address: read.address,
        authorities: deps.authorities(kind),
        kind,
        putInPlace,
        told: { at: deps.clock.wall(), months: deps.months() },
        keep(place, used) {
          const joined = kept.keep({ text, address: read.address, place }, asked)
          if (joined.ok && account === 'same' && used !== null) deps.isAccount(kind, used)
          return joined
        },
      })
      if (taken.ok && taken.value.result === 'taken') slot.reopen()
      return taken
    },
    forget() {
      kept.forget()
      slot.reopen()
      deps.changed()
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
    handedOverTwice: session?.twice() ?? [],
  }
}
