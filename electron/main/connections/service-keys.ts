import type { ServiceKind } from '../../../shared/connection'
import { createSecret, type Secret } from '../store/secret'
import type { TillStore } from '../store/till-store'

/** The keys of a connection, for the address and path that its settings have. */
export interface SavedKeys {
  apiKey: Secret
  apiSecret: Secret
  /** ms since the epoch. */
  savedAt: number
}

/** Null where none were saved, or the till is closed. */
export function savedKeys(store: Pick<TillStore, 'document'>, kind: ServiceKind): SavedKeys | null {
  const kept = store.document().keys[kind]
  if (kept === null) return null
  const { apiKey, apiSecret, savedAt } = kept
  return { apiKey: createSecret(apiKey), apiSecret: createSecret(apiSecret), savedAt }
}

/** The last four characters: all that a window may see. */
export function keyEndings(
  store: Pick<TillStore, 'document'>,
  kind: ServiceKind,
): { apiKey: string; apiSecret: string } | null {
  const keys = savedKeys(store, kind)
  return keys && { apiKey: keys.apiKey.lastFour(), apiSecret: keys.apiSecret.lastFour() }
}
