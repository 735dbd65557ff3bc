import { z } from 'zod'

/** One call that a window may make: what it takes, checked in main, and what it answers. */
export interface Call<Argument extends z.ZodType, Value> {
  argument: Argument
  /** Never there at run time: carries the answer's type. */
  value?: Value
}

/** A call that answers `Value`; its argument's schema is given next, so that it is inferred. */
export function call<Value>() {
  return <Argument extends z.ZodType>(argument: Argument): Call<Argument, Value> => ({ argument })
}

/** The argument of a call that takes none. */
export const nothing = z.undefined()

/** The argument of a call about one sale. */
export const oneSale = z.strictObject({ saleId: z.uuid() })
