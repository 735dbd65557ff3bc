/** The keys' room: the vault, how it is sealed here, and where it is kept. */
export type { Keys } from './api-keys'
export type { DataKey } from './data-keys'
export { createKeychainSealer, type KeychainSealer, type SafeStorage } from './keychain-sealer'
export { createSecret, type Secret } from './secret'
export {
  openVault,
  type Vault,
  type VaultNeeds,
  type VaultOpening,
  type VaultStatus,
} from './vault'
