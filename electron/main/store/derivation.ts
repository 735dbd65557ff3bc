import { scrypt } from 'node:crypto'
import { z } from 'zod'

const isPowerOfTwo = (value: number) => Number.isInteger(Math.log2(value))

/** Bounds that keep a damaged file from taking all memory: scrypt needs 128 × cost × blockSize bytes. */
export const effortSchema = z
  .strictObject({
    cost: z.int().min(1_024).max(1_048_576).refine(isPowerOfTwo),
    blockSize: z.int().min(1).max(32),
    parallelization: z.int().min(1).max(16),
  })
  .refine(effort => effort.cost * effort.blockSize <= 8_388_608)

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
