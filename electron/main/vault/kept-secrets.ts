import { openSealed, orNull, sealSurely } from './sealer'
import { keptNames } from './vault-document'
import type { VaultState } from './vault-state'

/** Secrets that the till itself has to read, so that no person types them each day. */
export interface KeptSecrets {
  /** What the daily backups are encrypted with. Null where there is none, or nothing opens it now. */
  backupPassphrase(): string | null
  /** Null forgets it. False where nothing can be sealed now. Throws what the store throws. */
  keepBackupPassphrase(passphrase: string | null): boolean
  /** Where the shop database is, with the till's role and password; as `backupPassphrase`. */
  shopAddress(): string | null
  keepShopAddress(address: string | null): boolean
  /** The till's role in the shop database whose place another machine has taken; as `backupPassphrase`. */
  replacedRole(): string | null
  keepReplacedRole(role: string): boolean
}

type SecretName = keyof typeof keptNames

/** The secrets of a vault's document. */
export function createKeptSecrets(state: VaultState): KeptSecrets {
  function read(name: SecretName): string | null {
    const kept = state.document()[name]
    const sealing = kept && state.sealing(kept.method)
    if (!kept || sealing?.state !== 'ready') return null
    return openSealed(sealing.sealer, keptNames[name], kept.value)?.toString('utf8') ?? null
  }

  function keep(name: SecretName, text: string | null): boolean {
    const document = state.document()
    if (text === null) {
      state.commit({ ...document, [name]: null })
      return true
    }
    const sealing = state.sealing()
    if (sealing.state !== 'ready') return false
    const { method, backend } = sealing.sealer
    const value = orNull(() => sealSurely(sealing.sealer, keptNames[name], Buffer.from(text)))
    if (value === null) return false
    state.commit({ ...document, [name]: { method, backend, value } })
    return true
  }

  return {
    backupPassphrase: () => read('backupPassphrase'),
    keepBackupPassphrase: passphrase => keep('backupPassphrase', passphrase),
    shopAddress: () => read('shopAddress'),
    keepShopAddress: address => keep('shopAddress', address),
    replacedRole: () => read('replacedRole'),
    keepReplacedRole: role => keep('replacedRole', role),
  }
}
