import { createHash } from 'node:crypto'
import {
  type AccountKey,
  type ConnectionSettings,
  mostAccountKeys,
} from '../../../shared/connection'
import { checkServiceAddress } from '../service'
import type { Keys, Secret } from '../vault'

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

/**
 * Whose the keys are that were used on this connection, the last used first. The sealed ones are
 * among them also where they were saved before this was kept.
 */
export function knownAccountKeys(settings: ConnectionSettings, sealed: Keys): AccountKey[] {
  const { address, account, accountKeys } = settings
  // Earlier ones are among them already, with an account that may be another than the last.
  const isLast = sealed.state === 'ready' && !sealed.earlier
  const inUse = isLast ? fingerprintOf(sealed.apiKey, address) : null
  return inUse === null ? accountKeys : withAccountKey(accountKeys, inUse, account)
}

/**
 * The account of the keys that open here; null where they are earlier ones and not known to be of this
 * place: then they must not be sent there.
 */
export function accountInUse(settings: ConnectionSettings, sealed: Keys): string | null {
  if (sealed.state !== 'ready' || !sealed.earlier) return settings.account
  const fingerprint = fingerprintOf(sealed.apiKey, settings.address)
  return settings.accountKeys.find(key => key.fingerprint === fingerprint)?.account ?? null
}

/** The keys that open here are of this account, as their owner says. */
export function asAccount(
  settings: ConnectionSettings,
  sealed: Keys,
  account: string,
): ConnectionSettings {
  const inUse = sealed.state === 'ready' ? fingerprintOf(sealed.apiKey, settings.address) : null
  const { accountKeys } = settings
  return {
    ...settings,
    account,
    accountKeys: inUse === null ? accountKeys : withAccountKey(accountKeys, inUse, account),
  }
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
