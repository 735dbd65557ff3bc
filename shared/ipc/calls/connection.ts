import { z } from 'zod'
import {
  type ConnectionTestResult,
  connectionAddressSchema,
  connectionKindSchema,
  serviceKindSchema,
} from '../../connection'
import { call } from '../call'

const keyText = z.string().trim().max(500)

/** How the till comes to the service. */
export const connectionCalls = {
  /** Tries the address and keys with a harmless status read, and keeps them when they are a service's. */
  saveAndTest: call<{ result: ConnectionTestResult; detail: string; saved: boolean }>()(
    'owner',
    z.strictObject({
      kind: serviceKindSchema,
      ...connectionAddressSchema.shape,
      /** '' keeps the key that is already sealed. */
      apiKey: keyText,
      apiSecret: keyText,
      /**
       * Whose the keys are, when they or the address changed: without it the call fails with
       * `account-unsaid`, because a sale that may have been sent is never retried elsewhere.
       */
      account: z.enum(['same', 'other']).nullable().default(null),
    }),
  ),
  /** Makes a connection the till's own; its open sales are on the screen afterwards. */
  choose: call<null>()('owner', z.strictObject({ kind: connectionKindSchema })),
  /**
   * Has a person choose a file of certificate authorities, in a dialog of main: a window never names
   * one. They replace those that were added before. False where none was chosen.
   */
  addAuthority: call<{ added: boolean }>()('owner', z.strictObject({ kind: serviceKindSchema })),
  /** From here on the well-known authorities alone are trusted. */
  removeAuthorities: call<null>()('owner', z.strictObject({ kind: serviceKindSchema })),
} as const
