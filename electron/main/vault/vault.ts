import type { Clock } from '../clock'
import type { DocumentStore } from '../storage/document-store'
import { type ApiKeys, createApiKeys } from './api-keys'
import { createDataKeys, type DataKeys } from './data-keys'
import type { Effort } from './derivation'
import { createKeptSecrets, type KeptSecrets } from './kept-secrets'
import type { KeychainSealer } from './keychain-sealer'
import { DEFAULT_EFFORT } from './passphrase-lock'
import type { RandomBytes } from './passphrase-sealer'
import { createPassphraseUnlock, type PassphraseUnlock } from './passphrase-unlock'
import { createRetiredKeys, type RetiredKeys } from './retired-keys'
import { createSettingsSeals, type SettingsSeals } from './settings-seal'
import { createStaffSeals, type StaffSeals } from './staff-seal'
import {
  type ConnectionKind,
  type DataKind,
  EMPTY_DOCUMENT,
  parseDocument,
  type VaultDocument,
} from './vault-document'
import { createVaultState, type VaultState } from './vault-state'

export type VaultStatus =
  | { method: 'keychain'; state: 'open'; backend: string }
  | { method: 'keychain'; state: 'unavailable' }
  /** `pauseMs`: how long nobody may try a passphrase after wrong ones; 0 is not at all. */
  | { method: 'passphrase'; state: 'none-yet' | 'locked' | 'open'; pauseMs: number }

/** The keys, sealed by the operating system or by a passphrase. */
export interface Vault
  extends ApiKeys,
    DataKeys,
    RetiredKeys,
    SettingsSeals,
    StaffSeals,
    KeptSecrets,
    PassphraseUnlock {
  status(): VaultStatus
  /** The keychain that sealed a connection's keys or a data key, by name; null where it is not known. */
  sealedBy(what: { keys: ConnectionKind } | { data: DataKind }): string | null
}

/**
 * 'damaged': its copy is too, and the file was renamed to `keptAs`; opening again starts an empty vault, in which the
 * keys of existing ledgers are 'missing'. 'newer': written by a newer app, left alone. 'io': it
 * could not be read or renamed, left alone.
 */
export type VaultOpening =
  | { ok: true; vault: Vault }
  | { ok: false; reason: 'damaged'; keptAs: string }
  | { ok: false; reason: 'newer' }
  | { ok: false; reason: 'io'; detail: string }

export interface VaultDeps {
  store: DocumentStore
  /** Null where the operating system has none to trust. */
  keychain: KeychainSealer | null
  /** Cryptographically strong. */
  random: RandomBytes
  clock: Clock
  /** Nobody has to wait any longer before the next passphrase. */
  pauseEnded?: () => void
  /** What a new passphrase costs to try; the default unless told. */
  effort?: Effort
}

/** Opens the vault, empty at first. It never throws and never overwrites what it cannot read. */
export function openVault(deps: VaultDeps): VaultOpening {
  try {
    return open(deps)
  } catch (error) {
    return { ok: false, reason: 'io', detail: error instanceof Error ? error.message : '' }
  }
}

function open(deps: VaultDeps): VaultOpening {
  const { store } = deps
  const stored = store.read()
  const parsed = parseDocument(stored.state === 'read' ? stored.document : null)
  if (parsed.state === 'newer') return { ok: false, reason: 'newer' }
  const document = parsed.state === 'sound' ? parsed.document : lastGood(store)
  if (document) return { ok: true, vault: createVault(document, deps) }
  if (stored.state === 'none') return { ok: true, vault: createVault(EMPTY_DOCUMENT, deps) }
  return { ok: false, reason: 'damaged', keptAs: store.quarantine() }
}

/** Without the vault's file no ledger opens: its copy stands in for one that is damaged or gone. */
function lastGood(store: DocumentStore): VaultDocument | null {
  const parsed = parseDocument(store.recover(copy => parseDocument(copy).state === 'sound'))
  return parsed.state === 'sound' ? parsed.document : null
}

function createVault(document: VaultDocument, deps: VaultDeps): Vault {
  const { random, clock, effort = DEFAULT_EFFORT, pauseEnded = () => undefined } = deps
  const now = () => clock.wall()
  const state = createVaultState(document, deps)
  const unlock = createPassphraseUnlock(state, { random, effort, clock, pauseEnded })
  const apiKeys = createApiKeys(state, { random, now })
  return {
    status: () => statusOf(state, unlock.pauseLeft()),
    sealedBy(what) {
      const { connections, dataKeys } = state.document()
      const kept = 'keys' in what ? connections[what.keys] : dataKeys[what.data]
      return kept !== null && 'backend' in kept ? kept.backend : null
    },
    ...unlock,
    ...apiKeys,
    ...createDataKeys(state, random),
    ...createStaffSeals(state),
    ...createRetiredKeys(state, now),
    ...createSettingsSeals(state, random),
    ...createKeptSecrets(state),
  }
}

function statusOf(state: VaultState, pauseMs: number): VaultStatus {
  if (state.method() === 'keychain') {
    const backend = state.keychain?.backend
    if (backend === undefined) return { method: 'keychain', state: 'unavailable' }
    return { method: 'keychain', state: 'open', backend }
  }
  if (state.document().lock === null) return { method: 'passphrase', state: 'none-yet', pauseMs }
  const open = state.sealing('passphrase').state === 'ready'
  return { method: 'passphrase', state: open ? 'open' : 'locked', pauseMs }
}
