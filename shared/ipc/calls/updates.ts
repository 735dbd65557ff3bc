import { z } from 'zod'
import { updateSettingsSchema } from '../../updates'
import { call, nothing } from '../call'

/** Newer versions of the till. How it goes is in the till's state. */
export const updatesCalls = {
  /** An empty address switches updates off. */
  save: call<null>()('owner', updateSettingsSchema),
  /** Asks now, and fetches what is newer. Refused while a payment is open. */
  check: call<null>()('manager', nothing),
  /** Installs the fetched version: now, when the till closes, or not. */
  choose: call<null>()('manager', z.strictObject({ install: z.enum(['now', 'at-close', 'not']) })),
  /** Shows the fetched package in the computer's own folder window. */
  showInFolder: call<null>()('manager', nothing),
} as const
