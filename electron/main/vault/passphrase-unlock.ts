import type { Clock } from '../clock'
import type { Effort } from './derivation'
import { createLockouts, freeTries, pauseAfter } from './lockouts'
import { createLock, isLongEnough, openLock } from './passphrase-lock'
import type { RandomBytes } from './passphrase-sealer'
import type { VaultDocument } from './vault-document'
import type { VaultState } from './vault-state'

/** What became of a passphrase that was typed. */
export type Unlocking =
  | { result: 'done' }
  | { result: 'none-yet' }
  /** How many more wrong ones there may be before a pause; when there are none, how long it is, ms. */
  | { result: 'wrong'; triesLeft: number; pauseMs: number }
  | { result: 'paused'; pauseMs: number }

/** The way in where there is no keychain. */
export interface PassphraseUnlock {
  /**
   * 'exists': a passphrase is set already, or a keychain that is there seals this vault. Where that
   * keychain is gone, real secrets are sealed with the passphrase from here on; what it sealed stays
   * as it is, and opens again should it come back. Opens the vault when done.
   */
  createPassphrase(text: string): Promise<'done' | 'too-short' | 'exists'>
  /** After five wrong ones there is a pause, longer each time, over restarts and clock changes. */
  unlock(text: string): Promise<Unlocking>
  /** How long nobody may try, ms; 0 is not at all. */
  pauseLeft(): number
  /** Ends what waits for a pause to be over. */
  stop(): void
}

export interface PassphraseUnlockDeps {
  random: RandomBytes
  effort: Effort
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** A pause is over. */
  pauseEnded: () => void
}

const theTries = 'passphrase'

/** Both calls take about half a second by design and reject only with what the store throws. */
export function createPassphraseUnlock(
  state: VaultState,
  deps: PassphraseUnlockDeps,
): PassphraseUnlock {
  const oneAtATime = createQueue()
  const lockouts = createLockouts({ clock: deps.clock, ended: forgetPause })
  const tries = () => ({ id: theTries, ...state.document().tries })
  lockouts.takeUp([tries()])

  const count = (wrong: number, pausing: boolean) =>
    state.commit({ ...state.document(), tries: { wrong, pausing } })

  /** Written down, so that a till which is started again does not make anybody wait twice. */
  function forgetPause(): void {
    try {
      count(tries().wrong, false)
    } catch {
      // The disk fails: it costs one more pause after a restart, and the next person who tries is told of it.
    }
    deps.pauseEnded()
  }

  const create = async (text: string) => {
    if (!isLongEnough(text)) return 'too-short'
    const document = state.document()
    const sealedHere = state.method() === 'keychain' && state.keychain !== null
    if (document.lock !== null || sealedHere) return 'exists'
    const { lock, sealer } = await createLock(text, deps)
    const kept = bySealer(state.document())
    state.commit({ ...kept, method: 'passphrase', lock }, sealer)
    return 'done'
  }

  const unlock = async (text: string): Promise<Unlocking> => {
    const { lock } = state.document()
    if (lock === null) return { result: 'none-yet' }
    const left = lockouts.left(theTries)
    if (left > 0) return { result: 'paused', pauseMs: left }
    const wrong = tries().wrong + 1
    // On the disk before the derivation: a person who pulls the plug on a wrong answer has used it up.
    count(wrong, pauseAfter(wrong) > 0)
    const sealer = await openLock(lock, text, deps.random)
    if (sealer === null) return refuse(wrong)
    count(0, false)
    state.openWith(sealer)
    return { result: 'done' }
  }

  function refuse(wrong: number): Unlocking {
    lockouts.begin({ id: theTries, wrong })
    const triesLeft = Math.max(0, freeTries - wrong)
    return { result: 'wrong', triesLeft, pauseMs: lockouts.left(theTries) }
  }

  return {
    createPassphrase: text => oneAtATime(() => create(text)),
    unlock: text => oneAtATime(() => unlock(text)),
    pauseLeft: () => lockouts.left(theTries),
    stop: lockouts.stop,
  }
}

/** With each connection's own method said: the vault's is about to be another one. */
function bySealer(document: VaultDocument): VaultDocument {
  const { connections, method } = document
  const said = <T extends { method: 'keychain' | 'passphrase' | null } | null>(kept: T): T =>
    kept === null ? kept : { ...kept, method: kept.method ?? method }
  return {
    ...document,
    connections: { sandbox: said(connections.sandbox), production: said(connections.production) },
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
