import { timingSafeEqual } from 'node:crypto'
import type { Person } from '../../../shared/person'
import type { Log } from '../platform/log'
import { createTaskQueue } from '../platform/task-queue'
import { deriveKey, type Effort } from '../store/derivation'
import { type CountedTries, freeTries, type Lockouts, pauseAfter } from '../store/lockouts'
import { StoreFailed } from '../store/open-till'
import type { KeptPerson, PinLock } from '../store/till-document'
import type { TillStore } from '../store/till-store'

export type PinTry =
  | { result: 'right'; person: KeptPerson }
  /** How many more wrong ones there may be before a pause; when there are none, how long it is, ms. */
  | { result: 'wrong'; triesLeft: number; pauseMs: number }
  | { result: 'paused'; pauseMs: number }
  | { result: 'no-such-person' }

/**
 * Tries PINs, one at a time. A try is counted on the disk before it is judged: a person who pulls the plug
 * on a wrong answer has used it up. While the disk takes nothing it is counted in memory: people get in and
 * look, and selling is stopped by the ledger.
 */
export class PinTries {
  readonly #counts = new Map<string, CountedTries>()
  readonly #queue = createTaskQueue()

  constructor(
    private readonly deps: {
      store: TillStore
      lockouts: Lockouts
      log: Log
      /** A person's pause has begun or is over. */
      changed: () => void
    },
  ) {
    this.load()
  }

  /** The store is open now: a pause whose end was not seen begins again. */
  load(): void {
    for (const tries of this.deps.store.tries()) this.#counts.set(tries.id, tries)
    this.deps.lockouts.takeUp([...this.#counts.values()])
  }

  /** A new PIN: what was tried at the old one is over. */
  forget(id: string): void {
    this.deps.lockouts.end(id)
    if (this.#counts.has(id)) this.#count(id, 0, false)
  }

  /** Written down, so that a till which is started again does not make a person wait twice. */
  pauseEnded(id: string): void {
    this.#count(id, this.#wrong(id), false)
  }

  try(id: string, pin: string): Promise<PinTry> {
    return this.#queue.run(() => this.#try(id, pin))
  }

  async #try(id: string, pin: string): Promise<PinTry> {
    const { lockouts } = this.deps
    const before = this.#find(id)
    if (!before) return { result: 'no-such-person' }
    const left = lockouts.left(id)
    if (left > 0) return { result: 'paused', pauseMs: left }
    const wrong = this.#wrong(id) + 1
    this.#count(id, wrong, pauseAfter(wrong) > 0)
    const right = await pinFits(pin, before.pin)
    const now = this.#find(id)
    // Removed, or given another PIN, while this one was being tried: it opens nothing any more.
    if (!now || now.pin.hash !== before.pin.hash) return { result: 'no-such-person' }
    if (!right) return this.#refuse(now, wrong)
    this.#count(id, 0, false)
    return { result: 'right', person: now }
  }

  #refuse(person: KeptPerson, wrong: number): PinTry {
    const { lockouts, store, changed } = this.deps
    lockouts.begin({ id: person.id, wrong })
    const pauseMs = lockouts.left(person.id)
    const detail = { wrong, pauseSeconds: Math.round(pauseMs / 1_000) }
    store.recordIfPossible(pauseMs > 0 ? 'pin-paused' : 'pin-wrong', asPerson(person), detail)
    changed()
    return { result: 'wrong', triesLeft: Math.max(0, freeTries - wrong), pauseMs }
  }

  #find(id: string): KeptPerson | undefined {
    return this.deps.store.document().people.find(one => one.id === id)
  }

  #wrong(id: string): number {
    return this.#counts.get(id)?.wrong ?? 0
  }

  #count(id: string, wrong: number, pausing: boolean): void {
    const { store, log } = this.deps
    this.#counts.set(id, { id, wrong, pausing })
    try {
      store.saveTries({ id, wrong, pausing })
    } catch (error) {
      if (!(error instanceof StoreFailed) || error.reason !== 'storage-failed') throw error
      log.error('tries-not-written', { error })
    }
  }
}

/** What goes on a record: the id and the name of now. */
export function asPerson({ id, name }: Person): Person {
  return { id, name }
}

/**
 * About 0.1 s and 32 MB a try on a small shop computer. Few digits are found by trying however slow
 * that is made: the pauses after wrong ones and the seal of the document are what keeps a PIN.
 */
export const pinEffort: Effort = { cost: 32_768, blockSize: 8, parallelization: 1 }

/** Locks a PIN with a salt of its own. */
export async function lockPin(
  pin: string,
  { random, effort }: { random: (count: number) => Buffer; effort: Effort },
): Promise<PinLock> {
  const salt = random(16)
  const hash = await deriveKey(pin, salt, effort)
  return { effort, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/** Whether this is the PIN; how long it takes says nothing of how much of it was right. */
async function pinFits(pin: string, lock: PinLock): Promise<boolean> {
  const hash = Buffer.from(lock.hash, 'base64')
  const tried = await deriveKey(pin, Buffer.from(lock.salt, 'base64'), lock.effort)
  return hash.length === tried.length && timingSafeEqual(hash, tried)
}
