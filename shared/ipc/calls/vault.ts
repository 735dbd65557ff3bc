import { z } from 'zod'
import { call } from '../call'

/** Where no keychain is: the passphrase that seals the keys. */
export const vaultCalls = {
  createPassphrase: call<null>()(z.strictObject({ passphrase: z.string().max(500) })),
  unlock: call<null>()(z.strictObject({ passphrase: z.string().max(500) })),
} as const
