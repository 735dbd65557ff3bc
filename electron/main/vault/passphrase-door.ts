import type { Effort } from './derivation'
import { isLongEnough } from './passphrase'
import { createLock, openLock } from './passphrase-lock'
import type { RandomBytes } from './passphrase-sealer'
import type { VaultState } from './vault-state'

/** The way in where there is no keychain. */
export interface PassphraseDoor {
  /** 'exists': a passphrase is set already, or a keychain seals this vault. Opens it when done. */
  createPassphrase(text: string): Promise<'done' | 'too-short' | 'exists'>
  unlock(text: string): Promise<'done' | 'wrong' | 'none-yet'>
}

interface Needs {
  random: RandomBytes
  effort: Effort
}

/** Both calls take about half a second by design and reject only with what the store throws. */
export function createPassphraseDoor(state: VaultState, needs: Needs): PassphraseDoor {
  const oneAtATime = createQueue()

  const create = async (text: string) => {
    if (!isLongEnough(text)) return 'too-short'
    const settled = state.document().lock !== null || state.method() === 'keychain'
    if (settled) return 'exists'
    const { lock, sealer } = await createLock(text, needs)
    state.commit({ ...state.document(), method: 'passphrase', lock })
    state.openWith(sealer)
    return 'done'
  }

  const unlock = async (text: string) => {
    const { lock } = state.document()
    if (lock === null) return 'none-yet'
    // A lock-out after wrong tries belongs here: counted on the disk, before the derivation.
    const sealer = await openLock(lock, text, needs.random)
    if (sealer === null) return 'wrong'
    state.openWith(sealer)
    return 'done'
  }

  return {
    createPassphrase: text => oneAtATime(() => create(text)),
    unlock: text => oneAtATime(() => unlock(text)),
  }
}

/** One after the other: each takes 128 MB, and a second lock must not replace a first. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work) // the failure of an earlier one is its own caller's
    last = next
    return next
  }
}
