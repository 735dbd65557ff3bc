/** The vault, how it is sealed here, and where it is kept. */
export type { Keys } from './api-keys'
export type { DataKey } from './data-keys'
export { deriveKey, type Effort, effortSchema } from './derivation'
export { createKeychainSealer, type KeychainSealer, type SafeStorage } from './keychain-sealer'
export { createPassphraseSealer as createKeySealer } from './passphrase-sealer'
export type { Unlocking } from './passphrase-unlock'
export type { ReturnableFile } from './retired-keys'
export { openSealed } from './sealer'
export { createSecret, type Secret } from './secret'
export { noStaff, type SealedStaff } from './staff-record'
export {
  openVault,
  type Vault,
  type VaultDeps,
  type VaultOpening,
  type VaultStatus,
} from './vault'
