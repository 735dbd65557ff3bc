import { z } from 'zod'
import type { ShopTest } from '../../shop-database'
import { call, nothing } from '../call'

/** The till's place in a shop of many tills. */
export const shopCalls = {
  /** Tries the address that an administrator made for this till, and keeps it, sealed, when it works. */
  saveAndTest: call<ShopTest>()(
    'owner',
    z.strictObject({
      /** `postgres://role:password@host:port/database`. */
      address: z.string().trim().min(1).max(1_000),
    }),
  ),
  /** Ships nothing any more; what was shipped stays there. */
  forget: call<null>()('owner', nothing),
} as const
