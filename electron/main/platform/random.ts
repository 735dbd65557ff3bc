import { randomBytes, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** Randomness as the payment path needs it, passed in so that a simulation can replay a seed. */
export interface Random {
  /** Uniform in [0, 1): for jitter. */
  fraction(): number
  /** A UUIDv7: payments sort by the time they were made. */
  paymentId(wall: number): string
  /** A UUIDv4, unique per transaction (§4.1, §4.3 `x-idempotency-key`). */
  idempotencyKey(): string
  /** The till's own id for a merchant account. */
  accountId(): string
  /** Cryptographically strong bytes, for keys, salts and nonces. */
  bytes(count: number): Buffer
}

/** The computer's own randomness. */
export const systemRandom: Random = {
  fraction: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  paymentId: wall => v7({ msecs: wall }),
  idempotencyKey: () => randomUUID(),
  accountId: () => randomUUID(),
  bytes: count => randomBytes(count),
}
