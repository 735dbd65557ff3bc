import { z } from 'zod'
import { call, nothing } from '../call'

/** Changes of the till's stores that it did not make. */
export const integrityCalls = {
  /** Somebody has seen these, by their ids: they are told no more, and stay in the audit log. */
  acknowledge: call<null>()(
    'manager',
    z.strictObject({ ids: z.array(z.string().regex(/^[a-p]{16}$/)).max(500) }),
  ),
  /** Checks all entries from the first, in the background. How it goes is in the till's state. */
  checkWhole: call<null>()('manager', nothing),
} as const
