import { holdUnsent } from '../../../electron/main/backup/worker/hold-unsent'
import { SalesEngine } from '../../../electron/main/sales/sales-engine'
import { createServiceClient } from '../../../electron/main/service/client'
import { createTransport } from '../../../electron/main/service/transport'
import { Ledger } from '../../../electron/main/store/ledger/ledger'

/** The payment path's own makers: the real ones, or those of a copy with a bug planted in it. */
export interface Parts {
  SalesEngine: typeof SalesEngine
  Ledger: typeof Ledger
  createServiceClient: typeof createServiceClient
  createTransport: typeof createTransport
  holdUnsent: typeof holdUnsent
}

/** What ships. */
export const realParts: Parts = {
  SalesEngine,
  Ledger,
  createServiceClient,
  createTransport,
  holdUnsent,
}
