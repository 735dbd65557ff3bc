import { createHash, timingSafeEqual } from 'node:crypto'
import { type Failure, failure } from '../../../shared/ipc/answer'
import type { VaultOpening } from '../vault'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Null where the text proves that it comes from the owner: it is the API secret of the service, which no
 * screen shows. A till that holds no keys has nothing to protect yet, and asks for no proof.
 */
export function whyNoProof(vault: VaultOpening, typed: string): Failure | null {
  if (!vault.ok) return failure('keys-unusable', vault.reason)
  const kept = (['production', 'sandbox'] as const).map(kind => vault.vault.keys(kind))
  const keys = kept.find(({ state }) => state !== 'absent')
  if (!keys || keys.state === 'absent') return null
  if (keys.state === 'locked') return failure('passphrase-needed', 'The keys are locked')
  if (keys.state === 'unreadable') return failure('keys-unusable', 'The keys cannot be read')
  return timingSafeEqual(digest(keys.apiSecret.reveal()), digest(typed))
    ? null
    : failure('secret-wrong', 'This is not the API secret of this till')
}
