import { createHash, timingSafeEqual } from 'node:crypto'
import { type Reply, refuse } from '../http'
import { type Channel, channelSchema } from '../payments/payment'

/** Credentials belong to one environment (§5 rule 4). */
export type Environment = 'sandbox' | 'production'

/** A key pair as the merchant dashboard would have issued it (§5 rule 3). */
export interface PracticeKey {
  apiKey: string
  apiSecret: string
  /** Whose payments it opens and reads; several keys may share an account. */
  account: string
  environment: Environment
  revoked?: boolean
  /** What the account may take: anything else is forbidden (§5 rule 6). Both when absent. */
  channels?: readonly Channel[]
}

/** The caller's account, or the refusal. */
export type Caller =
  | { known: true; account: string; channels: readonly Channel[] }
  | { known: false; refusal: Reply }

/** Visible and unspaced: what a key from the dashboard can look like. */
export const credentialPattern = /^[\w.~+/=-]{8,200}$/

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Takes the same time wherever two secrets differ. */
const same = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** What is wrong with one header of the two, or null. */
function fault(header: string, value: string | undefined): string | null {
  if (!value) return `The header ${header} is missing.`
  return credentialPattern.test(value) ? null : `The header ${header} is malformed.`
}

/** The keys of a service in one environment. */
export class KeyRing {
  readonly #revoked = new Set<string>()

  constructor(
    private readonly keys: readonly PracticeKey[],
    private readonly environment: Environment,
  ) {
    this.reset()
  }

  identify(apiKey: string | undefined, apiSecret = ''): Caller {
    const key = this.keys.find(each => each.apiKey === apiKey)
    const message =
      fault('x-api-key', apiKey) ??
      fault('x-api-secret', apiSecret) ??
      this.#objection(key, apiSecret)
    if (message !== null || !key)
      return { known: false, refusal: refuse(401, 'unauthorized', message ?? '') }
    return { known: true, account: key.account, channels: key.channels ?? channelSchema.options }
  }

  /** Rejects a key from now on, or no more. Throws on an unknown one. */
  setRevoked(apiKey: string, revoked: boolean): void {
    if (!this.keys.some(each => each.apiKey === apiKey))
      throw new Error(`The practice service has no API key ${apiKey}.`)
    if (revoked) this.#revoked.add(apiKey)
    else this.#revoked.delete(apiKey)
  }

  /** Back to the keys as they were given at the start. */
  reset(): void {
    this.#revoked.clear()
    for (const { apiKey, revoked } of this.keys) if (revoked) this.#revoked.add(apiKey)
  }

  /** Why a key pair is refused, or null. The order gives away the least about other accounts' keys. */
  #objection(key: PracticeKey | undefined, secret: string): string | null {
    if (!key) return 'The API key is not known here.'
    if (!same(key.apiSecret, secret)) return 'The API secret does not belong to the API key.'
    if (this.#revoked.has(key.apiKey)) return 'The API key has been revoked.'
    return key.environment === this.environment
      ? null
      : `The API key belongs to the ${key.environment} environment; this is ${this.environment}.`
  }
}
