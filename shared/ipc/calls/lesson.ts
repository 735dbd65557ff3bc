import { z } from 'zod'
import { call, nothing } from '../call'

/** The first practice sale, as the last step of setting a till up. */
export const lessonCalls = {
  /** Goes to Practice mode, and remembers which connection to go on with. */
  begin: call<null>()('owner', nothing),
  /** Ends it for good; `goOn` makes the remembered connection the till's own again. */
  end: call<null>()('owner', z.strictObject({ goOn: z.boolean() })),
} as const
