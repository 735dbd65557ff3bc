import { createHash } from 'node:crypto'
import {
  type AccountKey,
  type ConnectionSettings,
  mostAccountKeys,
} from '../../../shared/connection'
import { checkServiceAddress } from '../service'
import type { Secret } from '../store/secret'
import type { SavedKeys } from './service-keys'

/**
 * An API key at a server, as the settings may keep it: a hash that says whether another one is the
 * same, and from which nobody gets the key. Null for an address that is none.
 */
export function fingerprintOf(apiKey: Pick<Secret, 'reveal'>, address: string): string | null {
  const place = checkServiceAddress(address)
  if (!place.ok) return null
  const text = `${place.origin}\n${apiKey.reveal()}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Whose the keys are that were used on this connection, the last used first; those in use are among them. */
export function knownAccountKeys(
  { address, account, accountKeys }: ConnectionSettings,
  inUse: SavedKeys | null,
): AccountKey[] {
  const fingerprint = inUse && fingerprintOf(inUse.apiKey, address)
  return fingerprint === null ? accountKeys : withAccountKey(accountKeys, fingerprint, account)
}

/** The keys in use are of this account, as their owner says. */
export function asAccount(
  settings: ConnectionSettings,
  inUse: SavedKeys | null,
  account: string,
): ConnectionSettings {
  return { ...settings, account, accountKeys: knownAccountKeys({ ...settings, account }, inUse) }
}

/** With this one as the last used; what was used longest ago goes when they become too many. */
export function withAccountKey(
  known: readonly AccountKey[],
  fingerprint: string,
  account: string,
): AccountKey[] {
  const others = known.filter(key => key.fingerprint !== fingerprint)
  return [{ fingerprint, account }, ...others].slice(0, mostAccountKeys)
}
