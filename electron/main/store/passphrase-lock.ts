import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deriveKey, type Effort, effortSchema } from './derivation'
import { createKeySealer, openSealed, type RandomBytes, type Sealer } from './key-sealer'

/** Characters as a person counts them. */
const shortestPassphrase = 8

/** The same passphrase typed on another keyboard may be composed of other code points. */
const normalisePassphrase = (text: string) => text.normalize('NFKC')

/** Whether a passphrase may be chosen. */
export function isLongEnough(text: string): boolean {
  return Array.from(normalisePassphrase(text)).length >= shortestPassphrase
}

/** About 0.4 s and 128 MB a try on a small shop computer. */
export const DEFAULT_EFFORT: Effort = { cost: 131_072, blockSize: 8, parallelization: 1 }

const lockFields = z.strictObject({
  derivation: z.literal('scrypt'),
  effort: effortSchema,
  salt: z.base64(),
  verifier: z.base64(),
  checksum: z.base64(),
})

export type PassphraseLock = z.infer<typeof lockFields>

/**
 * What is kept of a passphrase. The verifier tells a wrong passphrase from damaged keys; the
 * checksum tells it from a damaged lock, on which every passphrase would look wrong.
 */
export const lockSchema = lockFields.refine(lock => lock.checksum === checksum(lock))

interface Deps {
  random: RandomBytes
  effort: Effort
}

const VERIFIER = 'passphrase/verifier'

/** Makes a lock for a new passphrase, and the sealer that it opens. */
export async function createLock(
  passphrase: string,
  { random, effort }: Deps,
): Promise<{ lock: PassphraseLock; sealer: Sealer }> {
  const salt = random(32)
  const sealer = createKeySealer(
    await deriveKey(normalisePassphrase(passphrase), salt, effort),
    random,
  )
  const open = {
    derivation: 'scrypt' as const,
    effort,
    salt: salt.toString('base64'),
    verifier: sealer.seal(VERIFIER, Buffer.alloc(0)),
  }
  return { lock: { ...open, checksum: checksum(open) }, sealer }
}

/** The sealer behind the lock, or null if the passphrase is wrong. */
export async function openLock(
  lock: PassphraseLock,
  passphrase: string,
  random: RandomBytes,
): Promise<Sealer | null> {
  const key = await deriveKey(
    normalisePassphrase(passphrase),
    Buffer.from(lock.salt, 'base64'),
    lock.effort,
  )
  const sealer = createKeySealer(key, random)
  return openSealed(sealer, VERIFIER, lock.verifier) === null ? null : sealer
}

function checksum(lock: Omit<PassphraseLock, 'checksum'>): string {
  const { cost, blockSize, parallelization } = lock.effort
  const content = [lock.derivation, cost, blockSize, parallelization, lock.salt, lock.verifier]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64')
}
