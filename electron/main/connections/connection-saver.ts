import type {
  AccountKey,
  ConnectionSettings,
  ConnectionVerdict,
  ServiceKind,
} from '../../../shared/connection'
import { type Answer, answer, type Failure, failure } from '../../../shared/ipc/answer'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { Clock } from '../clock'
import { webhookAddressFault } from '../payments/webhook-fault'
import type { Random } from '../random'
import {
  checkServiceAddress,
  createServiceClient,
  type ResolveProxy,
  type ServiceClient,
  type ServiceKeys,
  testConnection,
} from '../service'
import type { SettingsKeeper } from '../settings/settings'
import { createSecret, type Vault, type VaultOpening } from '../vault'
import { accountInUse, fingerprintOf, knownAccountKeys, withAccountKey } from './account-keys'
import { usableAuthorities } from './authorities'

type Typed = ParsedOf<'connection', 'saveAndTest'>
type Saved = { verdict: ConnectionVerdict; detail: string; saved: boolean }

interface ConnectionSaverNeeds {
  settings: SettingsKeeper
  vault: VaultOpening
  clock: Clock
  random: Pick<Random, 'accountId'>
  resolveProxy: ResolveProxy
}

/**
 * Tries an address and keys with a harmless status read (§4.2) and keeps them when the service took
 * them. What was rejected, is not this service or could not be reached replaces nothing.
 */
export async function saveAndTest(
  typed: Typed,
  needs: ConnectionSaverNeeds,
): Promise<Answer<Saved>> {
  if (!needs.vault.ok)
    return failure('not-selling', `The vault could not be opened: ${needs.vault.reason}`)
  const { vault } = needs.vault
  const fault = addressFault(typed) ?? sealingFault(vault)
  if (fault) return fault
  const keys = keysToTry(typed, vault, needs.settings)
  if (!keys) return failure('keys-needed', 'Both the API key and the API secret are needed')
  const test = await tryOut(typed, keys, needs)
  if (test.verdict !== 'works' && test.verdict !== 'forbidden')
    return answer({ ...test, saved: false })
  const account = accountOf(typed, keys, vault, needs)
  if (account === 'unsaid')
    return failure('account-unsaid', 'Do the new keys belong to the same merchant account?')
  const unsaved = save({ ...typed, account }, keys, vault, needs.settings)
  return unsaved ?? answer({ ...test, saved: true })
}

function addressFault({ address, webhookAddress }: Typed): Failure | null {
  const check = checkServiceAddress(address)
  if (!check.ok)
    return failure(
      check.reason === 'https-only' ? 'address-not-https' : 'address-bad',
      check.reason,
    )
  return webhookAddress === '' ? null : webhookAddressFault(webhookAddress)
}

/** Asked before anything is tried, so that nobody types keys which then cannot be kept. */
function sealingFault(vault: Vault): Failure | null {
  const status = vault.status()
  if (status.method === 'passphrase' && status.state !== 'open')
    return failure('passphrase-needed', `The passphrase is ${status.state}`)
  // The keychain is gone: from here on a passphrase can seal what is typed anew.
  if (status.method === 'keychain' && status.state === 'unavailable')
    return failure('passphrase-needed', 'The keychain that sealed the keys is not available')
  return null
}

/** New keys as typed; where a field was left empty, the one already sealed. */
function keysToTry(typed: Typed, vault: Vault, settings: SettingsKeeper): ServiceKeys | null {
  const sealed = isKnownPlace(typed, settings) ? vault.keys(typed.kind) : null
  const isTheirs = sealed !== null && accountInUse(settings.get()[typed.kind], sealed) !== null
  const kept = isTheirs && sealed.state === 'ready' ? sealed : null
  const key = typed.apiKey === '' ? kept?.apiKey : createSecret(typed.apiKey)
  const secret = typed.apiSecret === '' ? kept?.apiSecret : createSecret(typed.apiSecret)
  return key && secret ? { apiKey: key, apiSecret: secret } : null
}

/**
 * Sealed keys go only to the server that they were saved for. Otherwise whoever stands at the till
 * could type an address of their own, leave the keys empty, and be sent them.
 */
function isKnownPlace({ kind, address }: Typed, settings: SettingsKeeper): boolean {
  const typed = checkServiceAddress(address)
  const saved = checkServiceAddress(settings.get()[kind].address)
  return typed.ok && saved.ok && typed.origin === saved.origin
}

/**
 * The till's own id for the account behind these keys. Another API key or another place may be
 * another merchant, whose service knows nothing of the open sales (money rule 3): a person says. Of
 * keys that were used here before it is known, and their sales can be read and retried again.
 */
function accountOf(
  typed: Typed,
  keys: ServiceKeys,
  vault: Vault,
  { settings, random }: ConnectionSaverNeeds,
): string | 'unsaid' {
  if (typed.account === 'other') return random.accountId()
  const before = settings.get()[typed.kind]
  const sealed = vault.keys(typed.kind)
  const fingerprint = fingerprintOf(keys.apiKey, typed.address)
  const known = knownAccountKeys(before, sealed).find(key => key.fingerprint === fingerprint)
  // Keys from before accounts were kept have sold as the account '' since: it stays theirs.
  if (before.account === '' && sealed.state === 'absent')
    return known?.account ?? random.accountId()
  if (typed.account === 'same') return accountInUse(before, sealed) ?? before.account
  return known?.account ?? 'unsaid'
}

/** Cannot be a service's first path segment: nobody but us writes it. */
const nowhere = 'kaunta-connection-test-nowhere'

async function tryOut(
  { kind, address, pathPrefix }: Typed,
  keys: ServiceKeys,
  { clock, settings, resolveProxy }: ConnectionSaverNeeds,
) {
  const certificateAuthorities = usableAuthorities(settings.get()[kind].authorities)
  const way = { clock, certificateAuthorities, resolveProxy }
  const clients = [pathPrefix, nowhere].map(prefix =>
    createServiceClient({ ...way, address, pathPrefix: prefix, keys: () => keys }),
  ) as [ServiceClient, ServiceClient]
  try {
    return await testConnection(...clients)
  } finally {
    await Promise.all(clients.map(client => client.close()))
  }
}

/**
 * The old address goes first: whatever a crash leaves behind, no new key is ever sent to the old
 * address, nor an old one to the new.
 */
function save(
  typed: Omit<Typed, 'account'> & { account: string },
  keys: ServiceKeys,
  vault: Vault,
  settings: SettingsKeeper,
): Failure | null {
  const { kind, address, pathPrefix, webhookAddress, account } = typed
  const texts = { apiKey: keys.apiKey.reveal(), apiSecret: keys.apiSecret.reveal() }
  const before = settings.get()[kind]
  // While the old keys can still be read: whose they were has to outlive them.
  const accountKeys = accountKeysAfter(typed, keys, before, vault)
  const restore = () => settings.update(all => ({ ...all, [kind]: before }))
  settings.update(all => ({ ...all, [kind]: { ...before, address: '', accountKeys } }))
  const saved = orElse(restore, () => vault.saveKeys(kind, texts))
  if (saved !== 'done') {
    restore()
    return failure('keys-unusable', `The keys could not be sealed: ${saved}`)
  }
  settings.update(all => ({
    ...all,
    active: activeAfter(all.active, kind),
    [kind]: { ...all[kind], address, pathPrefix, webhookAddress, account },
  }))
  return null
}

function accountKeysAfter(
  { kind, address, account }: Pick<Typed, 'kind' | 'address'> & { account: string },
  keys: ServiceKeys,
  before: ConnectionSettings,
  vault: Vault,
): AccountKey[] {
  const known = knownAccountKeys(before, vault.keys(kind))
  const fingerprint = fingerprintOf(keys.apiKey, address)
  return fingerprint === null ? known : withAccountKey(known, fingerprint, account)
}

/** Undoes what a thing that throws (a full disk) leaves half done; its error is the one that is told. */
function orElse<T>(undo: () => void, work: () => T): T {
  try {
    return work()
  } catch (error) {
    undo()
    throw error
  }
}

/** A first or practising till starts using what was just connected; one that sells for real is asked. */
function activeAfter(active: 'practice' | ServiceKind | null, saved: ServiceKind) {
  return active === null || active === 'practice' ? saved : active
}
