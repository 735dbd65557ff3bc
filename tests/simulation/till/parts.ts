import { PaymentEngine } from '../../../electron/main/payments/engine'
import { createServiceClient } from '../../../electron/main/service/client'
import { createTransport } from '../../../electron/main/service/transport'
import { Ledger } from '../../../electron/main/store/ledger/ledger'

/** The payment path's own makers: the real ones, or those of a copy with a bug planted in it. */
export interface Parts {
  PaymentEngine: typeof PaymentEngine
  Ledger: typeof Ledger
  createServiceClient: typeof createServiceClient
  createTransport: typeof createTransport
}

/** What ships. */
export const realParts: Parts = {
  PaymentEngine,
  Ledger,
  createServiceClient,
  createTransport,
}
