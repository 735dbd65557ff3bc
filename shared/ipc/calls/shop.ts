import { z } from 'zod'
import type { ShopSetUp, ShopTest, TakenPlace } from '../../shop-database'
import { call, nothing } from '../call'

/** `postgres://role:password@host:port/database`. */
const address = z.string().trim().min(1).max(1_000)

const name = z.string().trim().min(1).max(100)

/** The till's place in a shop of many tills. */
export const shopCalls = {
  /** Tries the address that an administrator made for this till, and keeps it, sealed, when it works. */
  saveAndTest: call<ShopTest>()('owner', z.strictObject({ address })),
  /**
   * Makes the shop database, or brings it up to date, with an administrator's address, which is kept nowhere;
   * makes this till's place in it, and keeps that one's address, sealed.
   */
  setUp: call<ShopSetUp>()('owner', z.strictObject({ address, shop: name, till: name })),
  /**
   * Takes a lost till's place: its payments come into this till, which must have none. `account`: whether the
   * keys of this till are of the merchant account that the lost till used.
   */
  takePlace: call<TakenPlace>()(
    'owner',
    z.strictObject({ address, account: z.enum(['same', 'other']) }),
  ),
  /** Ships nothing any more; what was shipped stays there. */
  forget: call<null>()('owner', nothing),
} as const
