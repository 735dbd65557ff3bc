import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentFields } from './answers/payment-fields'
import type { Outcome } from './faults'
import type { Exchange } from './http'
import type { Payment } from './payments/payment'
import type { MerchantRequest } from './requests'

/** What is informed of the service's work, and may hold it back: tests log it and make it fail. */
export interface ServiceHooks {
  /** A request came in. */
  opened(method: string, path: string, headers: IncomingHttpHeaders): Exchange
  /** Executes a request of §4. */
  execute(request: MerchantRequest, execute: () => Outcome): Promise<Outcome>
  /** A payment's status changed after its creation; `fields` is what an answer can say of it. */
  changed(payment: Payment, fields: PaymentFields): void
  stopped(): void
}

/** The hooks of the till's own service. */
export const noHooks: ServiceHooks = {
  opened: () => ({ received: () => {}, ended: () => {} }),
  execute: async (_request, execute) => execute(),
  changed: () => {},
  stopped: () => {},
}
