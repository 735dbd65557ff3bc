import type { RandomBytes } from './passphrase-sealer'
import { openSealed, orNull, type Sealer, sealSurely } from './sealer'
import type { DataKind, KeptDataKey } from './vault-document'
import type { VaultState } from './vault-state'

export type DataKey =
  | { state: 'ready'; key: Buffer }
  | { state: 'locked' }
  | { state: 'unreadable' }
  | { state: 'missing' }

export interface DataKeys {
  /**
   * The key of 32 bytes that a ledger is encrypted with, made on first use and on the disk before
   * it is returned. 'missing': there is a ledger and its key is gone; a new one would not open it.
   * 'unreadable': the keychain is not there, or the seal does not hold. Throws what the store throws.
   */
  dataKey(kind: DataKind, ledgerExists: boolean): DataKey
  /** Seals a key that a backup brought. False where nothing can be sealed. Throws what the store throws. */
  adoptDataKey(kind: DataKind, key: Buffer): boolean
}

const KEY_BYTES = 32
const UNREADABLE: DataKey = { state: 'unreadable' }

export function createDataKeys(state: VaultState, random: RandomBytes): DataKeys {
  return {
    dataKey(kind, ledgerExists) {
      const kept = state.document().dataKeys[kind]
      if (kept !== null) return keptKey(state, kind, kept)
      if (ledgerExists) return { state: 'missing' }
      if (kind === 'practice') return makePracticeKey(state, random(KEY_BYTES))
      if (kind === 'auditLog' && isBeforePassphrase(state))
        return keepOpen(state, kind, random(KEY_BYTES))
      return makeKey(state, kind, random(KEY_BYTES))
    },
    adoptDataKey: (kind, key) => makeKey(state, kind, key).state === 'ready',
  }
}

const sealedName = (kind: DataKind) => `${kind}/data-key`

/** The record's key is sealed as soon as it can be. */
function keptKey(state: VaultState, kind: DataKind, kept: KeptDataKey): DataKey {
  const opened = openDataKey(state, kind, kept)
  const isOpen = kind === 'auditLog' && kept.method === 'none' && opened.state === 'ready'
  return isOpen && state.sealing().state === 'ready' ? makeKey(state, kind, opened.key) : opened
}

/** Opens a key of 32 bytes as it is kept; changes nothing. */
export function openDataKey(state: VaultState, kind: DataKind, kept: KeptDataKey): DataKey {
  // An open key of the audit log counts only before anything was sealed: anyone could have put it there.
  if (kept.method === 'none' && kind === 'auditLog' && !state.isUnused()) return UNREADABLE
  if (kept.method === 'none') return ready(Buffer.from(kept.value, 'base64'))
  const sealing = state.sealing(kept.method)
  if (sealing.state === 'locked') return { state: 'locked' }
  if (sealing.state === 'unavailable') return UNREADABLE
  return ready(openSealed(sealing.sealer, sealedName(kind), kept.value))
}

/** No keychain, and nobody has chosen a passphrase: there is nothing to seal with yet. */
function isBeforePassphrase(state: VaultState): boolean {
  return state.method() === 'passphrase' && state.document().lock === null
}

function ready(key: Buffer | null): DataKey {
  return key?.length === KEY_BYTES ? { state: 'ready', key } : UNREADABLE
}

function makeKey(state: VaultState, kind: DataKind, key: Buffer): DataKey {
  const sealing = state.sealing()
  if (sealing.state === 'locked') return { state: 'locked' }
  const kept = sealing.state === 'ready' ? sealKey(sealing.sealer, kind, key) : null
  if (kept === null) return UNREADABLE
  const document = state.document()
  const dataKeys = { ...document.dataKeys, [kind]: kept }
  state.commit({ ...document, method: kept.method, dataKeys })
  return { state: 'ready', key }
}

/**
 * Practice never asks for anything: sealed where a keychain is in use, otherwise kept open and
 * marked so. It does not settle the method for real secrets.
 */
function makePracticeKey(state: VaultState, key: Buffer): DataKey {
  const keychain = state.method() === 'keychain' ? state.keychain : null
  const sealed = keychain === null ? null : sealKey(keychain, 'practice', key)
  if (sealed === null) return keepOpen(state, 'practice', key)
  const document = state.document()
  state.commit({ ...document, dataKeys: { ...document.dataKeys, practice: sealed } })
  return { state: 'ready', key }
}

function keepOpen(state: VaultState, kind: 'practice' | 'auditLog', key: Buffer): DataKey {
  const kept = { method: 'none' as const, value: key.toString('base64') }
  const document = state.document()
  state.commit({ ...document, dataKeys: { ...document.dataKeys, [kind]: kept } })
  return { state: 'ready', key }
}

function sealKey(sealer: Sealer, kind: DataKind, key: Buffer) {
  const value = orNull(() => sealSurely(sealer, sealedName(kind), key))
  return value === null ? null : { method: sealer.method, backend: sealer.backend, value }
}
