import type { AuditDetail } from '../../../shared/audit-entry'
import type {
  AccountKey,
  AccountQuestion,
  ConnectionSettings,
  ConnectionTestResult,
  ServiceKind,
} from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Clock } from '../clock'
import type { Ledger } from '../ledger/ledger'
import { webhookAddressFault } from '../payments/build-request'
import type { Random } from '../random'
import {
  checkServiceAddress,
  createServiceClient,
  placeOf,
  type ResolveProxy,
  type ServiceClient,
  type ServiceKeys,
  testConnection,
} from '../service'
import type { StillAdmitted } from '../staff/access'
import type { SettingsKeeper } from '../storage/settings'
import { createSecret, type Keys, type Vault, type VaultOpening } from '../vault'
import { accountInUse, fingerprintOf, knownAccountKeys, withAccountKey } from './account-keys'
import { accountQuestion, decisionDetail } from './account-question'
import { usableAuthorities } from './authorities'

type Typed = ParsedOf<'connection', 'saveAndTest'>
type Saved = { result: ConnectionTestResult; detail: string; saved: boolean }

interface ConnectionSaverDeps {
  settings: SettingsKeeper
  vault: VaultOpening
  clock: Clock
  random: Pick<Random, 'accountId'>
  resolveProxy: ResolveProxy
  /** The ledger of this connection where it is open, or null. */
  ledger: (kind: ServiceKind) => Pick<Ledger, 'open' | 'unresolved'> | null
  /** Puts in the audit log who said whose the keys are. Where it throws, nothing is saved. */
  recordDecision: (detail: AuditDetail) => void
  stillAdmitted: StillAdmitted
}

/**
 * Tries an address and keys with a harmless status read (§4.2), and keeps them when the service accepts
 * them. Keys that were rejected, or a service that is another one or cannot be reached, replace nothing.
 */
export async function saveAndTest(typed: Typed, deps: ConnectionSaverDeps): Promise<Result<Saved>> {
  if (!deps.vault.ok)
    return failure('not-selling', `The vault could not be opened: ${deps.vault.reason}`)
  const { vault } = deps.vault
  if (deps.settings.changedOutside().length > 0)
    return failure('not-selling', 'Settings were changed outside the till')
  const fault = addressFault(typed) ?? sealingFault(vault)
  if (fault) return fault
  const keys = keysToTry(typed, vault, deps.settings)
  if (!keys) return failure('keys-needed', 'Both the API key and the API secret are needed')
  const test = await tryOut(typed, keys, deps)
  if (test.result !== 'works' && test.result !== 'forbidden')
    return success({ ...test, saved: false })
  // The service may take long to answer, and another person may be at the till by now.
  const refused = deps.stillAdmitted()
  if (refused) return refused
  const account = accountOf(typed, keys, vault, deps)
  const { kind, address } = typed
  const question = () => accountQuestion({ kind, address, keys }, { ...deps, vault })
  if (account === 'unsaid') return accountUnsaid(question())
  if (isDecision(typed, vault, deps))
    deps.recordDecision(decisionDetail(kind, typed.account, question()))
  const unsaved = save({ ...typed, account }, keys, vault, deps.settings)
  return unsaved ?? success({ ...test, saved: true })
}

function accountUnsaid(accounts: AccountQuestion): Failure {
  const message = 'Do the new keys belong to the same merchant account?'
  return { ...failure('account-unsaid', message), accounts }
}

/** Whether a person's answer decides it: the first keys of a connection replace no account. */
function isDecision(
  typed: Typed,
  vault: Vault,
  { settings }: ConnectionSaverDeps,
): typed is Typed & { account: 'same' | 'other' } {
  return typed.account !== null && !isFirst(settings.get()[typed.kind], vault.keys(typed.kind))
}

function isFirst(before: ConnectionSettings, sealed: Keys): boolean {
  return before.account === '' && sealed.state === 'absent'
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

/** Checked before anything is tried: keys that could not be sealed need not be tried. */
function sealingFault(vault: Vault): Failure | null {
  const status = vault.status()
  if (status.method === 'passphrase' && status.state !== 'open')
    return failure('passphrase-needed', `The passphrase is ${status.state}`)
  // The keychain is gone: a passphrase can seal the new keys.
  if (status.method === 'keychain' && status.state === 'unavailable')
    return failure('passphrase-needed', 'The keychain that sealed the keys is not available')
  return null
}

/**
 * The keys as typed; for a field that was left empty, the sealed one, if it was entered for this very place.
 * Otherwise a person at the till could type an address of their own, leave the keys empty, and receive them.
 */
function keysToTry(typed: Typed, vault: Vault, settings: SettingsKeeper): ServiceKeys | null {
  const sealed = vault.keys(typed.kind)
  const isTheirs = accountInUse(settings.get()[typed.kind], sealed) !== null
  const place = placeOf(typed.address, typed.pathPrefix)
  const kept = isTheirs && sealed.state === 'ready' && sealed.place === place ? sealed : null
  const key = typed.apiKey === '' ? kept?.apiKey : createSecret(typed.apiKey)
  const secret = typed.apiSecret === '' ? kept?.apiSecret : createSecret(typed.apiSecret)
  return key && secret ? { apiKey: key, apiSecret: secret } : null
}

/**
 * The till's own id for the account behind these keys. Another API key or another address may be another
 * merchant, whose service does not know the open sales (money rule 3): a person decides. The account of
 * keys that were used here before is known, and its sales can be read and retried again.
 */
function accountOf(
  typed: Typed,
  keys: ServiceKeys,
  vault: Vault,
  { settings, random }: ConnectionSaverDeps,
): string | 'unsaid' {
  if (typed.account === 'other') return random.accountId()
  const before = settings.get()[typed.kind]
  const sealed = vault.keys(typed.kind)
  const fingerprint = fingerprintOf(keys.apiKey, typed.address)
  const known = knownAccountKeys(before, sealed).find(key => key.fingerprint === fingerprint)
  // Keys from before accounts were kept have sold as the account '': it stays theirs.
  if (isFirst(before, sealed)) return known?.account ?? random.accountId()
  if (typed.account === 'same') return accountInUse(before, sealed) ?? before.account
  return known?.account ?? 'unsaid'
}

/** A path prefix that no service has. */
const nowhere = 'kaunta-connection-test-nowhere'

async function tryOut(
  { kind, address, pathPrefix }: Typed,
  keys: ServiceKeys,
  { clock, settings, resolveProxy }: ConnectionSaverDeps,
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
 * The old address is cleared first: whatever a crash leaves, no new key is ever sent to the old address, nor
 * an old key to the new one.
 */
function save(
  typed: Omit<Typed, 'account'> & { account: string },
  keys: ServiceKeys,
  vault: Vault,
  settings: SettingsKeeper,
): Failure | null {
  const { kind, address, pathPrefix, webhookAddress, account } = typed
  const place = placeOf(address, pathPrefix)
  if (place === null) return failure('address-bad', 'It was not checked')
  const texts = { apiKey: keys.apiKey.reveal(), apiSecret: keys.apiSecret.reveal(), place }
  const before = settings.get()[kind]
  // Before the old keys are replaced: whose they were must still be known afterwards.
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

/** Undoes what work that throws (on a full disk) leaves half done, and throws its error. */
function orElse<T>(undo: () => void, work: () => T): T {
  try {
    return work()
  } catch (error) {
    undo()
    throw error
  }
}

/** A new or practising till uses the new connection at once. One that sells on another is asked first. */
function activeAfter(active: 'practice' | ServiceKind | null, saved: ServiceKind) {
  return active === null || active === 'practice' ? saved : active
}
