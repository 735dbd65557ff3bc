import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { ShopPlace } from '../../../shared/shop-database'
import type { StillAdmitted } from '../people/access'
import type { TillStore } from '../store/till-store'
import { nameOfAddress, readShopAddress, type ShopAddress } from './address'

/** The shop database's address, in the till's sealed document. */
export interface KeptAddress {
  /** Null where none is kept or it cannot be read. */
  get(): ShopAddress | null
  /** Refused where the person may not go on. Throws StoreFailed. */
  keep(shop: JoinedShop, asked: AskedShop): Result<null>
  forget(): void
  /** Another machine has the place of this address's till, as far as is known without asking. */
  isReplaced(): boolean
  /** Keeps that, for a start without a network. Throws StoreFailed. */
  keepReplaced(): void
}

/** An address that works, as text and read, and the till's place there. */
export interface JoinedShop {
  text: string
  address: ShopAddress
  place: ShopPlace
}

/** Who pressed the button, and for what. */
export interface AskedShop {
  by: Person | null
  stillAdmitted: StillAdmitted
  action: 'shop-joined' | 'lost-till-replaced'
}

export interface KeptAddressDeps {
  store: TillStore
}

export function createKeptAddress({ store }: KeptAddressDeps): KeptAddress {
  function get(): ShopAddress | null {
    const text = store.document().shopAddress
    const read = text === null ? null : readShopAddress(text)
    return read?.ok ? read.address : null
  }

  return {
    get,
    keep({ text, address, place }, { by, stillAdmitted, action }) {
      // The network takes long, and another person may be at the till by now.
      const refused = stillAdmitted()
      if (refused) return refused
      const { isProtected, keychain } = store.protection()
      if (!isProtected && keychain === null)
        return failure('passphrase-needed', 'There is no keychain')
      const detail = { address: nameOfAddress(address), shop: place.shop, till: place.till }
      store.commitSecret(
        document => ({ ...document, shopAddress: text.trim() }),
        store.entry(action, by, detail),
      )
      return success(null)
    },
    forget: () => store.commit(document => ({ ...document, shopAddress: null })),
    isReplaced() {
      const role = store.document().replacedRole
      return role !== null && role === get()?.role
    },
    keepReplaced() {
      const role = get()?.role
      if (role !== undefined) store.commit(document => ({ ...document, replacedRole: role }))
    },
  }
}
