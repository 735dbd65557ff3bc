import { removedCustomer } from './customer'
import type { EventOf } from './event'
import type { Sale } from './sale'

/**
 * What changes in a sale when its customer's data is removed. The row is derived from the events, so it
 * holds exactly what they hold after the removal. Times in ms.
 */
export function withoutCustomer(
  {
    lastFailure,
    refusal,
    resolution,
    refund,
  }: Pick<Sale, 'lastFailure' | 'refusal' | 'resolution' | 'refund'>,
  { at, months }: EventOf<'customer-removed'>,
): Partial<Sale> {
  return {
    msisdn: '',
    customer: removedCustomer,
    note: '',
    checkoutUrl: null,
    lastFailure: lastFailure && { ...lastFailure, detail: '' },
    refusal: refusal && { ...refusal, message: '' },
    resolution: resolution && { ...resolution, reason: '' },
    refund: refund && { ...refund, reason: '' },
    customerRemoved: { at, months },
  }
}
