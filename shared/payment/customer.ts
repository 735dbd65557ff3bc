import { type CustomerOf, forEachField, isRequired } from './customer-fields'

/** An MSISDN in international format, digits only (§2.2). E.164 allows 15 digits at the most. */
export const msisdnPattern = /^[1-9]\d{6,14}$/

/** A customer as any payment keeps one; which fields must be there depends on its channel. */
export type Customer = CustomerOf<'mobile'>

/** What is left of who paid once the customer's data was removed: `Payment.customerRemoved` says when. */
export const removedCustomer = forEachField(name =>
  isRequired(name, 'mobile') ? '' : null,
) as Customer
