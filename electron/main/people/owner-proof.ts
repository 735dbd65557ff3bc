import type { CallName, GroupName, ParsedOf } from '../../../shared/ipc/contract'
import { type Failure, failure } from '../../../shared/ipc/result'
import { refusalOf } from '../store/lockouts'
import type { TillDocument } from '../store/till-document'
import type { TillStore } from '../store/till-store'

/** The calls that carry an owner's proof. */
export type ProvenCall = {
  [Group in GroupName]: {
    [Name in CallName<Group>]: ParsedOf<Group, Name> extends { proof: string }
      ? `${Group}.${Name}`
      : never
  }[CallName<Group>]
}[GroupName]

/** What proves an owner besides the recovery code and the API secrets, which always do. */
type AlsoProves =
  /** The call is made without a sign-in, or by an owner of an older file, who may have been dismissed since. */
  | 'nothing'
  /** The passphrase, of an owner who is signed in. */
  | 'passphrase-after-pin'
  /** The same; and the owner's role alone until the first API keys are saved, which are a proof from then on. */
  | 'role-until-keys'
  /** That an owner is signed in. */
  | 'pin'

const alsoProves: Readonly<Record<ProvenCall, AlsoProves>> = {
  'key.choosePassphrase': 'passphrase-after-pin',
  'key.recoveryCode': 'passphrase-after-pin',
  'key.printRecoveryCode': 'passphrase-after-pin',
  'key.acknowledgeOlder': 'nothing',
  'staff.startOver': 'nothing',
  'backup.save': 'passphrase-after-pin',
  'backup.beginDaily': 'passphrase-after-pin',
  'backup.restore': 'passphrase-after-pin',
  'backup.goOn': 'pin',
  'connection.saveAndTest': 'role-until-keys',
  'connection.addAuthority': 'role-until-keys',
  'connection.removeAuthorities': 'role-until-keys',
  'updates.save': 'passphrase-after-pin',
  // All events go to that address, customers' data too, as with a backup.
  'shop.saveAndTest': 'role-until-keys',
  'shop.setUp': 'role-until-keys',
  'shop.takePlace': 'role-until-keys',
  'shop.takeBack': 'role-until-keys',
}

export function isProvenCall(name: string): name is ProvenCall {
  return Object.hasOwn(alsoProves, name)
}

interface WhyNoProofDeps {
  store: Pick<TillStore, 'closed' | 'document' | 'proofs' | 'proves'>
  /** After a PIN; that the person has an owner's role was asked before. */
  isSignedIn: boolean
}

/**
 * Null where the caller is proven to be an owner. `argument` has passed the call's schema. A closed till has nothing to
 * prove with: what may be done there only sets it aside. Where nothing can prove an owner yet, the role is enough. Takes
 * half a second.
 */
export async function whyNoProof(
  call: ProvenCall,
  argument: { proof: string },
  { store, isSignedIn }: WhyNoProofDeps,
): Promise<Failure | null> {
  const also = alsoProves[call]
  const withPin = isSignedIn && also !== 'nothing'
  const proofs = store.proofs(withPin)
  if (store.closed() !== null || proofs.length === 0) return null
  if (also === 'pin' && isSignedIn) return null
  if (also === 'role-until-keys' && !proofs.includes('secret')) return null
  // Before the first keys, without a passphrase: nothing but the code proves, and the owner may not have read it.
  const isUnread = isSignedIn && proofs.every(name => name === 'code')
  if (call === 'key.recoveryCode' && isUnread && store.document().older === null) return null
  if (call === 'connection.saveAndTest' && isTest(argument as Connection, store.document()))
    return null
  if (argument.proof === '') return { ...failure('proof-needed', ''), proofs }
  return refusalOf(await store.proves(argument.proof, withPin))
}

type Connection = ParsedOf<'connection', 'saveAndTest'>

/** Nothing is changed: what is saved is only tried again. */
function isTest(typed: Connection, { settings }: TillDocument): boolean {
  const saved = settings[typed.kind]
  const places = ['address', 'pathPrefix', 'webhookAddress'] as const
  const isSamePlace = places.every(name => typed[name] === saved[name])
  return isSamePlace && typed.apiKey === '' && typed.apiSecret === '' && typed.account === null
}
