import { createCounter } from '../../../electron/main/payments/counter'
import { createLedger } from '../../../electron/main/payments/ledger'

/** The payment path's own makers: the real ones, or those of a copy with a bug planted in it. */
export interface Parts {
  createCounter: typeof createCounter
  createLedger: typeof createLedger
}

/** What ships. */
export const realParts: Parts = { createCounter, createLedger }
