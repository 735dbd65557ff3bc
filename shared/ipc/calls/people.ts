import { z } from 'zod'
import type { NumberedEntry } from '../../audit-entry'
import type { KnownCustomer } from '../../customer-book'
import type { CustomerView } from '../../customer-view'
import {
  customerDetailsSchema,
  customerPlaceSchema,
  msisdnSchema,
} from '../../payment/customer-schemas'
import { personNameSchema, pinSchema, roleSchema } from '../../person'
import { call, nothing, ownerProof } from '../call'

/** The result of a PIN. A wrong one says what comes next: tries that are left, or a pause, ms. */
export type PinAnswer =
  | { result: 'right' }
  /** It is the right one, but the owner asks for at least `digits` now: `renewPin` comes before signing in. */
  | { result: 'too-short'; digits: number }
  | { result: 'wrong'; triesLeft: number; pauseMs: number }
  | { result: 'paused'; pauseMs: number }

/** A closing that signs off every payment a till can have open is the longest there is, some 30 MB. */
const longestArgument = 50_000_000

const onePerson = z.strictObject({ id: z.uuid() })
const given = z.strictObject({ name: personNameSchema, role: roleSchema })

/** Who is at the till, and who may be. */
export const staffCalls = {
  /** In another person's place too: the person at the till leaves only once the PIN is right. */
  signIn: call<PinAnswer>()('anyone', onePerson.extend({ pin: pinSchema })),
  /** A person replaces their own PIN that is too short by now, and is signed in. `pin` is the old one. */
  renewPin: call<PinAnswer>()('anyone', onePerson.extend({ pin: pinSchema, newPin: pinSchema })),
  lock: call<null>()('anyone', nothing),
  /** A person used the till: it does not lock for another while. */
  active: call<null>()('cashier', nothing),
  /** Lets the person who is signed in make one call once, that takes this person's role. */
  approve: call<PinAnswer>()(
    'cashier',
    onePerson.extend({
      pin: pinSchema,
      /** The call's channel, and its argument as JSON: leave for one payment is none for another. */
      channel: z.string().max(100),
      argument: z.string().max(longestArgument),
    }),
  ),
  add: call<null>()('owner', given.extend({ pin: pinSchema }), 'recorded-elsewhere'),
  /** `pin` null keeps the old one, unless the new role takes a longer one. */
  change: call<null>()(
    'owner',
    onePerson.extend({ ...given.shape, pin: pinSchema.nullable() }),
    'recorded-elsewhere',
  ),
  /** Their name stays on every record. */
  remove: call<null>()('owner', onePerson, 'recorded-elsewhere'),
  /**
   * Where no owner can sign in any more: a person with the recovery code or the API secret removes all people.
   */
  startOver: call<null>()('anyone', z.strictObject(ownerProof)),
} as const

/** The audit log of who did what. */
export const auditLogCalls = {
  /** Newest first; `before` is the number of the last entry already shown, or null. */
  list: call<{ entries: readonly NumberedEntry[]; more: boolean }>()(
    'owner',
    z.strictObject({ before: z.int().min(1).nullable() }),
    'changes-nothing',
  ),
} as const

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
  forget: call<null>()('manager', oneCustomer, () => ({
    action: 'customer-forgotten',
    detail: {},
  })),
} as const

/** The customer's window, and what the till's window tells of it. */
export const customerCalls = {
  /** What the customer is shown now. The one call that the customer's window may make. */
  view: call<CustomerView>()('anyone', nothing),
  /** The payment that the cashier has on the screen with the customer before it; null for none. */
  showPayment: call<null>()('cashier', z.strictObject({ paymentId: z.uuid().nullable() })),
  /** Shows a test picture for a few seconds, to see which display it is. */
  showTest: call<null>()('owner', nothing, 'changes-nothing'),
} as const
