import { z } from 'zod'
import { call } from '../call'

/** Changes of the till's stores that it did not make. */
export const integrityCalls = {
  /** Somebody has seen these, by their ids: they are told no more, and stay in the audit log. */
  acknowledge: call<null>()(
    'manager',
    z.strictObject({ ids: z.array(z.string().regex(/^[a-p]{16}$/)).max(500) }),
  ),
} as const
