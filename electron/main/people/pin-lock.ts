import { timingSafeEqual } from 'node:crypto'
import { deriveKey, type Effort } from '../store/derivation'
import type { PinLock } from '../store/till-document'

/**
 * About 0.1 s and 32 MB a try on a small shop computer. Few digits are found by trying however slow
 * that is made: the pauses after wrong ones and the seal of the document are what keeps a PIN.
 */
export const pinEffort: Effort = { cost: 32_768, blockSize: 8, parallelization: 1 }

interface Deps {
  random: (count: number) => Buffer
  effort: Effort
}

/** Locks a PIN with a salt of its own. */
export async function lockPin(pin: string, { random, effort }: Deps): Promise<PinLock> {
  const salt = random(16)
  const hash = await deriveKey(pin, salt, effort)
  return { effort, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/** Whether this is the PIN; how long it takes says nothing of how much of it was right. */
export async function pinFits(pin: string, lock: PinLock): Promise<boolean> {
  const hash = Buffer.from(lock.hash, 'base64')
  const tried = await deriveKey(pin, Buffer.from(lock.salt, 'base64'), lock.effort)
  return hash.length === tried.length && timingSafeEqual(hash, tried)
}
