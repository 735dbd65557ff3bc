import type { AuditDetail, AuditEntry } from '../../../shared/audit-entry'
import type { ConnectionTestResult, ServiceKind } from '../../../shared/connection'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { StillAdmitted } from '../../../shared/ipc/handlers'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import { webhookAddressFault } from '../payments/build-request'
import type { Clock } from '../platform/clock'
import type { Random } from '../platform/random'
import {
  checkServiceAddress,
  createLateClient,
  placeOf,
  type ResolveProxy,
  type ServiceClient,
  type ServiceKeys,
  testConnection,
} from '../service'
import { createSecret } from '../store/secret'
import type { TillStore } from '../store/till-store'
import {
  accountQuestion,
  decisionDetail,
  fingerprintOf,
  knownAccountKeys,
  type LedgerOf,
  savedKeys,
  withAccountKey,
} from './account-keys'
import { usableAuthorities } from './authorities'

type Typed = Omit<ParsedOf<'connection', 'saveAndTest'>, 'proof'>
type Saved = { result: ConnectionTestResult; detail: string; saved: boolean }

interface ConnectionSaverDeps {
  store: TillStore
  clock: Clock
  random: Pick<Random, 'accountId'>
  resolveProxy: ResolveProxy
  ledger: LedgerOf
  /** What the audit log is to say of who decided whose the keys are. */
  decision: (detail: AuditDetail) => AuditEntry
  stillAdmitted: StillAdmitted
}

/**
 * Tries an address and keys with a harmless status read (§4.2), and keeps them when the service accepts
 * them. Keys that were rejected, or a service that is another one or cannot be reached, replace nothing.
 */
export async function saveAndTest(typed: Typed, deps: ConnectionSaverDeps): Promise<Result<Saved>> {
  const fault = addressFault(typed) ?? sealingFault(deps.store)
  if (fault) return fault
  const keys = keysToTry(typed, deps.store)
  if (!keys) return failure('keys-needed', 'Both the API key and the API secret are needed')
  const test = await tryOut(typed, keys, deps)
  if (test.result !== 'works' && test.result !== 'forbidden')
    return success({ ...test, saved: false })
  // The service may take long to answer, and another person may be at the till by now.
  const refused = deps.stillAdmitted()
  if (refused) return refused
  const account = accountOf(typed, keys, deps)
  const { kind, address } = typed
  const question = () => accountQuestion({ kind, address, keys }, deps)
  if (account === 'unsaid') {
    const message = 'Do the new keys belong to the same merchant account?'
    return { ...failure('account-unsaid', message), accounts: question() }
  }
  const decisions = isDecision(typed, deps)
    ? [deps.decision(decisionDetail(kind, typed.account, question()))]
    : []
  save({ ...typed, account }, keys, deps, decisions)
  return success({ ...test, saved: true })
}

/** Whether a person's answer decides it: the first keys of a connection replace no account. */
function isDecision(
  typed: Typed,
  { store }: ConnectionSaverDeps,
): typed is Typed & { account: 'same' | 'other' } {
  return typed.account !== null && !isFirst(store, typed.kind)
}

function isFirst(store: TillStore, kind: ServiceKind): boolean {
  return store.document().settings[kind].account === '' && savedKeys(store, kind) === null
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
function sealingFault(store: TillStore): Failure | null {
  if (store.closed() !== null) return failure('till-closed', '')
  const { isProtected, keychain } = store.protection()
  return isProtected || keychain !== null
    ? null
    : failure('passphrase-needed', 'There is no keychain, and no passphrase yet')
}

/**
 * The keys as typed; for a field that was left empty, the saved one, if it was entered for this very place.
 * Otherwise a person at the till could type an address of their own, leave the keys empty, and receive them.
 */
function keysToTry(typed: Typed, store: TillStore): ServiceKeys | null {
  const { address, pathPrefix } = store.document().settings[typed.kind]
  const isSamePlace = placeOf(address, pathPrefix) === placeOf(typed.address, typed.pathPrefix)
  const kept = isSamePlace ? savedKeys(store, typed.kind) : null
  const key = typed.apiKey === '' ? kept?.apiKey : createSecret(typed.apiKey)
  const secret = typed.apiSecret === '' ? kept?.apiSecret : createSecret(typed.apiSecret)
  return key && secret ? { apiKey: key, apiSecret: secret } : null
}

/**
 * The till's own id for the account behind these keys. Another API key or another address may be another
 * merchant, whose service does not know the open payments (money rule 3): a person decides. The account of
 * keys that were used here before is known, and its payments can be read and retried again.
 */
function accountOf(
  typed: Typed,
  keys: ServiceKeys,
  { store, random }: ConnectionSaverDeps,
): string | 'unsaid' {
  if (typed.account === 'other') return random.accountId()
  const before = store.document().settings[typed.kind]
  const fingerprint = fingerprintOf(keys.apiKey, typed.address)
  const all = knownAccountKeys(before, savedKeys(store, typed.kind))
  const known = all.find(key => key.fingerprint === fingerprint)
  if (isFirst(store, typed.kind)) return known?.account ?? random.accountId()
  if (typed.account === 'same') return before.account
  return known?.account ?? 'unsaid'
}

/** A path prefix that no service has. */
const nowhere = 'kaunta-connection-test-nowhere'

async function tryOut(
  { kind, address, pathPrefix }: Typed,
  keys: ServiceKeys,
  { clock, store, resolveProxy }: ConnectionSaverDeps,
) {
  const certificateAuthorities = usableAuthorities(store.document().settings[kind].authorities)
  const way = { clock, certificateAuthorities, resolveProxy }
  const clients = [pathPrefix, nowhere].map(prefix =>
    createLateClient({ ...way, address, pathPrefix: prefix, keys: () => keys }),
  ) as [ServiceClient, ServiceClient]
  try {
    return await testConnection(...clients)
  } finally {
    await Promise.all(clients.map(client => client.close()))
  }
}

/** Address, keys and account are of one document: no key can meet another one's address. Throws StoreFailed. */
function save(
  typed: Omit<Typed, 'account'> & { account: string },
  keys: ServiceKeys,
  { store, clock }: ConnectionSaverDeps,
  decisions: readonly AuditEntry[],
): void {
  const { kind, address, pathPrefix, webhookAddress, account } = typed
  const before = store.document().settings[kind]
  const fingerprint = fingerprintOf(keys.apiKey, address)
  // Whose the keys before were must still be known afterwards.
  const known = knownAccountKeys(before, savedKeys(store, kind))
  const accountKeys = fingerprint === null ? known : withAccountKey(known, fingerprint, account)
  const connection = { ...before, address, pathPrefix, webhookAddress, account, accountKeys }
  const texts = { apiKey: keys.apiKey.reveal(), apiSecret: keys.apiSecret.reveal() }
  store.commit(
    document => ({
      ...document,
      keys: { ...document.keys, [kind]: { ...texts, savedAt: clock.wall() } },
      settings: {
        ...document.settings,
        active: activeAfter(document.settings.active, kind),
        [kind]: connection,
      },
    }),
    ...decisions,
  )
}

/** A new or practising till uses the new connection at once. One that sells on another is asked first. */
function activeAfter(active: 'practice' | ServiceKind | null, saved: ServiceKind) {
  return active === null || active === 'practice' ? saved : active
}
