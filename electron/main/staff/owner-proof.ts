import { createHash, timingSafeEqual } from 'node:crypto'
import { type Failure, failure } from '../../../shared/ipc/result'
import type { Vault, VaultOpening } from '../vault'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Null where the text proves that it comes from the owner: it is the API secret of the service, which no
 * screen shows. A till without keys asks for its passphrase; one that has neither has nothing to protect yet.
 */
export async function whyNoProof(vault: VaultOpening, typed: string): Promise<Failure | null> {
  if (!vault.ok) return failure('keys-unusable', vault.reason)
  const kinds = ['production', 'sandbox'] as const
  const kind = kinds.find(one => vault.vault.keys(one).state !== 'absent')
  if (!kind) return whyNoPassphrase(vault.vault, typed)
  const keys = vault.vault.keys(kind)
  if (keys.state === 'absent') return null
  if (keys.state === 'locked') return failure('passphrase-needed', 'The keys are locked')
  // Another keychain, or none: what is kept next to the seal still tells whether this is the secret.
  if (keys.state === 'unreadable')
    return vault.vault.provesSecret(kind, typed)
      ? null
      : failure('secret-wrong', 'This is not the API secret that the sealed keys were saved with')
  return timingSafeEqual(digest(keys.apiSecret.reveal()), digest(typed))
    ? null
    : failure('secret-wrong', 'This is not the API secret of this till')
}

async function whyNoPassphrase(vault: Vault, typed: string): Promise<Failure | null> {
  const { method, state } = vault.status()
  if (method === 'keychain' || state === 'none-yet') return null
  const { result } = await vault.unlock(typed)
  if (result === 'done') return null
  const code = result === 'paused' ? 'passphrase-paused' : 'passphrase-wrong'
  return failure(code, 'This is not the passphrase of this till')
}
