import type { SupportFile } from '../../support-file'
import { call, nothing } from '../call'

/** The file that a shop sends to the person who helps it. */
export const supportCalls = {
  /** Collects what the file would hold, for a person to read before it is saved. */
  collect: call<readonly SupportFile[]>()('cashier', nothing),
  /** Saves what was collected last, as one zip; gives its path. */
  save: call<string>()('cashier', nothing),
  /** Shows the file that was saved last in the computer's own folder window. */
  showInFolder: call<null>()('cashier', nothing),
} as const
