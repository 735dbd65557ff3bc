import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { ShopPlace } from '../../../shared/shop-database'
import type { AuditLog } from '../audit-log/audit-log'
import type { StillAdmitted } from '../staff/access'
import type { VaultOpening } from '../vault'
import { nameOfAddress, readShopAddress, type ShopAddress } from './address'

/** The shop database's address, sealed in the vault. */
export interface KeptAddress {
  /** Null where none is kept or it cannot be read. */
  get(): ShopAddress | null
  /** Refused where the person may not go on. Writes the audit entry first. Throws AuditLogFailed, and what the vault throws. */
  keep(shop: JoinedShop, asked: AskedShop): Result<null>
  forget(): void
  /** Another machine has the place of this address's till, as far as is known without asking. */
  isReplaced(): boolean
  /** Keeps that, for a start without a network. Throws what the vault throws. */
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
  vault: VaultOpening
  auditLog: Pick<AuditLog, 'write'>
}

export function createKeptAddress({ vault, auditLog }: KeptAddressDeps): KeptAddress {
  function get(): ShopAddress | null {
    const text = vault.ok ? vault.vault.shopAddress() : null
    const read = text === null ? null : readShopAddress(text)
    return read?.ok ? read.address : null
  }

  return {
    get,
    keep({ text, address, place }, { by, stillAdmitted, action }) {
      // The network takes long, and another person may be at the till by now.
      const refused = stillAdmitted()
      if (refused) return refused
      if (!vault.ok) return failure('keys-unusable', vault.reason)
      const detail = { address: nameOfAddress(address), shop: place.shop, till: place.till }
      auditLog.write(action, by, detail)
      return vault.vault.keepShopAddress(text.trim())
        ? success(null)
        : failure('passphrase-needed', 'Nothing can be sealed now')
    },
    forget() {
      if (vault.ok) vault.vault.keepShopAddress(null)
    },
    isReplaced() {
      const role = vault.ok ? vault.vault.replacedRole() : null
      return role !== null && role === get()?.role
    },
    keepReplaced() {
      const role = get()?.role
      // Where nothing can be sealed, the next contact says it again.
      if (vault.ok && role !== undefined) vault.vault.keepReplacedRole(role)
    },
  }
}
