import { z } from 'zod'
import type { NumberedAct } from '../../record'
import { call } from '../call'

/** The till's own record of who did what. */
export const recordCalls = {
  /** Newest first; `before` is the number of the last act already shown, or null. */
  list: call<{ acts: readonly NumberedAct[]; more: boolean }>()(
    'owner',
    z.strictObject({ before: z.int().min(1).nullable() }),
  ),
} as const
