import { z } from 'zod'
import { type CustomerOf, customerSchemaOf, forEachField, isRequired } from './customer-fields'

/** An MSISDN in international format, digits only (§2.2). E.164 allows 15 digits at the most. */
export const msisdnPattern = /^[1-9]\d{6,14}$/

export const msisdnSchema = z.string().regex(msisdnPattern)

/** Who pays by mobile money: the contract requires a first and a last name (§2.2, §4.1). */
export const mobileCustomerSchema = customerSchemaOf('mobile')

/** Who pays by card: the hosted checkout requires every field (§2.2, §4.3). */
export const cardCustomerSchema = customerSchemaOf('card')

/** A customer as any sale keeps one; which fields must be there depends on its channel. */
export type Customer = CustomerOf<'mobile'>

const none = z.literal('')

/** What is left of who paid once the customer's data was removed: `Sale.customerRemoved` says when. */
export const removedCustomer = forEachField(name =>
  isRequired(name, 'mobile') ? '' : null,
) as Customer

const removedSchema = z.strictObject(
  forEachField(name => (isRequired(name, 'mobile') ? none : z.null())),
) as unknown as z.ZodType<Customer, Customer>

/** A customer as a sale keeps one, and what is left of them. */
export const keptCustomerSchema = z.union([mobileCustomerSchema, removedSchema])

/** A number as a sale keeps one; '' once the customer's data was removed. */
export const keptMsisdnSchema = z.union([msisdnSchema, none])
