import type { Sale } from '../../../shared/payment/sale'

/** Thrown when goods would be handed over a second time for one reference: nothing was written. */
export class AlreadyHandedOver extends Error {
  override readonly name = 'AlreadyHandedOver'
  constructor(
    /** The sale whose goods were handed over: this one, or another with its reference. */
    readonly sale: Sale,
  ) {
    super(`Goods were handed over for sale ${sale.id}`)
  }
}
