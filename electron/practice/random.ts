import { randomBytes } from 'node:crypto'

/** A source of random bytes; passed in, so that a test can know the ids. */
export type Random = (bytes: number) => Uint8Array

/** The computer's own randomness. */
export const systemRandom: Random = bytes => randomBytes(bytes)

/** No I, L, O or U: people read references aloud from a screen. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes the service's identifiers. */
export class Ids {
  constructor(private readonly random: Random) {}

  /** A payment's `reference` (§2.1): 60 random bits in a form that people can read out. */
  reference(): string {
    const letters = Array.from(this.random(12), byte => alphabet.charAt(byte % alphabet.length))
    return `PR-${letters.join('')}`
  }

  /** The secret part of a checkout address: 256 bits, so that no one can guess it (§4.3). */
  token(): string {
    return this.#text(32)
  }

  /** A key or a secret as the merchant dashboard would issue it (§5). */
  credential(kind: 'key' | 'secret', environment: string): string {
    return `practice_${kind}_${environment}_${this.#text(24)}`
  }

  #text(bytes: number): string {
    return Buffer.from(this.random(bytes)).toString('base64url')
  }
}
