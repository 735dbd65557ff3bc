import { z } from 'zod'
import { call } from '../call'

/** Where no keychain is: the passphrase that seals the keys. */
export const vaultCalls = {
  createPassphrase: call<null>()('owner', z.strictObject({ passphrase: z.string().max(500) })),
  unlock: call<null>()('anyone', z.strictObject({ passphrase: z.string().max(500) })),
} as const
