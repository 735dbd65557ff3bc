import { createCounter } from '../../../electron/main/payments/counter'
import { createLedger } from '../../../electron/main/payments/ledger'
import { createServiceClient } from '../../../electron/main/service'

/** The payment path's own makers: the real ones, or those of a copy with a bug planted in it. */
export interface Parts {
  createCounter: typeof createCounter
  createLedger: typeof createLedger
  createServiceClient: typeof createServiceClient
}

/** What ships. */
export const realParts: Parts = { createCounter, createLedger, createServiceClient }
