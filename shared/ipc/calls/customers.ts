import { z } from 'zod'
import type { KnownCustomer } from '../../customer-book'
import {
  customerDetailsSchema,
  customerPlaceSchema,
  msisdnSchema,
} from '../../payment/customer-schemas'
import { call } from '../call'

const oneCustomer = z.strictObject({ msisdn: msisdnSchema })

/** The customer book of the connection in use. */
export const customersCalls = {
  /** A few customers whose number begins as typed (three digits or more), newest first. */
  find: call<readonly KnownCustomer[]>()(
    'cashier',
    z.strictObject({ typed: z.string().trim().max(40) }),
  ),
  /** The customer with this number, or null. */
  one: call<KnownCustomer | null>()('cashier', oneCustomer),
  /** Whose name, number or email contains a text; newest first, a page at a time. */
  list: call<{ customers: readonly KnownCustomer[]; more: boolean }>()(
    'cashier',
    z.strictObject({
      text: z.string().trim().max(100),
      before: customerPlaceSchema.nullable(),
    }),
  ),
  change: call<KnownCustomer>()('cashier', oneCustomer.extend({ details: customerDetailsSchema })),
  /** Deletes the entry. Payments keep the name and number that they were made with. */
  forget: call<null>()('manager', oneCustomer),
} as const
