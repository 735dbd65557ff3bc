import { removedCustomer } from './customer'
import type { EventOf } from './event'
import type { Sale } from './sale'

/**
 * What changes in a sale whose customer's data was removed: the row must follow from the events, so it
 * says just what those say once the data is gone from them. Times in ms.
 */
export function withoutCustomer(
  { lastFailure, refusal, resolution }: Pick<Sale, 'lastFailure' | 'refusal' | 'resolution'>,
  { at, months }: EventOf<'customer-removed'>,
): Partial<Sale> {
  return {
    ...{ msisdn: '', customer: removedCustomer, note: '', checkoutUrl: null },
    lastFailure: lastFailure && { ...lastFailure, detail: '' },
    refusal: refusal && { ...refusal, message: '' },
    resolution: resolution && { ...resolution, reason: '' },
    customerRemoved: { at, months },
  }
}
