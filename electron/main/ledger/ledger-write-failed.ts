import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'

/**
 * Thrown when a sale could not be written. Whether it reached the disk all the same is known only after
 * the ledger has been opened again and this sale has been read back.
 */
export class LedgerWriteFailed extends Error {
  override readonly name = 'LedgerWriteFailed'
  constructor(
    /** The sale as far as it was known: of a new sale, as it would have begun. */
    readonly sale: Sale,
    /** What was to be written for it, all or none. */
    readonly events: readonly PaymentEvent[],
    cause: unknown,
  ) {
    super(`Sale ${sale.id} could not be written`, { cause })
  }
}
