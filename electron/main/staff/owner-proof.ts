import { type Failure, failure } from '../../../shared/ipc/result'
import type { Vault, VaultOpening } from '../vault'

/**
 * Null where the text proves that it comes from the owner: it is the API secret of the service, which no
 * screen shows. A till that never had keys asks for its passphrase; one that has neither has nothing to
 * protect yet. HAZARD: keys that are not in the vault's file may have been taken out of it.
 */
export async function whyNoProof(opening: VaultOpening, typed: string): Promise<Failure | null> {
  if (!opening.ok) return failure('keys-unusable', opening.reason)
  const { vault } = opening
  if (vault.staffSeal().state === 'locked') {
    const hasKeys = (['production', 'sandbox'] as const).some(
      kind => vault.keys(kind).state !== 'absent',
    )
    if (hasKeys) return failure('passphrase-needed', 'The keys are locked')
    const refused = await whyNoPassphrase(vault, typed)
    if (refused) return refused
  }
  const proof = vault.proveOwner(typed)
  if (proof === 'proven') return null
  if (proof === 'no-keys') return whyNoPassphrase(vault, typed)
  return proof === 'wrong'
    ? failure('secret-wrong', 'This is not the API secret of this till')
    : failure('owner-unprovable', 'The vault was changed, and nothing in it tells the owner')
}

async function whyNoPassphrase(vault: Vault, typed: string): Promise<Failure | null> {
  const { method, state } = vault.status()
  if (method === 'keychain' || state === 'none-yet') return null
  const { result } = await vault.unlock(typed)
  if (result === 'done') return null
  const code = result === 'paused' ? 'passphrase-paused' : 'passphrase-wrong'
  return failure(code, 'This is not the passphrase of this till')
}
