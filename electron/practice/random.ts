import { randomBytes } from 'node:crypto'

/** A source of random bytes; passed in, so that a test can know the ids. */
export type Random = (bytes: number) => Uint8Array

/** The computer's own randomness. */
export const systemRandom: Random = bytes => randomBytes(bytes)

/** No I, L, O or U: people read references aloud from a screen. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes the service's identifiers. */
export interface Ids {
  /** A payment's `reference` (§2.1): 60 random bits in a form that people can read out. */
  reference(): string
  /** The secret part of a checkout address: 256 bits, so that no one can guess it (§4.3). */
  token(): string
  /** A key or a secret as the merchant dashboard would issue it (§5). */
  credential(kind: 'key' | 'secret', environment: string): string
}

/** Makes ids from `random`. */
export function createIds(random: Random): Ids {
  const text = (bytes: number) => Buffer.from(random(bytes)).toString('base64url')
  return {
    reference() {
      const letters = Array.from(random(12), byte => alphabet.charAt(byte % alphabet.length))
      return `PR-${letters.join('')}`
    },
    token: () => text(32),
    credential: (kind, environment) => `practice_${kind}_${environment}_${text(24)}`,
  }
}
