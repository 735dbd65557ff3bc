import { z } from 'zod'
import type { ConnectionKind } from '../connection'
import type { Person } from '../person'
import type { DayReport } from './report'

/**
 * Where a shift report begins: with the person's first sign-in since the last cash-up, with their last
 * shift report, or with the cash-up itself.
 */
export const shiftSinceSchema = z.enum(['signIn', 'lastReport', 'cashUp'])

export type ShiftSince = z.infer<typeof shiftSinceSchema>

/** What came in a part of the running period. It closes nothing and counts for nothing later. */
export interface ShiftReport {
  connection: ConnectionKind
  shop: { name: string; till: string }
  /** Who made it; null on a till without staff. */
  madeBy: Person | null
  /** It holds that person's payments alone. A manager's holds everybody's. */
  own: boolean
  /** Names its beginning in the ledger, which no clock moves; null is the beginning of the period. */
  from: number | null
  /** `since` is where the shift begins; what is open is open now, whenever it was requested. */
  report: DayReport
  /** How the ledger's last link began when it was made, in hexadecimal digits. */
  seal: string
}
