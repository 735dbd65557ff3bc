import { type Failure, failure } from '../../../shared/ipc/result'
import type { TillStore } from '../store/till-store'

/**
 * Null where the text proves that it comes from the owner: the recovery code, the till's passphrase, or the API
 * secret that is in use, which no screen shows. A till that has none of them asks its
 * owner for nothing more than to be signed in.
 */
export async function whyNoProof(store: TillStore, typed: string): Promise<Failure | null> {
  if (store.closed() !== null) return failure('till-closed', '')
  if (!store.protection().hasProof) return null
  const proof = await store.proves(typed)
  if (proof.result === 'done') return null
  return failure(proof.pauseMs > 0 ? 'proof-paused' : 'proof-wrong', 'It does not prove the owner')
}
