import { z } from 'zod'
import { normalisePassphrase } from '../../../shared/passphrase'
import { deriveKey, type Effort, effortSchema } from './derivation'
import { createKeySealer, type RandomBytes, type Sealer } from './key-sealer'

/** About 0.4 s and 128 MB a try on a small shop computer. */
export const DEFAULT_EFFORT: Effort = { cost: 131_072, blockSize: 8, parallelization: 1 }

export const lockSchema = z.strictObject({
  derivation: z.literal('scrypt'),
  effort: effortSchema,
  salt: z.base64(),
})

/** What is kept of a passphrase: how the key behind it is derived. What that key seals says whether it is right. */
export type PassphraseLock = z.infer<typeof lockSchema>

/** Makes a lock for a new passphrase, and the sealer that it opens. */
export async function createLock(
  passphrase: string,
  { random, effort }: { random: RandomBytes; effort: Effort },
): Promise<{ lock: PassphraseLock; sealer: Sealer }> {
  const lock = { derivation: 'scrypt' as const, effort, salt: random(32).toString('base64') }
  return { lock, sealer: await sealerOf(lock, passphrase, random) }
}

/** The sealer behind a lock. With a wrong passphrase it opens nothing that the right one sealed. */
export async function sealerOf(
  { salt, effort }: PassphraseLock,
  passphrase: string,
  random: RandomBytes,
): Promise<Sealer> {
  const text = normalisePassphrase(passphrase)
  return createKeySealer(await deriveKey(text, Buffer.from(salt, 'base64'), effort), random)
}
