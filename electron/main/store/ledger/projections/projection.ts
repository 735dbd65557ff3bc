import type { PaymentEvent } from '../../../../../shared/payment/event'
import type { Payment } from '../../../../../shared/payment/payment'

/** A read model of the payments: tables that follow each change of a payment, in the same transaction. */
export interface Projection {
  /** Follows the events of one payment; `before` is null where it is new. Throws what the database throws. */
  apply(after: Payment, before: Payment | null, events: readonly PaymentEvent[]): void
}

/** Whether this change took the customer's data out of the payment (decision 21). */
export function customerRemoved(after: Payment, before: Payment): boolean {
  // Every other event hands the same object on.
  return after.customerRemoved !== null && after.customerRemoved !== before.customerRemoved
}
