import { scryptSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { RandomBytes } from './passphrase-sealer'

/** What is kept in the open of an API secret: it tells whether a typed one is the same, and no more. */
export const secretProofSchema = z.strictObject({
  salt: z.base64().min(1),
  hash: z.base64().min(1),
})

export type SecretProof = z.infer<typeof secretProofSchema>

/** A secret of a service is long and random; this is for one that is not. Some 50 ms and 16 MB. */
const effort = { N: 16_384, r: 8, p: 1 }

const hashOf = (secret: string, salt: Buffer) => scryptSync(secret, salt, 32, effort)

/** Made while the secret is at hand, for the day when its seal does not open. */
export function proofOf(secret: string, random: RandomBytes): SecretProof {
  const salt = random(16)
  return { salt: salt.toString('base64'), hash: hashOf(secret, salt).toString('base64') }
}

/** Whether this is the secret. */
export function proves(typed: string, { salt, hash }: SecretProof): boolean {
  const expected = Buffer.from(hash, 'base64')
  const tried = hashOf(typed, Buffer.from(salt, 'base64'))
  return expected.length === tried.length && timingSafeEqual(expected, tried)
}
