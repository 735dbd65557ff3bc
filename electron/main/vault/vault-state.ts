import type { DocumentStore } from '../storage/document-store'
import type { KeychainSealer } from './keychain-sealer'
import type { Sealer } from './sealer'
import { holdsSecrets, type StaffSeal, type VaultDocument } from './vault-document'

/** Whether real secrets can be sealed and opened now. */
export type Sealing =
  | { state: 'ready'; sealer: Sealer }
  | { state: 'locked' }
  | { state: 'unavailable' }

/** The document in force and the sealers at hand: what the parts of the vault share. */
export interface VaultState {
  readonly keychain: KeychainSealer | null
  document(): VaultDocument
  /** First on the disk, then in force; if the store throws, all stays as it was. */
  commit(document: VaultDocument): void
  /** The method for real secrets: the one they are sealed with, or that the first one will be. */
  method(): Sealer['method']
  sealing(method?: Sealer['method']): Sealing
  openWith(sealer: Sealer): void
}

interface Deps {
  store: Pick<DocumentStore, 'write'>
  keychain: KeychainSealer | null
  /** The seal of a till that has no staff yet. */
  firstSeal: (sealer: Sealer) => StaffSeal
}

/** Starts from a sound document, locked if it needs a passphrase. */
export function createVaultState(
  start: VaultDocument,
  { store, keychain, firstSeal }: Deps,
): VaultState {
  let document = start
  let passphraseSealer: Sealer | null = null

  /** With the first secret comes the seal that says: no staff yet. From then on it cannot be left out. */
  function withFirstSeal(next: VaultDocument): VaultDocument {
    const isFirst = !holdsSecrets(document) && holdsSecrets(next) && next.staffSeals.length === 0
    return isFirst && keychain ? { ...next, staffSeals: [firstSeal(keychain)] } : next
  }

  const method = () => document.method ?? (keychain === null ? 'passphrase' : 'keychain')
  return {
    keychain,
    document: () => document,
    commit(next) {
      const sealed = withFirstSeal(next)
      store.write(sealed)
      document = sealed
    },
    method,
    sealing(asked = method()) {
      const sealer = asked === 'keychain' ? keychain : passphraseSealer
      if (sealer !== null) return { state: 'ready', sealer }
      return { state: asked === 'keychain' ? 'unavailable' : 'locked' }
    },
    openWith(sealer) {
      passphraseSealer = sealer
    },
  }
}
