import type { AuditDetail } from '../../../shared/audit-entry'
import type { AccountQuestion, ServiceKind } from '../../../shared/connection'
import type { Sale } from '../../../shared/payment/sale'
import { isSettled } from '../../../shared/payment/status'
import type { ServiceKeys } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import { createSecret } from '../store/secret'
import type { TillStore } from '../store/till-store'
import { savedKeys } from './service-keys'

interface QuestionDeps {
  store: Pick<TillStore, 'document'>
  /** The ledger of this connection where it is open, or null. */
  ledger: (kind: ServiceKind) => Pick<Ledger, 'open' | 'unresolved'> | null
}

interface NewKeys {
  kind: ServiceKind
  address: string
  keys: Pick<ServiceKeys, 'apiKey'>
}

/**
 * What a person is told before they say whose the new keys are. Of a key only its ending, as main shows it
 * anywhere. Throws what the ledger throws.
 */
export function accountQuestion(
  { kind, address, keys }: NewKeys,
  { store, ledger }: QuestionDeps,
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

/** How many payments have no result yet and were sent with this account; null where nobody can count. */
function waitingWith(
  ledger: Pick<Ledger, 'open' | 'unresolved'> | null,
  account: string,
): number | null {
  if (ledger === null) return null
  const waits = (sale: Sale) =>
    sale.maybeSent && !isSettled(sale) && (sale.account ?? account) === account
  return [...ledger.open(), ...ledger.unresolved()].filter(waits).length
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
