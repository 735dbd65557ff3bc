import type { ConnectionKind } from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import {
  type Caller,
  type HandlersOf,
  type StillAdmitted,
  stillOf,
} from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type {
  OwnersViewTest,
  ShopAdministered,
  ShopDatabaseView,
  ShopPlace,
  ShopSetUp,
  ShopTest,
  TakenBack,
  TakenPlace,
} from '../../../shared/shop-database'
import type { FromShop, ShopDay } from '../../../shared/shop-meeting'
import type { Random } from '../platform/random'
import type { OthersSilent, OtherTills } from '../sales/other-tills'
import type { PutInPlace, RenewLedger } from '../store/recovery/ledger-files'
import type { TillStore } from '../store/till-store'
import { nameOfAddress, readShopAddress, type ShopAddress, textOfAddress } from './address'
import type { OwnersView } from './owners-view'
import { type FollowedLedger, SessionSlot, type SessionSlotDeps } from './session-slot'
import type { ShopSession } from './shop-session'

interface ShopDatabaseDeps extends SessionSlotDeps {
  store: TillStore
  random: Pick<Random, 'fraction' | 'bytes'>
  /** Who is signed in. */
  person: () => Person | null
  /** The connection in use, and practice while there is none. */
  kind: () => ConnectionKind
  /** From then on no connection is in use. */
  leavePractice: () => Promise<Result<null>>
  /** Another machine has this till's place: it must sell no more. Called each time that the database says so. */
  replaced: () => void
  /** The keys in use are of this account, as the owner says. */
  isAccount: (kind: ConnectionKind, account: string) => void
  /** Puts a lost till's ledger in the place of this till's. */
  putInPlace: PutInPlace
  /** Puts what was built of this till's ledger in its place. */
  renewLedger: RenewLedger
  /** How long the owner keeps customers' data. */
  months: () => number
  /** Shows the windows a push that went out although the other tills were not asked. */
  othersSilent: (push: OthersSilent) => void
}

/** Keeps an address that works. Refused where the person may not go on. Throws StoreFailed. */
type Keep = (address: ShopAddress, place: ShopPlace, text?: string) => Result<null>

/** The address is in the till's sealed document. A till without a shop database loads nothing of it. */
export class ShopDatabase implements HandlersOf<'shop'> {
  readonly #slot: SessionSlot
  #owners: Promise<OwnersView> | null = null
  /** The port that the payment engine asks. */
  readonly others: OtherTills

  constructor(private readonly deps: ShopDatabaseDeps) {
    const slot = new SessionSlot({
      ...deps,
      address: () => this.#address(),
      replaced: () => this.#replaced(),
    })
    this.#slot = slot
    this.others = {
      isInShop: () => this.#address() !== null,
      sharers: () => slot.current()?.sharers() ?? 1,
      lease: async (wanted, late) => slot.current()?.lease(wanted, late) ?? { state: 'not-asked' },
      release: leased => slot.current()?.release(leased),
      claim: async wanted => slot.current()?.claim(wanted) ?? { state: 'not-asked' },
      silent: deps.othersSilent,
    }
  }

  /** Null where none is set up. */
  view(): ShopDatabaseView | null {
    const address = this.#address()
    return address && viewOf(address, this.session())
  }

  /** Null where none is set up, no ledger is open, or its code is still being loaded. */
  session(): ShopSession | null {
    return this.#slot.current()
  }

  /** What webhook addresses are signed with; null where none is set up, or it has not answered yet. */
  callbackKey(): Buffer | null {
    return this.session()?.callbackKey() ?? null
  }

  /** Another machine has this till's place, as far as is known without asking. */
  isReplaced(): boolean {
    const role = this.deps.store.document().replacedRole
    return role !== null && role === this.#address()?.role
  }

  follow(opened: FollowedLedger): () => Promise<void> {
    return this.#slot.follow(opened)
  }

  /** Tries an address, and uses it from then on if it works. Throws StoreFailed. */
  async saveAndTest(
    { address: text }: { address: string },
    caller?: Caller,
  ): Promise<Result<ShopTest>> {
    const keep = this.#keeping('shop-joined', stillOf(caller))
    const read = readShopAddress(text)
    if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
    const { testShop } = await import('./test-shop')
    const tested = await testShop(this.#named(read.address), {
      links: this.#slot.links(),
      isOwn: read.address.role === this.#address()?.role,
      clock: this.deps.clock,
    })
    if (tested.result !== 'works') return success(tested)
    const kept = keep(read.address, tested.place, text)
    if (!kept.ok) return kept
    this.#slot.reopen()
    return success(tested)
  }

  /** Makes the database and this till's place in it with an administrator's address. Throws as `saveAndTest`. */
  async setUp(
    { address: text, shop, till }: ShopPlace & { address: string },
    caller?: Caller,
  ): Promise<Result<ShopSetUp>> {
    const place = { shop, till }
    const keep = this.#keeping('shop-joined', stillOf(caller))
    const read = readShopAddress(text)
    if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
    const { setUpShop } = await import('./set-up-shop')
    const made = await setUpShop({
      ...this.#named(read.address),
      place,
      random: this.deps.random,
      keep: address => keep(address, place),
      undo: () => this.#drop(),
    })
    if (made.ok && made.value.result === 'works') this.#slot.reopen()
    return made
  }

  /**
   * Takes a lost till's place: builds its ledger again from what it shipped, puts it in the place of this
   * till's, which must have nothing in it, and goes on as that till. Safe to repeat. Throws StoreFailed.
   */
  async takePlace(
    { address: text, account }: { address: string; account: 'same' | 'other' },
    caller?: Caller,
  ): Promise<Result<TakenPlace>> {
    const { clock, months, isAccount, putInPlace } = this.deps
    const keep = this.#keeping('lost-till-replaced', stillOf(caller))
    const read = readShopAddress(text)
    if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
    const { takeLostTill } = await import('./lost-till')
    const named = this.#named(read.address)
    const taken = await takeLostTill({
      ...named,
      putInPlace,
      removal: { at: clock.wall(), months: months() },
      keep(place, used) {
        const kept = keep(read.address, place, text)
        if (kept.ok && account === 'same' && used !== null) isAccount(named.kind, used)
        return kept
      },
    })
    if (taken.ok && taken.value.result === 'taken') this.#slot.reopen()
    return taken
  }

  /**
   * Takes back what this till shipped before it was restored from an older backup, with an administrator's address, as
   * a replacement of itself. Safe to repeat. Throws StoreFailed.
   */
  async takeBack(
    { address: text }: { address: string },
    caller?: Caller,
  ): Promise<Result<TakenBack>> {
    const { clock, months, random, renewLedger, store } = this.deps
    const keep = this.#keeping('later-payments-taken-back', stillOf(caller))
    const read = readShopAddress(text)
    if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
    const { fault, hello } = this.session()?.state() ?? {}
    if (fault !== 'behind' || !hello) return failure('action-not-possible', `It is ${fault}`)
    const place = { shop: hello.shop.name, till: hello.till.name }
    const before = store.document().shopAddress
    const { takeBack } = await import('./take-back')
    const taken = await takeBack({
      ...this.#named(read.address),
      ...{ till: hello.till.id, place, random, renew: renewLedger },
      removal: { at: clock.wall(), months: months() },
      keep: address => keep(address, place),
      undo: () => store.commit(document => ({ ...document, shopAddress: before })),
    })
    // Also where it failed half way: then it is tried again with the new address.
    if (store.document().shopAddress !== before) this.#slot.reopen()
    return taken
  }

  /** Does an administrator's task on a shop database. Nothing of it is kept. */
  async administer({
    address: text,
    task,
  }: ParsedOf<'shop', 'administer'>): Promise<Result<ShopAdministered>> {
    const read = readShopAddress(text)
    if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
    const { administer } = await import('./administration')
    const { random } = this.deps
    return success(await administer({ ...this.#named(read.address), random }, task))
  }

  /** Tries an owner's address, and shows the shop with it from then on if it works. Throws StoreFailed. */
  async openOwnersView(
    { address: text }: { address: string },
    caller?: Caller,
  ): Promise<Result<OwnersViewTest>> {
    const { store, person, kind } = this.deps
    const stillAdmitted = stillOf(caller)
    const by = person()
    if (kind() !== 'practice') return failure('action-not-possible', 'This till takes payments')
    const read = readShopAddress(text)
    if (!read.ok) return success({ result: 'bad-address', fault: read.fault })
    const { testOwnersView } = await import('./owners-view')
    const tested = await testOwnersView(this.#ownersLogin(read.address))
    if (tested.result !== 'works') return success(tested)
    const refused = stillAdmitted()
    if (refused) return refused
    const detail = { address: nameOfAddress(read.address) }
    const entry = store.entry('owners-view-opened', by, detail)
    store.commit(document => ({ ...document, ownersAddress: text.trim() }), entry)
    const shown = await this.#showOwners()
    return shown.ok ? success(tested) : shown
  }

  closeOwnersView(): Promise<Result<null>> {
    this.deps.store.commit(document => ({ ...document, ownersAddress: null }))
    return this.#showOwners()
  }

  /** What an owner's address reads of a day; null where none is kept. */
  async ownersDay(day: string | null): Promise<FromShop<ShopDay> | null> {
    const { ownersAddress } = this.deps.store.document()
    const read = ownersAddress === null ? null : readShopAddress(ownersAddress)
    if (!read?.ok) return null
    this.#owners ??= import('./owners-view').then(
      ({ OwnersView }) => new OwnersView(this.#ownersLogin(read.address)),
    )
    return (await this.#owners).day(day)
  }

  /** Ends the owner's view's connection; a session ends with its ledger. */
  async stop(): Promise<void> {
    const last = this.#owners
    this.#owners = null
    await (await last)?.stop()
  }

  /** The till is in no shop any more; what was shipped stays there. */
  forget(): Result<null> {
    this.#drop()
    this.#slot.reopen()
    this.deps.changed()
    return success(null)
  }

  /** The address that is kept; null where there is none or it cannot be read. */
  #address(): ShopAddress | null {
    const text = this.deps.store.document().shopAddress
    const read = text === null ? null : readShopAddress(text)
    return read?.ok ? read.address : null
  }

  /** Another address is kept, or none. */
  #showOwners(): Promise<Result<null>> {
    void this.stop()
    return this.deps.leavePractice()
  }

  #ownersLogin(address: ShopAddress) {
    return { address, authorities: this.deps.authorities('practice') }
  }

  #named(address: ShopAddress) {
    const kind = this.deps.kind()
    return { address, authorities: this.deps.authorities(kind), kind }
  }

  /** On the record as of the person who is signed in now. */
  #keeping(
    action: 'shop-joined' | 'lost-till-replaced' | 'later-payments-taken-back',
    stillAdmitted: StillAdmitted,
  ): Keep {
    const { store, person } = this.deps
    const by = person()
    return (address, place, text = textOfAddress(address)) => {
      // The network takes long, and another person may be at the till by now.
      const refused = stillAdmitted()
      if (refused) return refused
      const { isProtected, keychain } = store.protection()
      if (!isProtected && keychain === null)
        return failure('passphrase-needed', 'There is no keychain')
      const detail = { address: nameOfAddress(address), shop: place.shop, till: place.till }
      store.commit(
        ({ settings, ...document }) => ({
          ...document,
          shopAddress: text.trim(),
          settings: { ...settings, shop: namedAs(place, settings.shop) },
        }),
        store.entry(action, by, detail),
      )
      return success(null)
    }
  }

  #drop(): void {
    this.deps.store.commit(document => ({ ...document, shopAddress: null }))
  }

  /** Kept for a start without a network. */
  #replaced(): void {
    const { store, log, replaced } = this.deps
    try {
      const role = this.#address()?.role
      if (role !== undefined && !this.isReplaced())
        store.commit(document => ({ ...document, replacedRole: role }))
    } catch (error) {
      log.error('shop-database-failed', { error })
    }
    replaced()
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
    later: state?.later ?? 0,
    handedOverTwice: session?.twice() ?? [],
  }
}

/** A till is called at its own counter what the other tills call it. A shop's name on receipts may be longer. */
function namedAs<Shop extends { name: string; till: string }>(place: ShopPlace, shop: Shop): Shop {
  return { ...shop, name: shop.name || place.shop, till: place.till }
}
