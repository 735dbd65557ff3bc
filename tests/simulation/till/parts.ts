import { createPaymentEngine } from '../../../electron/main/payments/engine'
import { createServiceClient } from '../../../electron/main/service'
import { createTransport } from '../../../electron/main/service/transport'
import { createLedger } from '../../../electron/main/store/ledger/ledger'

/** The payment path's own makers: the real ones, or those of a copy with a bug planted in it. */
export interface Parts {
  createPaymentEngine: typeof createPaymentEngine
  createLedger: typeof createLedger
  createServiceClient: typeof createServiceClient
  createTransport: typeof createTransport
}

/** What ships. */
export const realParts: Parts = {
  createPaymentEngine,
  createLedger,
  createServiceClient,
  createTransport,
}
