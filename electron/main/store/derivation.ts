import { scrypt } from 'node:crypto'
import { z } from 'zod'

const isPowerOfTwo = (value: number) => Number.isInteger(Math.log2(value))

/** Four times the memory and time of what the till makes itself (passphrase-lock.ts): 512 MB, some 2 s. */
const mostEffort = 4 * 131_072 * 8

/** Bounds that keep a crafted or damaged file from taking all memory: scrypt needs 128 × cost × blockSize bytes. */
export const effortSchema = z
  .strictObject({
    cost: z.int().min(1_024).refine(isPowerOfTwo),
    blockSize: z.int().min(1).max(32),
    parallelization: z.int().min(1).max(4),
  })
  .refine(
    ({ cost, blockSize, parallelization }) => cost * blockSize * parallelization <= mostEffort,
  )

/** What it takes to try one passphrase or PIN. Stored with each, so that new locks can ask for more. */
export type Effort = z.infer<typeof effortSchema>

/** 32 bytes of scrypt. Async: it takes long by design, and the till must go on meanwhile. */
export function deriveKey(text: string, salt: Buffer, effort: Effort): Promise<Buffer> {
  const { cost, blockSize, parallelization } = effort
  // Node's own limit is 32 MB; twice the need leaves space for what OpenSSL adds.
  const options = { cost, blockSize, parallelization, maxmem: 256 * cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 32, options, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
