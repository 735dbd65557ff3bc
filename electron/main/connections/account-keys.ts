import { createHash } from 'node:crypto'
import type { AuditDetail } from '../../../shared/audit-entry'
import {
  type AccountKey,
  type AccountQuestion,
  type ConnectionSettings,
  mostAccountKeys,
  type ServiceKind,
} from '../../../shared/connection'
import type { Payment } from '../../../shared/payment/payment'
import { isSettled } from '../../../shared/payment/status'
import { checkServiceAddress, type ServiceKeys } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import { createSecret, type Secret } from '../store/secret'
import type { TillStore } from '../store/till-store'

/** The keys of a connection, for the address and path that its settings have. */
export interface SavedKeys {
  apiKey: Secret
  apiSecret: Secret
  /** ms since the epoch. */
  savedAt: number
}

export type LedgerOf = (kind: ServiceKind) => Pick<Ledger, 'open' | 'toDos'> | null

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

/**
 * A hash of an API key at a server, as the settings may keep it: it says whether another key is the same, and
 * the key cannot be read from it. Null for an invalid address.
 */
export function fingerprintOf(apiKey: Pick<Secret, 'reveal'>, address: string): string | null {
  const place = checkServiceAddress(address)
  if (!place.ok) return null
  const text = `${place.origin}\n${apiKey.reveal()}`
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** The accounts of the keys that were used on this connection, the last used first, those in use included. */
export function knownAccountKeys(
  { address, account, accountKeys }: ConnectionSettings,
  inUse: SavedKeys | null,
): AccountKey[] {
  const fingerprint = inUse && fingerprintOf(inUse.apiKey, address)
  return fingerprint === null ? accountKeys : withAccountKey(accountKeys, fingerprint, account)
}

/** The owner says that the keys in use are of this account. */
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

/**
 * What a person reads before they say which account the new keys belong to. Of a key only its ending, as main
 * shows it anywhere. Throws what the ledger throws.
 */
export function accountQuestion(
  {
    kind,
    address,
    keys,
  }: { kind: ServiceKind; address: string; keys: Pick<ServiceKeys, 'apiKey'> },
  { store, ledger }: { store: Pick<TillStore, 'document'>; ledger: LedgerOf },
): AccountQuestion {
  const before = store.document().settings[kind]
  const known = savedKeys(store, kind)
  return {
    before: {
      address: before.address,
      keyEnding: known?.apiKey.lastFour() ?? null,
      savedAt: known?.savedAt ?? null,
    },
    now: { address, keyEnding: createSecret(keys.apiKey.reveal()).lastFour() },
    waiting: waitingWith(ledger(kind), before.account),
  }
}

/** How many payments have no result yet and were sent with this account; null where they cannot be counted. */
function waitingWith(ledger: ReturnType<LedgerOf>, account: string): number | null {
  if (ledger === null) return null
  const waits = (payment: Payment) =>
    payment.maybeSent && !isSettled(payment) && (payment.account ?? account) === account
  return [...ledger.open(), ...ledger.toDos()].filter(waits).length
}

/** The decision as it goes into the audit log. */
export function decisionDetail(
  kind: ServiceKind,
  account: 'same' | 'other',
  { before, now, waiting }: AccountQuestion,
): AuditDetail {
  return {
    kind,
    account,
    keyBefore: before.keyEnding,
    keyNow: now.keyEnding,
    addressBefore: before.address.slice(0, 300),
    address: now.address.slice(0, 300),
    waiting,
  }
}
