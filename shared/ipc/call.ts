import { z } from 'zod'
import type { Role } from '../staff'

/**
 * Who may make a call at the least. `anyone`: also while the till is locked, and nobody is signed in.
 * `owner-or-closed`: an owner, and anyone at a till that is closed: the call can only replace what is there.
 */
export type LeastRole = 'anyone' | Role | 'owner-or-closed'

/** One call that a window may make: who may, what it takes, checked in main, and what it answers. */
export interface Call<Argument extends z.ZodType, Value, Least extends LeastRole = LeastRole> {
  role: Least
  argument: Argument
  /** Never there at run time: carries the answer's type. */
  value?: Value
}

/** A call that answers `Value`: first the least role, then the argument's schema, so that both are inferred. */
export function call<Value>() {
  return <Least extends LeastRole, Argument extends z.ZodType>(
    role: Least,
    argument: Argument,
  ): Call<Argument, Value, Least> => ({ role, argument })
}

/** The argument of a call that takes none. */
export const nothing = z.undefined()

/** The argument of a call about one sale. */
export const oneSale = z.strictObject({ saleId: z.uuid() })
