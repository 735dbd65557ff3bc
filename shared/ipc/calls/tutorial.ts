import { z } from 'zod'
import { call, nothing } from '../call'

/** Setting a till up: the first practice sale, and the list of what else there is to do. */
export const tutorialCalls = {
  /** Goes to Practice mode, and remembers which connection to go on with. */
  begin: call<null>()('owner', nothing),
  /** Ends it for good; `goOn` makes the remembered connection the till's own again. */
  end: call<null>()('owner', z.strictObject({ goOn: z.boolean() })),
  /** Takes the list of what is to set up away for good, and with it the offer of a practice sale. */
  closeList: call<null>()('owner', nothing),
} as const
