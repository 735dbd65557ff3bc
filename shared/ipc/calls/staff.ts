import { z } from 'zod'
import { personNameSchema, pinSchema, roleSchema } from '../../person'
import { call, nothing } from '../call'

/** The result of a PIN. A wrong one says what comes next: tries that are left, or a pause, ms. */
export type PinAnswer =
  | { result: 'right' }
  /** It is the right one, but the owner asks for at least `digits` now: `renewPin` comes before signing in. */
  | { result: 'too-short'; digits: number }
  | { result: 'wrong'; triesLeft: number; pauseMs: number }
  | { result: 'paused'; pauseMs: number }

/** A closing that signs off every sale a till can have open is the longest there is, some 30 MB. */
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
  /** Somebody touched the till: it does not lock for another while. */
  active: call<null>()('cashier', nothing),
  /** Lets the person who is signed in make one call once, that takes this person's role. */
  approve: call<PinAnswer>()(
    'cashier',
    onePerson.extend({
      pin: pinSchema,
      /** The call's channel, and its argument as JSON: leave for one sale is none for another. */
      channel: z.string().max(100),
      argument: z.string().max(longestArgument),
    }),
  ),
  add: call<null>()('owner', given.extend({ pin: pinSchema })),
  /** `pin` null keeps the old one, unless the new role takes a longer one. */
  change: call<null>()('owner', onePerson.extend({ ...given.shape, pin: pinSchema.nullable() })),
  /** Their name stays on every record. */
  remove: call<null>()('owner', onePerson),
  /**
   * Where no owner can get in any more: whoever has the recovery code, the till's passphrase or the API secret
   * lets the till be one without staff.
   */
  startOver: call<null>()('anyone', z.strictObject({ proof: z.string().trim().max(500) })),
} as const
