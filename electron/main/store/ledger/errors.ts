import type { PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'

/** Thrown when goods would be handed over a second time for one reference: nothing was written. */
export class AlreadyHandedOver extends Error {
  override readonly name = 'AlreadyHandedOver'
  constructor(
    /** The payment whose goods were handed over: this one, or another with its reference. */
    readonly payment: Payment,
  ) {
    super(`Goods were handed over for payment ${payment.id}`)
  }
}

/**
 * Thrown when a payment could not be written. Whether it reached the disk all the same is known only after
 * the ledger has been opened again and this payment has been read back.
 */
export class LedgerWriteFailed extends Error {
  override readonly name = 'LedgerWriteFailed'
  constructor(
    /** The payment as far as it was known: of a new sale, as it would have begun. */
    readonly payment: Payment,
    /** What was to be written for it, all or none. */
    readonly events: readonly PaymentEvent[],
    cause: unknown,
  ) {
    super(`Payment ${payment.id} could not be written`, { cause })
  }
}
