import { createHash, scrypt } from 'node:crypto'
import { z } from 'zod'
import { normalisePassphrase } from './passphrase'
import { createPassphraseSealer, type RandomBytes } from './passphrase-sealer'
import { openSealed, type Sealer } from './sealer'

const isPowerOfTwo = (value: number) => Number.isInteger(Math.log2(value))

/** Bounds that keep a damaged file from taking all memory: scrypt needs 128 × cost × blockSize bytes. */
const effortSchema = z
  .strictObject({
    cost: z.int().min(1_024).max(1_048_576).refine(isPowerOfTwo),
    blockSize: z.int().min(1).max(32),
    parallelization: z.int().min(1).max(16),
  })
  .refine(effort => effort.cost * effort.blockSize <= 8_388_608)

/** What it takes to try one passphrase. Stored with each lock, so that new locks can ask for more. */
export type Effort = z.infer<typeof effortSchema>

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

interface Needs {
  random: RandomBytes
  effort: Effort
}

const VERIFIER = 'passphrase/verifier'

/** Makes a lock for a new passphrase, and the sealer that it opens. */
export async function createLock(
  passphrase: string,
  { random, effort }: Needs,
): Promise<{ lock: PassphraseLock; sealer: Sealer }> {
  const salt = random(32)
  const sealer = createPassphraseSealer(await deriveKey(passphrase, salt, effort), random)
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
  const key = await deriveKey(passphrase, Buffer.from(lock.salt, 'base64'), lock.effort)
  const sealer = createPassphraseSealer(key, random)
  return openSealed(sealer, VERIFIER, lock.verifier) === null ? null : sealer
}

function checksum(lock: Omit<PassphraseLock, 'checksum'>): string {
  const { cost, blockSize, parallelization } = lock.effort
  const content = [lock.derivation, cost, blockSize, parallelization, lock.salt, lock.verifier]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64')
}

/** Async: it takes long by design, and the till must go on meanwhile. */
function deriveKey(passphrase: string, salt: Buffer, effort: Effort): Promise<Buffer> {
  const { cost, blockSize, parallelization } = effort
  // Node's own limit is 32 MB; twice the need leaves room for what OpenSSL adds.
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(normalisePassphrase(passphrase), salt, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}
