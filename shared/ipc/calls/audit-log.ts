import { z } from 'zod'
import type { NumberedEntry } from '../../audit-entry'
import { call } from '../call'

/** The audit log of who did what. */
export const auditLogCalls = {
  /** Newest first; `before` is the number of the last entry already shown, or null. */
  list: call<{ entries: readonly NumberedEntry[]; more: boolean }>()(
    'owner',
    z.strictObject({ before: z.int().min(1).nullable() }),
  ),
} as const
