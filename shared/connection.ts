import { z } from 'zod'
import { authoritiesSchema } from './authority'
import { savedRulingsSchema } from './payment/objections'
import { statusWordsSchema } from './payment/status-words'

/** The services a till can be connected to; each has its own ledger, and the real two their own keys. */
export const connectionKindSchema = z.enum(['practice', 'sandbox', 'production'])
/** The connections that need an address and keys (§5.4: keys belong to one environment). */
export const serviceKindSchema = z.enum(['sandbox', 'production'])

export type ConnectionKind = z.infer<typeof connectionKindSchema>
export type ServiceKind = z.infer<typeof serviceKindSchema>

/** The first path segment of every merchant endpoint: a fixed literal that the contract does not reveal. */
const pathPrefixSchema = z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/)

/** Where a connection's service is. The address is judged again, by name, where it is used (§5.2). */
export const connectionAddressSchema = z.strictObject({
  address: z.string().trim().max(300),
  pathPrefix: pathPrefixSchema,
  /** Where the service calls back (§6); '' when there is none. Card payments require one (§4.3). */
  webhookAddress: z.string().trim().max(500),
})

/** What of an account's keys may be kept in the open: a hash that says only whether they are the same. */
const accountKeySchema = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/),
  account: z.string().max(40),
})

export type AccountKey = z.infer<typeof accountKeySchema>

/** So many keys' accounts are remembered, the last used first. */
export const mostAccountKeys = 20

export type ConnectionAddress = z.infer<typeof connectionAddressSchema>

/** What a connection keeps besides its keys. */
export const connectionSettingsSchema = connectionAddressSchema.extend({
  words: statusWordsSchema,
  rulings: savedRulingsSchema,
  /**
   * The till's own id for the merchant account behind the keys, '' before there are any. A payment that
   * may have been sent is retried and read only with the account that it was sent with.
   */
  account: z.string().max(40),
  /** Which account the keys were of that were used here: who returns to them finds its payments again. */
  accountKeys: z.array(accountKeySchema).max(mostAccountKeys),
  /** Certificate authorities that are trusted for this connection in addition to the well-known ones. */
  authorities: authoritiesSchema,
})

export type ConnectionSettings = z.infer<typeof connectionSettingsSchema>

/** What tells two accounts apart, for the person who says whose the new keys are. Never a whole key. */
export interface AccountQuestion {
  before: {
    address: string
    /** Null where the earlier keys do not open on this computer; so is `savedAt` (wall clock, ms). */
    keyEnding: string | null
    savedAt: number | null
  }
  now: { address: string; keyEnding: string }
  /**
   * Payments without a result that were sent with the earlier keys; null where their connection is not
   * open, so that they cannot be counted.
   */
  waiting: number | null
}

/** What a connection said when it was tried with a harmless status read. */
export type ConnectionTestResult =
  | 'works'
  | 'keys-rejected'
  /** Nothing was sent: the till cannot send these keys. */
  | 'keys-unfit'
  | 'forbidden'
  | 'not-this-service'
  | 'unreachable'

/** Whether an address of the settings is asked without encryption, on this very computer. */
export function isPlainHttp(address: string): boolean {
  return /^http:/i.test(address)
}

/** The account of practice mode: there is one. */
export const practiceAccount = 'practice'
